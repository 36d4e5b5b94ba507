import { HOLD_LIMIT_MS, HOLD_MS, HOLD_COOLDOWN_MS } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { isAdmitted, isBanned } from '#shared/accounts/account-rules.ts';
import { isOnSale } from '#shared/events/timing.ts';
import { guestsKnownOf, ticketsPerPersonAt } from '#shared/tickets/claims.ts';
import { isRejected } from '#server/accounts/may-buy.ts';
import { inSaleOrder, isReservedForWaitlist } from '#server/content/events/ticket-types.ts';
import type { Code, Guest, ListedTicket, Stock, TicketType } from './availability.queries.ts';

/**
 * Why places are requested, and how many in all:
 * - `cart`: a new line, of the ticket type on sale, or of what a code opens;
 * - `line`: the cart line gets this quantity;
 * - `code`: the cart line moves to what the code opens, at its price;
 * - `order`: the cart line is ordered as it is;
 * - `payment`: the line of a paid order, from the hold that was ordered, else from free places;
 * - `waitlist`: an offer to a waitlist entry, in spite of the pause after a hold; `listed`: the listed tickets that it may get;
 * - `transfer`: a guest accepts a ticket that has its place already, and waits for the verification that the event may want;
 * - `keep`: the owner of an unclaimed ticket claims it, with its place;
 * - `gift`: complimentary tickets of a type, or with null from the capacity alone.
 */
export type Ask =
  | { by: 'cart'; quantity: number; hasCode: boolean }
  | { by: 'line'; quantity: number }
  | { by: 'code'; quantity: number }
  | { by: 'order'; quantity: number }
  | { by: 'payment'; quantity: number; ticketTypeId: number; orderId: number }
  | { by: 'waitlist'; quantity: number; listed: readonly ListedTicket[] }
  | { by: 'transfer' | 'keep'; quantity: 1 }
  | { by: 'complimentary'; quantity: number; ticketTypeId: number | null };

/** The facts of a question. `code`: of the request, of the line, or of the paid order line. */
export type Situation = { stock: Stock | undefined; guest: Guest | undefined; code?: Code | undefined };
export type Policy = { now: Date; rejectedMayBuy: boolean; claimHours: number };

type Reason =
  | 'event_not_found'
  | 'event_ended'
  | 'not_on_sale'
  | 'price_unavailable'
  /** Of a complimentary ticket: the event has no such ticket type. */
  | 'type_not_found'
  | 'price_changed'
  | 'code_invalid'
  | 'banned'
  | 'account_rejected'
  | 'verified_only'
  | 'account_deleted'
  /** A guest claims a second place of an event that wants names. */
  | 'has_place'
  | 'ticket_in_cart'
  | 'hold_limit'
  /** The line has expired and cannot be held again. */
  | 'hold_expired'
  | 'payment_begun'
  /** More than the event allows anyone. */
  | 'too_many'
  | 'person_limit'
  /** One place for each person, because friends can claim no more. */
  | 'claims_ended'
  | 'sold_out'
  /** The code gives no more places, although the event has some. */
  | 'code_spent';

/** `left`: how many places there are instead. `againAt`: when the guest may hold places again. */
export type Unavailable = { reason: Reason; left?: number; againAt?: Date };
/** `listedIds`: the tickets for resale whose places these are; empty where the club's own are free. */
export type Available = {
  ticketType: TicketType | null;
  priceTetri: number;
  /** The price without the code; null without one, or while nothing is sold without it. */
  publicPriceTetri: number | null;
  listedIds: readonly number[];
};

/** Decides whether this many places are available: from which ticket type and at what price, or the one reason why not. */
export function checkAvailability(ask: Ask, situation: Situation, policy: Policy): Available | Unavailable {
  const { stock, guest } = situation;
  if (!stock) return { reason: 'event_not_found' };
  const refusal = refuseEvent(ask, stock, policy) ?? refuseBuyer(ask, stock, guest, policy) ?? refuseHolding(ask, guest, policy);
  if (refusal) return refusal;
  const isCovered = guest !== undefined && (ask.by === 'order' || (ask.by === 'payment' && coversLine(guest, ask)));
  const tooMany = isCovered ? undefined : refuseMany(ask, stock);
  if (tooMany) return tooMany;
  const source = findSource(ask, situation, stock, policy);
  if ('reason' in source) return source;
  if (isCovered) return refuseForFriends(ask, stock, guest, policy) ?? placesOf(source);
  return refusePerson(ask, stock, guest) ?? refuseForFriends(ask, stock, guest, policy) ?? takeFrom(ask, situation, stock, source, policy);
}

