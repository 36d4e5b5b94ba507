import type Check from 'lucide-react/icons/check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

export type StateLook = { Icon: typeof Check; colour: string };

/** The word of a state with its icon, so that it does not depend on colour alone. */
export function StateWord({ look: { Icon, colour }, children }: { look: StateLook; children: ReactNode }) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5', colour)}>
      <Icon size={14} aria-hidden="true" className="shrink-0" />
      {children}
    </span>
  );
}

/** After the day of an event that was cancelled. */
export const CalledOff = ({ children }: { children: ReactNode }) => (
  <>
    {' · '}
    <StateWord look={{ Icon: OctagonX, colour: 'text-danger' }}>{children}</StateWord>
  </>
);

/** A code, link or list that has come to its end. */
export const Ended = ({ children }: { children: ReactNode }) => (
  <StateWord look={{ Icon: CircleSlash, colour: 'font-semibold text-warn' }}>{children}</StateWord>
);

/** Something that staff should check. */
export const Caution = ({ children }: { children: ReactNode }) => (
  <StateWord look={{ Icon: TriangleAlert, colour: 'text-warn' }}>{children}</StateWord>
);
