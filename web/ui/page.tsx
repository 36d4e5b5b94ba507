import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { FittedText } from './fitted-text.tsx';

/** The padding of every screen whose content does not reach the edges (art direction §4). */
export function PageBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames('mx-auto w-full max-w-[90rem] px-5 py-8 desktop:px-10 desktop:py-12', className)}>{children}</div>;
}

/** The heading of a screen; it takes the focus after a navigation. */
export function PageTitle({ children }: { children: string }) {
  return (
    <FittedText as="h1" className="type-display-l">
      {children}
    </FittedText>
  );
}
