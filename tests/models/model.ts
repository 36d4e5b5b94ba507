import type { EventPlan } from './commands.ts';

export type Line = { event: number; ticketType: number; quantity: number; priceTetri: number; isByCode: boolean };
/** `listed`: the resale tickets whose places these are; its other places are the club's own. */
export type Hold = Line & { guest: number; until: number; since: number; order: number | null; listed: Ticket[] };
/** Places that a guest released unpaid, and since when they were held. */
type EndedHold = { guest: number; event: number; since: number; endedAt: number };
type Expired = { guest: number; event: number; quantity: number; isSeen: boolean };
export type BankOrder = {
  state: 'open' | 'processing' | 'captured' | 'rejected' | 'refunded';
  expiresAt: number;
  completesAt: number;
  isShort: boolean;
};
export type Order = {
  guest: number;
  lines: Line[];
  state: 'pending' | 'paid' | 'failed' | 'refunded';
  payment: 'created' | 'pending' | 'paid' | 'failed' | 'flagged' | 'refunding' | 'refunded';
  expiresAt: number;
  orderedAt: number;
  /** We ended the order, but the bank may still capture the money. */
  isWatched: boolean;
  /** The order at the bank; `isKnown` once its answer reached us. */
  bank: BankOrder | null;
  isKnown: boolean;
  refundedTetri: number;
  /** Refunds that are owed but not sent yet, for tickets that were resold. */
  dueTetri: number;
};
/**
 * `listForResale`: its turn among the resale listings; null if it is not listed. `passedOn`: how often its place was transferred before.
 */
export type Ticket = {
  guest: number;
  event: number;
  ticketType: number;
  order: number;
  isUsed: boolean;
  state: 'valid' | 'refunded' | 'transferred';
  listForResale: number | null;
  passedOn: number;
  issuedAt: number;
};
/** A guest's waitlist entry, in the order of joining. */
export type Entry = {
  guest: number;
  event: number;
  quantity: number;
  state: 'waiting' | 'offered' | 'bought' | 'lapsed' | 'left' | 'ended';
  /** The hold of an offer. */
  hold: Hold | null;
  offeredAt: number;
};

/**
 * A simple model of the ticket office: holds, orders, the bank's actions and tickets. Everything is named by its number in the order of
 * creation, and times are minutes since the history began. Counts are computed, not stored.
 */
export type Model = {
  now: number;
  events: EventPlan[];
  holds: Hold[];
  past: EndedHold[];
  /** Expired lines; a checkout stops until their owner has seen them. */
  expired: Expired[];
  orders: Order[];
  tickets: Ticket[];
  entries: Entry[];
  /** The number of resale listings so far. */
  resale: number;
  /** The cancelled events, whose money was refunded. */
  cancelled: number[];
  /** The person of each guest: accounts with one personal number are one person. */
  people: readonly number[];
};

export const emptyModel = (events: readonly EventPlan[], people: readonly number[]): Model => ({
  now: 0,
  events: structuredClone([...events]),
  holds: [],
  past: [],
  expired: [],
  orders: [],
  tickets: [],
  entries: [],
  resale: 0,
  cancelled: [],
  people,
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
export const totalOf = ({ lines }: Pick<Order, 'lines'>): number => sum(lines.map(({ quantity, priceTetri }) => quantity * priceTetri));

type Place = { event: number; ticketType?: number };
const isIn = (here: { event: number; ticketType: number }, { event, ticketType }: Place): boolean =>
  here.event === event && (ticketType === undefined || here.ticketType === ticketType);

/** Excludes resale places, which count as their tickets. */
export const heldIn = ({ holds }: Model, place: Place): number =>
  sum(holds.filter((hold) => isIn(hold, place)).map((hold) => hold.quantity - hold.listed.length));
export const soldIn = ({ tickets }: Model, place: Place): number =>
  tickets.filter((ticket) => isIn(ticket, place) && ticket.state === 'valid').length;
/** Returns the person's valid tickets, plus places held by the person's other accounts. */
export function ownedBy({ tickets, holds, people }: Model, guest: number, event: number): number {
  const isOfPerson = (other: number) => people[other] === people[guest];
  const owned = tickets.filter((ticket) => isOfPerson(ticket.guest) && ticket.event === event && ticket.state === 'valid');
  const held = holds.filter((hold) => hold.guest !== guest && isOfPerson(hold.guest) && hold.event === event);
  return owned.length + sum(held.map(({ quantity }) => quantity));
}
/**
 * Returns how many more places the promo code of an event gives, to anyone or, with a guest, to that person. A transferred ticket counts
 * for its buyer.
 */
export function availableByPromoCode({ events, holds, tickets, orders, people }: Model, event: number, guest?: number): number {
  const { uses = 0, usesPerPerson = null } = events[event]?.code ?? {};
  const isOf = (other: number) => guest === undefined || people[other] === people[guest];
  const held = holds.filter((hold) => hold.event === event && hold.isByCode && isOf(hold.guest));
  const bought = tickets.filter(({ order, state, ...ticket }) => {
    const { guest: buyer = 0, lines = [] } = orders[order] ?? {};
    return ticket.event === event && state === 'valid' && isOf(buyer) && lines.some((line) => line.event === event && line.isByCode);
  });
  const most = guest === undefined ? uses : (usesPerPerson ?? Infinity);
  return most - sum(held.map(({ quantity }) => quantity)) - bought.length;
}

export const holdOf = ({ holds }: Model, guest: number, event: number): Hold | undefined =>
  holds.find((hold) => hold.guest === guest && hold.event === event);

export function eventOf({ events }: Model, event: number): EventPlan {
  const plan = events[event];
  if (!plan) throw new Error(`There is no night ${event}.`);
  return plan;
}

/** Returns the free places of a ticket type and of its whole event. */
export function availableIn(
  model: Model,
  { event, ticketType }: { event: number; ticketType: number },
): { ticketType: number; event: number } {
  const { capacity, ticketTypes } = eventOf(model, event);
  const taken = (place: Place) => heldIn(model, place) + soldIn(model, place);
  return { ticketType: (ticketTypes[ticketType]?.allocation ?? 0) - taken({ event, ticketType }), event: capacity - taken({ event }) };
}

/** Returns the fewest places that a waitlist entry wants; infinite if there is none. */
const fewestWanted = ({ entries }: Model, event: number): number =>
  Math.min(...entries.filter((entry) => entry.event === event && entry.state === 'waiting').map(({ quantity }) => quantity));

/** Free places that a waitlist entry wants are reserved for the waitlist. */
export const isReservedForWaitlist = (model: Model, event: number): boolean =>
  sellingOf(model, event, fewestWanted(model, event)) !== undefined;

/** Returns the ticket type that sells this many places, if any, regardless of the waitlist. */
export function sellingOf(model: Model, event: number, quantity: number): number | undefined {
  const ticketType = eventOf(model, event).ticketTypes.findIndex(
    ({ isHidden }, place) => !isHidden && availableIn(model, { event, ticketType: place }).ticketType >= quantity,
  );
  return ticketType >= 0 && availableIn(model, { event, ticketType }).event >= quantity ? ticketType : undefined;
}
