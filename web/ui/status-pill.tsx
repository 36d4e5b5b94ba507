import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A state on an event's paper: outlined for what is to come, filled with a dot for what is going on (art direction §10). */
export function StatusPill({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'type-label inline-flex min-h-8 items-center gap-2.5 rounded-full border-2 border-on px-4 py-1',
        isLive ? 'bg-on text-paper' : 'text-on',
      )}
    >
      {isLive && <span className="size-2 rounded-full bg-current" />}
      {children}
    </p>
  );
}
