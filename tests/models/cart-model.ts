import type { Command } from './commands.ts';
import { availableByPromoCode, holdOf, eventOf, isReservedForWaitlist, ownedBy, availableIn, sellingOf, type Model } from './model.ts';

export const HOLD_MINUTES = 15;
/** How long places may be held without a running payment or a pause. */
const LIMIT_MINUTES = 30;
const REST_MINUTES = 5;

type Request = { does: string; guest: number; event: number; quantity: number };
type Look = { refusal: string } | { ticketType: number };

/** Releases overdue holds of these events and stores them as expired. Returns true if there were any. */
export function expireHolds(model: Model, events: readonly number[]): boolean {
  const isOver = (hold: Model['holds'][number]) => events.includes(hold.event) && hold.until <= model.now;
  const over = model.holds.filter(isOver);
  model.holds = model.holds.filter((hold) => !isOver(hold));
  for (const { guest, event, quantity } of over) {
    forgetExpired(model, guest, event);
    model.expired.push({ guest, event, quantity, isSeen: false });
  }
  for (const hold of over) rememberPast(model, hold);
  return over.length > 0;
}

export function rememberPast(model: Model, { guest, event, since, until }: Model['holds'][number]): void {
  forgetPast(model, guest, event);
  model.past.push({ guest, event, since, endedAt: Math.min(model.now, until) });
}

export function forgetPast(model: Model, guest: number, event: number): void {
  model.past = model.past.filter((hold) => hold.guest !== guest || hold.event !== event);
}

export const limitOf = ({ since }: { since: number }): number => since + LIMIT_MINUTES;

/** Returns since when this guest holds places of the event if they reserve one now. */
export function sinceOf(model: Model, guest: number, event: number): number {
  const past = model.past.find((hold) => hold.guest === guest && hold.event === event && hold.endedAt > model.now - REST_MINUTES);
  return past?.since ?? model.now;
}

export function forgetExpired(model: Model, guest: number, event: number): void {
  model.expired = model.expired.filter((line) => line.guest !== guest || line.event !== event);
}

/** A wrong code and a used-up one get the same answer. */
const ANSWERS: Record<string, string> = { full: 'sold_out', overdue: 'sold_out', spent: 'code_invalid' };

/** Releases overdue holds only if there is no other place. */
export function add(model: Model, request: Request): string {
  const { guest, event, quantity } = request;
  const first = findAvailable(model, request);
  const mayRetry = 'refusal' in first && ['full', 'spent', 'overdue'].includes(first.refusal);
  const look = mayRetry && expireHolds(model, [event]) ? findAvailable(model, request) : first;
  if ('refusal' in look) return ANSWERS[look.refusal] ?? look.refusal;
  const isByCode = request.does === 'add by code';
  const priceTetri = eventOf(model, event).ticketTypes[look.ticketType]?.priceTetri ?? 0;
  const since = sinceOf(model, guest, event);
  const until = Math.min(model.now + HOLD_MINUTES, limitOf({ since }));
  model.holds.push({
    guest,
    event,
    ticketType: look.ticketType,
    quantity,
    priceTetri,
    until,
    since,
    order: null,
    listed: [],
    isByCode,
  });
  forgetExpired(model, guest, event);
  forgetPast(model, guest, event);
  return `held at ${priceTetri}`;
}

function findAvailable(model: Model, { does, guest, event, quantity }: Request): Look {
  if (model.cancelled.includes(event)) return { refusal: 'event_not_found' };
  const { ticketsPerPerson } = eventOf(model, event);
  const hold = holdOf(model, guest, event);
  if (hold) return { refusal: hold.until > model.now ? 'ticket_in_cart' : 'overdue' };
  if (limitOf({ since: sinceOf(model, guest, event) }) <= model.now) return { refusal: 'hold_limit' };
  if (quantity > ticketsPerPerson) return { refusal: 'invalid_input' };
  if (ownedBy(model, guest, event) + quantity > ticketsPerPerson) return { refusal: 'person_limit' };
  if (does === 'add by code') return findAvailableByPromoCode(model, { guest, event, quantity });
  const ticketType = sellingOf(model, event, quantity);
  return ticketType !== undefined && !isReservedForWaitlist(model, event) ? { ticketType } : { refusal: 'full' };
}

/** Ignores the waitlist: a promo code is an invitation. */
function findAvailableByPromoCode(model: Model, { guest, event, quantity }: Omit<Request, 'does'>): Look {
  const ticketType = eventOf(model, event).ticketTypes.findIndex(({ isHidden }) => isHidden);
  const room = availableIn(model, { event, ticketType });
  if (room.event < quantity) return { refusal: 'full' };
  const least = Math.min(room.ticketType, availableByPromoCode(model, event), availableByPromoCode(model, event, guest));
  return least >= quantity ? { ticketType } : { refusal: 'spent' };
}

export function change(model: Model, { guest, event, quantity }: Omit<Request, 'does'>): string {
  const { ticketsPerPerson } = eventOf(model, event);
  const hold = holdOf(model, guest, event);
  if (!hold) return 'not_found';
  if (hold.until <= model.now) return 'hold_expired';
  if (model.cancelled.includes(event)) return 'not_on_sale';
  const more = quantity - hold.quantity;
  if (more > 0 && limitOf(hold) <= model.now) return 'payment_begun';
  if (quantity > ticketsPerPerson) return 'invalid_input';
  if (more > 0 && ownedBy(model, guest, event) + quantity > ticketsPerPerson) return 'person_limit';
  if (more > 0 && !isAtPresentPrice(model, hold)) return 'price_changed';
  if (more > 0 && !hasRoom(model, hold, more)) {
    // A refusal changes nothing, not even overdue holds of other guests.
    const without = structuredClone(model);
    expireHolds(without, [event]);
    if (!hasRoom(without, hold, more)) return 'sold_out';
    expireHolds(model, [event]);
  }
  hold.quantity = quantity;
  // A smaller line gives up its resale places first, the last listed before the others.
  hold.listed = hold.listed.slice(0, Math.max(0, hold.listed.length + Math.min(0, more)));
  return `held at ${hold.priceTetri}`;
}

/** Held places keep their price; more can be added only at that price. */
export const isAtPresentPrice = (model: Model, { event, ticketType, priceTetri }: Model['holds'][number]): boolean =>
  eventOf(model, event).ticketTypes[ticketType]?.priceTetri === priceTetri;

function hasRoom(model: Model, hold: Model['holds'][number], more: number): boolean {
  const { guest, event, isByCode } = hold;
  const room = availableIn(model, hold);
  if (room.ticketType < more || room.event < more) return false;
  return isByCode
    ? Math.min(availableByPromoCode(model, event), availableByPromoCode(model, event, guest)) >= more
    : !isReservedForWaitlist(model, event);
}

export function remove(model: Model, { guest, event }: Command & { does: 'remove' }): string {
  const gone = holdOf(model, guest, event);
  model.holds = model.holds.filter((hold) => hold !== gone);
  forgetExpired(model, guest, event);
  if (!gone) return 'done';
  rememberPast(model, gone);
  // A guest who removes offered places from the cart leaves the waitlist.
  for (const entry of model.entries) if (entry.state === 'offered' && entry.hold === gone) entry.state = 'left';
  return 'done';
}