function refuseEvent({ by }: Ask, { event }: Stock, { now }: Policy): Unavailable | undefined {
  if (event.state !== 'published') return { reason: by === 'cart' ? 'event_not_found' : 'not_on_sale' };
  return event.endsAt <= now ? { reason: 'event_ended' } : undefined;
}

/** Any guest may reduce held places, and paid money buys places unless the door would refuse their tickets. */
function refuseBuyer(ask: Ask, { event }: Stock, guest: Guest | undefined, { now, rejectedMayBuy }: Policy): Unavailable | undefined {
  if (!guest || ask.by === 'complimentary' || ask.by === 'code' || !growsLine(ask, guest)) return undefined;
  const { buyer } = guest;
  if (isBanned(buyer, now)) return { reason: 'banned' };
  if (buyer.deletedAt !== null) return { reason: 'account_deleted' };
  if (ask.by === 'payment') return undefined;
  const isForVerified = isClaim(ask) && event.verifiedOnly;
  if ((!rejectedMayBuy || isForVerified) && isRejected(buyer)) return { reason: 'account_rejected' };
  if (isClaim(ask)) return guest.hasOwnPlace && guestsKnownOf(event) !== 'nobody' ? { reason: 'has_place' } : undefined;
  return event.verifiedOnly && !isAdmitted(buyer.status) ? { reason: 'verified_only' } : undefined;
}

/** A guest claims a ticket that exists and has its place. */
const isClaim = ({ by }: Ask): boolean => by === 'transfer' || by === 'keep';

/** Returns false for a line that gets fewer places, or as many as it has. */
const growsLine = (ask: Ask, { hold }: Guest): boolean => ask.by !== 'line' || ask.quantity > (hold?.quantity ?? 0);

/** One line per event, held no longer than HOLD_LIMIT_MS. */
function refuseHolding(ask: Ask, guest: Guest | undefined, { now }: Policy): Unavailable | undefined {
  if (!guest) return undefined;
  const { hold } = guest;
  // An overdue hold has to be released first.
  if (hold && ask.by === 'cart') return { reason: hold.heldUntil > now ? 'ticket_in_cart' : 'sold_out' };
  if (hold && ask.by === 'waitlist') return { reason: 'ticket_in_cart' };
  if (hold && ask.by === 'line' && hold.heldUntil <= now) return { reason: 'hold_expired' };
  if (hold && ask.by === 'line' && growsLine(ask, guest) && isUsedUp(hold, now)) return { reason: 'payment_begun' };
  const againAt = ask.by === 'cart' && guest.past !== null && cooldownEnd(guest.past, now);
  return againAt ? { reason: 'hold_limit', againAt } : undefined;
}

/** An ordered hold is binding, even if allocation or limit were lowered since. */
export function coversLine({ hold }: Guest, { orderId, ticketTypeId, quantity }: Ask & { by: 'payment' }): boolean {
  if (hold === null || hold.orderId !== orderId || hold.ticketTypeId !== ticketTypeId) return false;
  return hold.quantity >= quantity && hold.resaleQuantity === hold.sellableListings;
}

function refuseMany({ by, quantity }: Ask, { event }: Stock): Unavailable | undefined {
  if (by === 'complimentary' || by === 'code') return undefined;
  return quantity > event.ticketsPerPerson ? { reason: 'too_many' } : undefined;
}

/**
 * Counts the person's valid tickets, not refunded ones. Complimentary tickets and places held before it was lowered may exceed the limit.
 */
function refusePerson(ask: Ask, { event }: Stock, guest: Guest | undefined): Unavailable | undefined {
  if (!guest || ask.by === 'complimentary' || ask.by === 'code' || ask.by === 'keep' || !growsLine(ask, guest)) return undefined;
  // The recipient of a transfer keeps the places in the cart, so they count.
  const inCart = ask.by === 'transfer' ? (guest.hold?.quantity ?? 0) : 0;
  return guest.owned + inCart + ask.quantity > event.ticketsPerPerson ? { reason: 'person_limit' } : undefined;
}

