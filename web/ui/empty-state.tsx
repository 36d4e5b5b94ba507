import type { ReactNode } from 'react';

/** One sentence and one link (art direction §12). */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-5 py-6">
      <p className="type-lead text-muted">{text}</p>
      {children}
    </div>
  );
}
