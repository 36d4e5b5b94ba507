import { timeText } from '#shared/dates.ts';
import { editionOf } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl, eventTheme } from '#shared/media/covers.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { paint } from '#web/lib/paint.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { Poster } from '#web/ui/picture.tsx';
import { EventLines } from './event-lines.tsx';
import { loadTicketEvent, type TicketEvent } from './own-tickets.ts';
import { TicketStub } from './ticket-stub.tsx';

/** The profile waits for the ticket, but not longer. */
const WAIT_MS = 4_000;

export type NextTicketData = { ticket: TicketView; event: TicketEvent } | undefined;

/** The ticket of the event that runs or comes next. Where it cannot be fetched, the list of all tickets says what is wrong. */
export async function loadNextTicket(signal: AbortSignal): Promise<NextTicketData> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    const { ticket } = await api.tickets.next({}, { signal: limit });
    return ticket ? { ticket, event: await loadTicketEvent(ticket.basket.eventId, limit, false) } : undefined;
  } catch {
    return undefined;
  }
}

/** A ticket that is open, its code in the first view of a phone. Where there is room, event and stub stand beside each other. */
export function NextTicket({ ticket, event }: NonNullable<NextTicketData>) {
  const { t } = useTranslation('tickets');
  const { id } = event;
  return (
    <article
      aria-label={t('next')}
      {...paint(eventTheme(id))}
      className="w-full max-w-200 tablet:grid tablet:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="paper flex flex-col">
        <div className="relative hidden grow tablet:block">
          <Poster src={coverUrl(id, '4x5', editionOf(ticket.id))} {...coverRatios['4x5']} className="absolute inset-0 h-full" />
        </div>
        <EventLines event={event} doors={t('doors', { time: timeText(event.startDate) })} />
      </div>
      <div className="stub-edge">
        <TicketStub ticket={ticket} event={event} isKept={false} />
      </div>
    </article>
  );
}
