import type { ReactNode } from 'react';

/** How a long form is saved: beside its heading, and on a phone at the lower edge of the screen, wherever one has scrolled to. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3 max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:z-20 max-tablet:border-t max-tablet:border-hairline max-tablet:bg-bg max-tablet:px-5 max-tablet:py-2">
      {children}
    </div>
  );
}
