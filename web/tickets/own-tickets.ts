import type { EventView } from '#shared/events/event.views.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { isAway } from '#web/lib/error-text.ts';
import { readForUser, storeForUser } from '#web/lib/user-storage.ts';

/** Longer than this nobody at a door waits for what is at hand. */
const LOAD_TIMEOUT_MS = 6_000;

/** `tickets` as they came, to be judged by the screen; `keptAt` when they are this device's copy. */
export type OwnTickets = { tickets: unknown; keptAt?: string };

/** The own tickets, kept for later; this device's copy when the network fails, takes too long or `isMissing` anyhow. */
export async function loadTickets(signal: AbortSignal, isMissing: boolean): Promise<OwnTickets> {
  return orKept(signal, keptTickets(), isMissing, async (signal) => {
    const tickets = await api.tickets.mine({}, { signal: signal });
    const own = newestFirst(tickets);
    if (own) keepTickets(own);
    return { tickets };
  });
}

/** What a ticket says of its night, in the same way. */
export async function loadTicketEvent(id: number, signal: AbortSignal, isMissing: boolean): Promise<TicketEvent> {
  return orKept(signal, keptEvent(id), isMissing, async (signal) => {
    const event = await api.events.get({ id }, { signal: signal });
    keepEvent(event);
    return event;
  });
}

async function orKept<T>(
  signal: AbortSignal,
  kept: T | undefined,
  isMissing: boolean,
  load: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!kept) return load(signal);
  if (isMissing) return kept;
  try {
    return await load(AbortSignal.any([signal, AbortSignal.timeout(LOAD_TIMEOUT_MS)]));
  } catch (error) {
    if (isAway(error)) return kept;
    throw error;
  }
}

/** Spec §4: by id, highest first. Nothing when what came is no list. */
export function newestFirst(tickets: unknown): TicketView[] | undefined {
  return isTicketList(tickets) ? tickets.toSorted((a, b) => b.id - a.id) : undefined;
}

/** The list is judged as the spec says; what is wrong inside a ticket its card says. */
const isTicketList = (tickets: unknown): tickets is TicketView[] => Array.isArray(tickets);

/** The price in GEL; nothing for one that is none: the card then says N/A. */
export const validPrice = (price: unknown): number | undefined =>
  typeof price === 'number' && Number.isFinite(price) && price >= 0 ? price : undefined;

/** The event a ticket is for; nothing when the ticket does not say. */
export function eventIdOf(ticket: { basket?: { eventId?: unknown } }): number | undefined {
  const id = ticket.basket?.eventId;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

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
