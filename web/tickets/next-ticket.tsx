import { timeText } from '#shared/dates.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { EventLines } from './event-lines.tsx';
import { loadTicketEvent, type TicketEvent } from './own-tickets.ts';
import { OpenTicket } from './open-ticket.tsx';

/** The longest that the profile waits for the ticket. */
const WAIT_MS = 4_000;

export type NextTicketData = { ticket: TicketView; event: TicketEvent } | undefined;

/** The ticket of the running or next event. If it cannot be fetched, the list of all tickets shows the error. */
export async function loadNextTicket(signal: AbortSignal): Promise<NextTicketData> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    const { ticket } = await api.tickets.next({}, { signal: limit });
    return ticket ? { ticket, event: await loadTicketEvent(ticket.basket.eventId, limit, false) } : undefined;
  } catch {
    return undefined;
  }
}

/** The profile begins with it, open. */
export function NextTicket({ ticket, event }: NonNullable<NextTicketData>) {
  const { t } = useTranslation('tickets');
  return (
    <OpenTicket label={t('next')} ticket={ticket} eventId={event.id} event={event} isStored={false}>
      <EventLines event={event} doors={t('doors', { time: timeText(event.startDate) })} />
    </OpenTicket>
  );
}
