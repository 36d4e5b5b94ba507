import type { ReactNode } from 'react';
import type { TransferOptions } from '#shared/tickets/transfers.contract.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';

export type PartProps = {
  view: TransferOptions;
  show(view: TransferOptions): void;
  /** Fetches the ticket again, because something has changed. */
  refresh(): void;
};

/** One of the transfer options; `refusal`: why it is not available now. */
export function Part({ title, refusal, children }: { title: string; refusal?: string; children?: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col items-start gap-4 border-t border-hairline pt-6 *:max-w-full">
      <FittedText as="h3" cap={24} className="type-display-s">
        {title}
      </FittedText>
      {refusal !== undefined && <p className="text-muted">{refusal}</p>}
      {children}
    </section>
  );
}
