import type { ReactNode } from 'react';

/** A part of a screen under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-bold">{title}</h2>
      {children}
    </div>
  );
}
