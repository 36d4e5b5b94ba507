import type { EventPlan } from './commands.ts';

export type Line = { event: number; ticketType: number; quantity: number; priceTetri: number; isByCode: boolean };
/** `listed`: the tickets for resale and whose places these are; the others of its places are the club's own. */
export type Hold = Line & { guest: number; until: number; since: number; order: number | null; listed: Ticket[] };
/** Places that a guest released unpaid, and since when they had held them. */
type PastHold = { guest: number; event: number; since: number; endedAt: number };
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
  /** We ended it while the bank may still capture the money. */
  isWatched: boolean;
  /** The order at the bank; `isKnown` once its answer reached us. */
  bank: BankOrder | null;
  isKnown: boolean;
  refundedTetri: number;
  /** Promised back, and not yet sent: of tickets whose places were sold again. */
  dueTetri: number;
};
/** `putBack`: its turn among those that were put back; null while it is not. `passedOn`: how often its place was passed on before. */
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
/** Somebody who waits for places, in the order of the list. */
export type Entry = {
  guest: number;
  event: number;
  quantity: number;
  state: 'waiting' | 'offered' | 'bought' | 'lapsed' | 'left' | 'ended';
  /** Of an offer. */
  hold: Hold | null;
  offeredAt: number;
};

/**
 * A simple model of the ticket office: who holds what until when, what was ordered, what the bank did, who has a ticket. Everything is
 * named by its number in the order of its creation, and times are minutes since the history began. Counts are computed, not stored.
 */
export type Model = {
  now: number;
  events: EventPlan[];
  holds: Hold[];
  past: PastHold[];
  /** Expired lines; a checkout stops until their owner has seen them. */
  expired: Expired[];
  orders: Order[];
  tickets: Ticket[];
  entries: Entry[];
  /** How many tickets were put back so far. */
  resale: number;
  /** The events that were cancelled, and whose money went back. */
  cancelled: number[];
  /** The person of each guest: accounts with one personal number are the same one. */
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

/** Without returned places: they count as their tickets. */
export const heldIn = ({ holds }: Model, place: Place): number =>
  sum(holds.filter((hold) => isIn(hold, place)).map((hold) => hold.quantity - hold.listed.length));
export const soldIn = ({ tickets }: Model, place: Place): number =>
  tickets.filter((ticket) => isIn(ticket, place) && ticket.state === 'valid').length;
/** The valid tickets of the guest's person, with what the person's other accounts hold. */
export function ownedBy({ tickets, holds, people }: Model, guest: number, event: number): number {
  const isOfPerson = (other: number) => people[other] === people[guest];
  const owned = tickets.filter((ticket) => isOfPerson(ticket.guest) && ticket.event === event && ticket.state === 'valid');
  const held = holds.filter((hold) => hold.guest !== guest && isOfPerson(hold.guest) && hold.event === event);
  return owned.length + sum(held.map(({ quantity }) => quantity));
}
/** How many more places the code of an event gives to anybody, and with a guest to that person. A ticket that was passed on counts for its buyer. */
export function promoCodeRoomOf({ events, holds, tickets, orders, people }: Model, event: number, guest?: number): number {
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

/** The free places of a ticket type and of its whole event. */
export function roomIn(model: Model, { event, ticketType }: { event: number; ticketType: number }): { ticketType: number; event: number } {
  const { capacity, ticketTypes } = eventOf(model, event);
  const taken = (place: Place) => heldIn(model, place) + soldIn(model, place);
  return { ticketType: (ticketTypes[ticketType]?.quota ?? 0) - taken({ event, ticketType }), event: capacity - taken({ event }) };
}

/** The fewest places that somebody waits for; infinite when nobody waits. */
const fewestWanted = ({ entries }: Model, event: number): number =>
  Math.min(...entries.filter((entry) => entry.event === event && entry.state === 'waiting').map(({ quantity }) => quantity));

/** Free places that somebody waits for are for nobody else. */
export const isKept = (model: Model, event: number): boolean => sellingOf(model, event, fewestWanted(model, event)) !== undefined;

/** The ticket type that sells so many places, if one does; nobody who waits for them is regarded. */
export function sellingOf(model: Model, event: number, quantity: number): number | undefined {
  const ticketType = eventOf(model, event).ticketTypes.findIndex(
    ({ isHidden }, place) => !isHidden && roomIn(model, { event, ticketType: place }).ticketType >= quantity,
  );
  return ticketType >= 0 && roomIn(model, { event, ticketType }).event >= quantity ? ticketType : undefined;
}
