import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { FittedText } from './fitted-text.tsx';

/** The padding every screen has that does not bleed to the edges (art direction §4). */
export function PageBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames('mx-auto w-full max-w-[90rem] px-5 py-8 desktop:px-10 desktop:py-12', className)}>{children}</div>;
}

/** The heading of a screen; it takes the focus when the screen is come to. */
export function PageTitle({ children }: { children: string }) {
  return (
    <FittedText as="h1" className="type-display-l">
      {children}
    </FittedText>
  );
}