/** Money that arrives late buys all places that were ordered, and a claim adds no place. */
function refuseForFriends(ask: Ask, { event }: Stock, guest: Guest | undefined, policy: Policy): Unavailable | undefined {
  if (ask.by === 'complimentary' || ask.by === 'code' || ask.by === 'payment' || isClaim(ask)) return undefined;
  const most = mostOf(event, policy);
  if (!guest || most === event.ticketsPerPerson || !growsLine(ask, guest)) return undefined;
  return guest.owned + ask.quantity > most ? { reason: 'claims_ended' } : undefined;
}

/** Returns how many places one person may buy now. */
export const mostOf = (event: Stock['event'], { now, claimHours }: Pick<Policy, 'now' | 'claimHours'>): number =>
  ticketsPerPersonAt(event, { now, hours: claimHours });

type Source = { ticketType: TicketType | null; publicPriceTetri?: number | null };

function findSource(ask: Ask, { guest, code }: Situation, stock: Stock, { now }: Policy): Source | Unavailable {
  const byId = (id: number | undefined) => stock.ticketTypes.find((type) => type.id === id) ?? null;
  if (isClaim(ask)) return { ticketType: null };
  if (ask.by === 'complimentary') {
    const ticketType = byId(ask.ticketTypeId ?? undefined);
    const isMissing = ask.ticketTypeId !== null && (ticketType === null || ticketType.kind === 'complimentary');
    return isMissing ? { reason: 'type_not_found' } : { ticketType };
  }
  if (ask.by === 'payment') return { ticketType: byId(ask.ticketTypeId) };
  const onSale = firstOnSale(stock, ask.quantity, now);
  if (ask.by === 'code' || (ask.by === 'cart' && ask.hasCode)) {
    const ticketType = code && isOpen(code, now) ? byId(code.ticketTypeId) : null;
    if (!ticketType || ticketType.priceTetri === null || !isOnSale(ticketType, now)) return { reason: 'code_invalid' };
    return { ticketType, publicPriceTetri: onSale?.priceTetri ?? null };
  }
  if (ask.by === 'line' || ask.by === 'order') return findSourceOfLine(ask, guest, byId(guest?.hold?.ticketTypeId), now);
  if (ask.by === 'waitlist') return { ticketType: onSale?.priceTetri === null ? null : (onSale ?? null) };
  if (!onSale) return { reason: 'not_on_sale' };
  return onSale.priceTetri === null ? { reason: 'price_unavailable' } : { ticketType: onSale };
}

/** Additional places, and expired ones, are held only while their type still sells them at the held price. */
function findSourceOfLine(ask: Ask, guest: Guest | undefined, ticketType: TicketType | null, now: Date): Source | Unavailable {
  const hold = guest?.hold;
  if (!guest || !hold) return { ticketType };
  const isSame = ticketType !== null && ticketType.kind !== 'complimentary' && ticketType.priceTetri === hold.priceTetri;
  const stillSells = isSame && isOnSale(ticketType, now);
  if (ask.by === 'order') return hold.heldUntil > now || (stillSells && !isUsedUp(hold, now)) ? { ticketType } : { reason: 'hold_expired' };
  return stillSells || !growsLine(ask, guest) ? { ticketType } : { reason: 'price_changed' };
}

/** Returns the ticket type without a code that sells this many places: the first with enough of them, else the first within its time. */
function firstOnSale({ ticketTypes }: Stock, quantity: number, now: Date): TicketType | undefined {
  const [first] = inSaleOrder(
    ticketTypes.filter(({ kind }) => kind === 'public'),
    now,
    quantity,
  );
  return first && isOnSale(first, now) ? first : undefined;
}

const isOpen = ({ endedAt, validFrom, validUntil }: Code, now: Date): boolean =>
  endedAt === null && (validFrom === null || validFrom <= now) && (validUntil === null || validUntil > now);

