import type { EventView } from '#shared/events/events.contract.ts';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { isAway } from '#web/lib/error-text.ts';
import { readForUser, storeForUser } from '#web/lib/user-storage.ts';

/** After this time the device's copy is shown: a guest at the door cannot wait longer. */
const LOAD_TIMEOUT_MS = 6_000;

/** `tickets` unvalidated, because the screen validates them; `storedAt` if they are this device's copy. */
export type OwnTickets = { tickets: unknown; storedAt?: string };

/**
 * Loads the user's tickets and stores them; returns this device's copy if the network fails, is too slow or is known to be missing
 * (`isMissing`).
 */
export async function loadTickets(signal: AbortSignal, isMissing: boolean): Promise<OwnTickets> {
  return orStored<OwnTickets>(signal, storedTickets(), isMissing, async (signal) => {
    const tickets = await api.tickets.mine({}, { signal: signal });
    const own = newestFirst(tickets);
    if (own) storeTickets(own);
    return { tickets };
  });
}

/** Loads the event of a ticket, with the same fallback as `loadTickets`. */
export async function loadTicketEvent(id: number, signal: AbortSignal, isMissing: boolean): Promise<TicketEvent> {
  return orStored(signal, storedEvent(id), isMissing, async (signal) => {
    const event = await api.events.get({ id }, { signal: signal });
    storeEvent(event);
    return event;
  });
}

async function orStored<T>(
  signal: AbortSignal,
  stored: T | undefined,
  isMissing: boolean,
  load: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!stored) return load(signal);
  if (isMissing) return stored;
  try {
    return await load(AbortSignal.any([signal, AbortSignal.timeout(LOAD_TIMEOUT_MS)]));
  } catch (error) {
    if (isAway(error)) return stored;
    throw error;
  }
}

/** Spec §4: by id, highest first. Undefined when the answer is no list. */
export function newestFirst(tickets: unknown): TicketView[] | undefined {
  return isTicketList(tickets) ? tickets.toSorted((a, b) => b.id - a.id) : undefined;
}

/** Only the list is validated here, as the spec says; a ticket's card shows its own errors. */
const isTicketList = (tickets: unknown): tickets is TicketView[] => Array.isArray(tickets);

/** The price in GEL; undefined for an invalid one: the card then shows N/A. */
export const validPrice = (price: unknown): number | undefined =>
  typeof price === 'number' && Number.isFinite(price) && price >= 0 ? price : undefined;

/** The event of a ticket; undefined when the ticket does not name it. */
export function eventIdOf(ticket: { basket?: { eventId?: unknown } }): number | undefined {
  const id = ticket.basket?.eventId;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The tickets as last loaded by this device: they must open the door without a signal. Devices have them under these names. */
type StoredTickets = { keptAt: string; tickets: TicketView[] };
/** The fields of a ticket's event. A copy from an older release lacks its end. */
export type TicketEvent = Pick<EventView, 'id' | 'name' | 'nameLat' | 'startDate'> & Partial<Pick<EventView, 'endDate'>>;

const TICKETS = 'tickets';
const eventKey = (id: number): string => `event:${id}`;
/** The newest ones; the picture of a code takes about 7 kB. */
const MOST_TICKETS = 60;

/** The text of a code is in its picture; a used ticket needs neither. */
function storeTickets(tickets: readonly TicketView[]): void {
  const newest = tickets
    .slice(0, MOST_TICKETS)
    .map((ticket) => ({ ...ticket, code: '', qrCodeUrl: ticket.isUsedTicket ? '' : ticket.qrCodeUrl }));
  storeForUser(TICKETS, { keptAt: new Date().toISOString(), tickets: newest } satisfies StoredTickets);
}

function storedTickets(): OwnTickets | undefined {
  const stored = readForUser(TICKETS);
  return areStoredTickets(stored) ? { tickets: stored.tickets, storedAt: stored.keptAt } : undefined;
}

export const hasStoredTickets = (): boolean => storedTickets() !== undefined;

const storeEvent = ({ id, name, nameLat, startDate, endDate }: TicketEvent): void =>
  storeForUser(eventKey(id), { id, name, nameLat, startDate, ...(endDate !== undefined && { endDate }) } satisfies TicketEvent);

function storedEvent(id: number): TicketEvent | undefined {
  const stored = readForUser(eventKey(id));
  return isTicketEvent(stored) ? stored : undefined;
}

const has = (value: unknown, name: string, isFit: (part: unknown) => boolean): boolean =>
  typeof value === 'object' && value !== null && isFit(Reflect.get(value, name));
const isText = (part: unknown): boolean => typeof part === 'string';

/** A ticket's card shows its own errors. */
const areStoredTickets = (value: unknown): value is StoredTickets => has(value, 'keptAt', isText) && has(value, 'tickets', Array.isArray);
const isTicketEvent = (value: unknown): value is TicketEvent =>
  ['name', 'nameLat', 'startDate'].every((name) => has(value, name, isText)) && has(value, 'id', Number.isSafeInteger);
