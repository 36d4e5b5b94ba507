import type { ReactNode } from 'react';
import { editionOf } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl, eventTheme } from '#shared/media/covers.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { paint } from '#web/lib/paint.ts';
import { Poster } from '#web/ui/picture.tsx';
import type { TicketEvent } from './own-tickets.ts';
import { TicketStub } from './ticket-stub.tsx';

type OpenTicketProps = {
  ticket: TicketView;
  /** Undefined when the ticket does not name its event. */
  eventId: number | undefined;
  event: TicketEvent | undefined;
  isStored: boolean;
  label?: string;
  /** The event on its paper. */
  children: ReactNode;
};

/** An unused ticket, with its code high on a phone. Where there is room, event and stub are side by side. */
export function OpenTicket({ ticket, eventId, event, isStored, label, children }: OpenTicketProps) {
  return (
    <article
      aria-label={label}
      {...paint(eventTheme(eventId ?? ticket.id))}
      className="w-full max-w-200 tablet:grid tablet:grid-cols-[minmax(0,1fr)_20rem] print:block"
    >
      <div className="paper flex flex-col">
        <div className="relative hidden grow tablet:block print:hidden">
          {eventId !== undefined && (
            <Poster src={coverUrl(eventId, '4x5', editionOf(ticket.id))} {...coverRatios['4x5']} className="absolute inset-0 h-full" />
          )}
        </div>
        {children}
      </div>
      <div className="stub-edge">
        <TicketStub ticket={ticket} event={event} isStored={isStored} />
      </div>
    </article>
  );
}