function takeFrom(ask: Ask, situation: Situation, stock: Stock, source: Source, policy: Policy): Available | Unavailable {
  const { guest } = situation;
  const { ticketType } = source;
  const found = placesOf(source);
  if (isClaim(ask) || (guest && !growsLine(ask, guest))) return found;
  const left = countFree(ask, situation, stock, source, policy);
  if (ask.by === 'waitlist' && (ticketType === null || left < ask.quantity)) return takeListed(ask, situation, stock);
  if (left >= ask.quantity) return found;
  const isByCode = (ask.by === 'cart' && ask.hasCode) || ask.by === 'code';
  return { reason: isByCode && freeOf(stock.event) >= ask.quantity ? 'code_spent' : 'sold_out', left };
}

const placesOf = ({ ticketType, publicPriceTetri = null }: Source): Available => {
  return { ticketType, priceTetri: ticketType?.priceTetri ?? 0, publicPriceTetri, listedIds: [] };
};

const freeOf = ({ capacity, soldOrReserved }: Stock['event']): number => capacity - soldOrReserved;

/** Counts the source's free places for this guest, including those that the guest's own line gives up for them. */
function countFree(ask: Ask, { guest, code }: Situation, stock: Stock, { ticketType }: Source, { now }: Policy): number {
  const own = ownPlaces(ask, guest);
  const held = guest?.hold ?? null;
  const inType =
    ticketType === null ? [] : [ticketType.allocation - ticketType.soldOrReserved + (held?.ticketTypeId === ticketType.id ? own : 0)];
  const ofCode =
    code === undefined ? [] : availableByCode(ask, code).map((available) => available + (held?.promoCodeId === code.id ? own : 0));
  const inEvent = freeOf(stock.event) + own;
  // Places for the waitlist go to no one else, except with a code. A line keeps what it has.
  const isForWaitlist = (ask.by === 'cart' || ask.by === 'line') && code === undefined && reservesForWaitlist(stock, now);
  return Math.max(0, Math.min(inEvent, ...inType, ...ofCode, ...(isForWaitlist ? [own] : [])));
}

function ownPlaces(ask: Ask, guest: Guest | undefined): number {
  const { quantity = 0, resaleQuantity = 0 } = guest?.hold ?? {};
  if (ask.by === 'line' || ask.by === 'code') return quantity;
  return ask.by === 'payment' ? quantity - resaleQuantity : 0;
}

/** Paid places are limited by the code's total uses only; a line may not grow once its code has ended. */
function availableByCode(ask: Ask, { uses, usesPerPerson, used, usedByPerson, endedAt }: Code): number[] {
  if (ask.by === 'line' && endedAt !== null) return [0];
  const all = uses === null ? [] : [uses - used];
  const person = usesPerPerson === null || ask.by === 'payment' ? [] : [usesPerPerson - usedByPerson];
  return [...all, ...person];
}

/** Returns true if a waitlist entry would get the places that are free now. */
export const reservesForWaitlist = ({ event, ticketTypes, fewestAwaited }: Stock, now: Date): boolean =>
  fewestAwaited !== null &&
  isReservedForWaitlist({ ...event, fewestAwaited, ticketTypes: ticketTypes.filter(({ kind }) => kind === 'public') }, now);

/** The club's own places go first, then listed tickets of one type and price, never a guest's own. */
function takeListed({ quantity, listed }: Ask & { by: 'waitlist' }, { guest }: Situation, { ticketTypes }: Stock): Available | Unavailable {
  const others = listed.filter(({ userId }) => userId !== guest?.userId);
  const alike = Map.groupBy(others, ({ ticketTypeId, priceTetri }) => `${ticketTypeId} ${priceTetri}`);
  const enough = [...alike.values()].find((each) => each.length >= quantity)?.slice(0, quantity);
  const [first] = enough ?? [];
  if (!enough || !first) return { reason: 'sold_out' };
  const ticketType = ticketTypes.find(({ id }) => id === first.ticketTypeId) ?? null;
  return { ticketType, priceTetri: first.priceTetri, publicPriceTetri: null, listedIds: enough.map(({ id }) => id) };
}

