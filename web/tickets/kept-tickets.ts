import type { EventView } from '#shared/events/event.views.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { storeForUser, readForUser } from '#web/lib/user-storage.ts';

/** Tickets as this device saw them last: in a cellar without a signal they must open the door. */
export type KeptTickets = { keptAt: string; tickets: TicketView[] };
/** What a ticket says of its night. */
export type TicketEvent = Pick<EventView, 'id' | 'name' | 'nameLat' | 'startDate'>;

const TICKETS = 'tickets';
const eventKey = (id: number): string => `event:${id}`;
/** The newest; a code's picture takes about 7 kB. */
const MOST_TICKETS = 60;

/** The text of a code is in its picture; a used ticket needs neither. */
export function keepTickets(tickets: readonly TicketView[]): void {
  const kept = tickets
    .slice(0, MOST_TICKETS)
    .map((ticket) => ({ ...ticket, code: '', qrCodeUrl: ticket.isUsedTicket ? '' : ticket.qrCodeUrl }));
  storeForUser(TICKETS, { keptAt: new Date().toISOString(), tickets: kept } satisfies KeptTickets);
}

export function keptTickets(): KeptTickets | undefined {
  const kept = readForUser(TICKETS);
  return isKeptTickets(kept) ? kept : undefined;
}

export const hasKeptTickets = (): boolean => keptTickets() !== undefined;

export const keepEvent = ({ id, name, nameLat, startDate }: TicketEvent): void =>
  storeForUser(eventKey(id), { id, name, nameLat, startDate } satisfies TicketEvent);

export function keptEvent(id: number): TicketEvent | undefined {
  const kept = readForUser(eventKey(id));
  return isTicketEvent(kept) ? kept : undefined;
}

const has = (value: unknown, name: string, isFit: (part: unknown) => boolean): boolean =>
  typeof value === 'object' && value !== null && isFit(Reflect.get(value, name));
const isText = (part: unknown): boolean => typeof part === 'string';

/** What is wrong inside a ticket its card says. */
const isKeptTickets = (value: unknown): value is KeptTickets => has(value, 'keptAt', isText) && has(value, 'tickets', Array.isArray);
const isTicketEvent = (value: unknown): value is TicketEvent =>
  ['name', 'nameLat', 'startDate'].every((name) => has(value, name, isText)) && has(value, 'id', Number.isSafeInteger);
