import type { MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { FittedText } from './fitted-text.tsx';

/** The padding of every screen whose content does not reach the edges. */
export function PageBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames('mx-auto w-full max-w-[90rem] px-5 py-8 desktop:px-10 desktop:py-12', className)}>{children}</div>;
}

/** The heading of a screen; it takes the focus after a navigation. */
export function PageTitle({ cap, children }: { cap?: number | undefined; children: string }) {
  return (
    <FittedText as="h1" cap={cap} className="type-display-l">
      {children}
    </FittedText>
  );
}

/**
 * Focuses the element that a link names. The address does not change: a new one would count as a page view, and its history entry would
 * lack the token that this one has.
 */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.querySelector<HTMLElement>(`#${CSS.escape(event.currentTarget.hash.slice(1))}`);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