/** Returns the places that a type sells without a code now; none while it has no price or is outside its time. */
function sellingNow({ event, ticketTypes }: Stock, now: Date): number[] {
  const selling = ticketTypes.filter((type) => type.kind === 'public' && type.priceTetri !== null && isOnSale(type, now));
  return selling.map(({ allocation, soldOrReserved }) => Math.min(allocation - soldOrReserved, freeOf(event)));
}

/** Returns whether any ticket type sells without a code within its time, and until when the last one does, at most until the start. */
export function saleOf({ event, ticketTypes }: Stock, now: Date): { sells: boolean; endsAt: Date | null } {
  const priced = ticketTypes.filter(({ kind, priceTetri }) => kind === 'public' && priceTetri !== null);
  const ends = priced.map(({ onSaleUntil }) => Math.min((onSaleUntil ?? event.startsAt).getTime(), event.startsAt.getTime()));
  return { sells: priced.some((type) => isOnSale(type, now)), endsAt: ends.length === 0 ? null : new Date(Math.max(...ends)) };
}

/** Returns the most places that one guest could buy without a code now, including those reserved for the waitlist. */
export const mostFree = (stock: Stock, now: Date): number => Math.max(0, ...sellingNow(stock, now));

/** Returns what a code opens for one more place, and at what price, for any visitor; also while the event is full. */
export function openedBy({ stock, code }: Situation, policy: Policy): (Available & { ticketType: TicketType; code: Code }) | undefined {
  if (!stock || !code) return undefined;
  const ask = { by: 'cart', quantity: 1, hasCode: true } as const;
  if (refuseEvent(ask, stock, policy)) return undefined;
  const source = findSource(ask, { stock, guest: undefined, code }, stock, policy);
  if ('reason' in source || source.ticketType === null) return undefined;
  const available = Math.min(
    source.ticketType.allocation - source.ticketType.soldOrReserved,
    code.uses === null ? Infinity : code.uses - code.used,
  );
  return available > 0 ? { ...placesOf(source), ticketType: source.ticketType, code } : undefined;
}

type Holding = { heldSince: Date };

/** Returns when HOLD_LIMIT_MS ends: only a running payment holds places longer. */
export const limitEnd = ({ heldSince }: Holding): number => heldSince.getTime() + HOLD_LIMIT_MS;

/** Returns true if places were held for the whole HOLD_LIMIT_MS: only a payment that began before may still finish. */
export const isUsedUp = (hold: Holding, now: Date): boolean => limitEnd(hold) <= now.getTime();

/** Returns until when places taken now are held: HOLD_MS, within the limit. */
export const heldFromNow = (hold: Holding, now: Date): Date => new Date(Math.min(now.getTime() + HOLD_MS, limitEnd(hold)));

/**
 * Returns until when places are held for an order: HOLD_MS from now, which is longer than the bank's session; within the limit, or until
 * HOLD_MS after `orderedAt`.
 */
export function heldForOrder(hold: Holding, orderedAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + HOLD_MS, Math.max(limitEnd(hold), orderedAt.getTime() + HOLD_MS)));
}

/**
 * Returns until when places are held after a payment ended. If the limit passed during the payment, they end now, not in the past: their
 * owner's pause begins when the places are free.
 */
export const heldWithoutOrder = (hold: Holding & { heldUntil: Date }, now: Date): Date =>
  new Date(Math.min(hold.heldUntil.getTime(), Math.max(limitEnd(hold), now.getTime())));

/** Returns when a guest whose half hour is used up may hold places again, HOLD_COOLDOWN_MS after the last hold; undefined when that is now. */
export function cooldownEnd(past: Holding & { endedAt: Date }, now: Date): Date | undefined {
  const again = past.endedAt.getTime() + HOLD_COOLDOWN_MS;
  return isUsedUp(past, now) && again > now.getTime() ? new Date(again) : undefined;
}

/** Returns the `heldSince` of a new hold: within the pause after the last one, its half hour continues. */
export const heldSinceOf = (past: (Holding & { endedAt: Date }) | null, now: Date): Date =>
  past !== null && past.endedAt.getTime() + HOLD_COOLDOWN_MS > now.getTime() ? past.heldSince : now;

/** Rounds up, so that a retry at that time is never too early. */
export const toFullMinute = (time: Date): Date => new Date(Math.ceil(time.getTime() / MINUTE_MS) * MINUTE_MS);
