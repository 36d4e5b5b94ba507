import type CircleCheck from 'lucide-react/icons/circle-check';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { Status } from '#shared/constants.ts';
import { scannerFills } from '#shared/media/colours.ts';
import { posterColours } from '#shared/media/covers.ts';
import { paint } from '#web/lib/paint.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { type DoorGuest, GuestLines } from './guest-lines.tsx';

type VerdictScreenProps = {
  look: { fill: string; on: string; Icon: typeof CircleCheck };
  /** What the scan was for, and when it was. */
  mode: string;
  time: ReactNode;
  word: string;
  /** Below the word. */
  lead?: ReactNode;
  guest: DoorGuest | undefined;
  /** People on a guest list. */
  group?: ReactNode;
  /** The club has doubts about the guest. */
  isDoubtful: boolean;
  /** In the frame: what matters next to the word. */
  next: string | undefined;
  children: ReactNode;
  buttons: ReactNode;
  /** The buttons do nothing yet. */
  areButtonsInert?: boolean;
};

/** The verdict on the full screen: colour, shape, word, guest, and the buttons, which stay visible. */
export function VerdictScreen({ look, mode, time, word, lead, guest, group, isDoubtful, next, children, ...rest }: VerdictScreenProps) {
  const { buttons, areButtonsInert = false } = rest;
  const { fill, on, Icon } = look;
  return (
    <div {...paint({ paper: fill, on, accent: on })} className="paper absolute inset-0 z-10 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-160 flex-col gap-3 px-5 pb-5">
        <p className="flex min-h-11 items-center justify-between gap-4 text-[1.125rem] font-semibold">
          <span>{mode}</span>
          <span className="type-tabular">{time}</span>
        </p>
        <div className="flex flex-col items-center gap-2 text-center">
          <Icon
            strokeWidth={1.5}
            size={160}
            className="h-[min(8rem,13dvh)] w-auto [@media(max-height:44rem)]:h-[9dvh] [@media(max-height:48rem)]:h-[10dvh]"
            aria-hidden="true"
          />
          <FittedText as="h2" className="type-display-l [@media(max-height:48rem)]:[--cap:2.5rem]">
            {word}
          </FittedText>
          {lead}
        </div>
        {isDoubtful && guest?.status && <DoubtfulStatus status={guest.status} />}
        {(guest ?? group) && (
          <div className="flex flex-col gap-1 text-[1.25rem] leading-7 font-semibold">
            {guest && <GuestLines guest={isDoubtful ? { ...guest, status: undefined } : guest} />}
            {group}
          </div>
        )}
        {next !== undefined && (
          <p className="border-2 border-on px-4 py-2 text-[1.25rem] leading-7 font-bold [@media(max-height:44rem)]:py-1 [@media(max-height:44rem)]:text-[1.125rem] [@media(max-height:44rem)]:leading-6">
            {next}
          </p>
        )}
        <div className="flex grow flex-col gap-1 text-[1.125rem] leading-6 font-semibold">{children}</div>
        {/* A very low screen needs the room of the buttons too. */}
        <div
          inert={areButtonsInert}
          className="bottom-0 -mx-5 -mb-5 flex flex-col gap-3 bg-paper px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] [@media(min-height:30rem)]:sticky"
        >
          {buttons}
        </div>
      </div>
    </div>
  );
}

/** The ticket may be valid all the same. Large, so that it cannot be overlooked. */
function DoubtfulStatus({ status }: { status: Status }) {
  const { t } = useTranslation('door');
  const { fill } = scannerFills.reject;
  return (
    <p
      {...paint({ paper: posterColours.bone, on: fill, accent: fill })}
      className="paper flex items-center justify-center gap-3 px-3 py-2 text-center text-[1.375rem] leading-7 font-bold"
    >
      <OctagonAlert size={32} className="shrink-0" aria-hidden="true" />
      {t('status_line', { status: t(`status.${status}`) })}
    </p>
  );
}

type VerdictButtonProps = ComponentProps<typeof Button> & { isOutlined?: boolean; takesFocus?: boolean };

/** `takesFocus`: the way on for the keyboard. */
export function VerdictButton({ isOutlined = false, takesFocus = false, className, ...rest }: VerdictButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const look = classNames('text-[1.25rem]', isOutlined && 'border-2 border-on bg-paper! text-on!', className);
  return <Button ref={button} look="paper" size="scanner" {...rest} className={look} />;
}

/** The verdict for screen readers; interrupts what is being read. */
export const SpokenVerdict = ({ children }: { children: string }) => (
  <p aria-live="assertive" className="sr-only">
    {children}
  </p>
);
