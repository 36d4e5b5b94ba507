import { expireHolds, forgetExpired, forgetPast, limitOf, rememberPast, sinceOf } from './cart-model.ts';
import { issue, priceOf } from './money-model.ts';
import { type Entry, eventOf, holdOf, isReservedForWaitlist, type Model, ownedBy, availableIn, sellingOf, type Ticket } from './model.ts';

/** How long an offered place is held: the club's default setting. */
const OFFER_MINUTES = 30;
/** A guest gets no offer if the half-hour limit on holding would end it sooner. */
const LEAST_MINUTES = 5;

const isLive = ({ state }: Entry): boolean => state === 'waiting' || state === 'offered';
const entryOf = ({ entries }: Model, guest: number, event: number): Entry | undefined =>
  entries.find((entry) => entry.guest === guest && entry.event === event && isLive(entry));

/** A refusal changes nothing, not even overdue holds. */
export function join(model: Model, { guest, event, quantity }: Pick<Entry, 'guest' | 'event' | 'quantity'>): string {
  if (model.cancelled.includes(event)) return 'not_on_sale';
  const { ticketsPerPerson } = eventOf(model, event);
  const after = structuredClone(model);
  expireHolds(after, [event]);
  endOffers(after, event);
  if (holdOf(after, guest, event)) return 'ticket_in_cart';
  if (quantity > ticketsPerPerson) return 'invalid_input';
  if (ownedBy(after, guest, event) + quantity > ticketsPerPerson) return 'person_limit';
  if (!isReservedForWaitlist(after, event) && sellingOf(after, event, quantity) !== undefined) return 'not_sold_out';
  if (entryOf(after, guest, event)) return 'already_waiting';
  after.entries.push({ guest, event, quantity, state: 'waiting', hold: null, offeredAt: 0 });
  Object.assign(model, after);
  return 'done';
}

/** An open offer ends with the entry. */
export function leave(model: Model, { guest, event }: Pick<Entry, 'guest' | 'event'>): string {
  expireHolds(model, [event]);
  endOffers(model, event);
  const entry = entryOf(model, guest, event);
  if (!entry) return 'done';
  const { hold } = entry;
  entry.state = 'left';
  if (!hold) return 'done';
  model.holds = model.holds.filter((other) => other !== hold);
  rememberPast(model, hold);
  return 'done';
}

/** Offers free places to the waitlist, event by event, first come first served. */
export function serve(model: Model): string {
  const isClaimed = (ticket: Ticket) => model.holds.some(({ listed }) => listed.includes(ticket));
  for (const ticket of model.tickets) if (ticket.listForResale !== null && ticket.isUsed && !isClaimed(ticket)) ticket.listForResale = null;
  const waited = new Set(model.entries.filter(isLive).map(({ event }) => event));
  for (const event of [...waited].toSorted((one, other) => one - other)) offerPlacesOf(model, event);
  return 'done';
}

function offerPlacesOf(model: Model, event: number): void {
  expireHolds(model, [event]);
  endOffers(model, event);
  for (const entry of model.entries.filter((other) => other.event === event && other.state === 'waiting')) {
    if (model.cancelled.includes(event)) entry.state = 'ended';
    else if (entry.quantity <= mostFree(model, event)) offer(model, entry);
  }
}

/** Ends offers whose places are no longer held, because they were paid or have lapsed. */
function endOffers(model: Model, event: number): void {
  for (const entry of model.entries.filter((other) => other.event === event && other.state === 'offered')) {
    if (entry.hold && model.holds.includes(entry.hold)) continue;
    const isBought = model.tickets.some(
      (ticket) =>
        ticket.event === event && ticket.passedOn === 0 && boughtBy(model, ticket) === entry.guest && ticket.issuedAt >= entry.offeredAt,
    );
    entry.state = isBought ? 'bought' : 'lapsed';
  }
}

/** Returns the most places that one entry could get: the club's own, or resale places of one ticket type and price. */
function mostFree(model: Model, event: number): number {
  const rooms = eventOf(model, event).ticketTypes.flatMap(({ isHidden }, ticketType) =>
    isHidden ? [] : [availableIn(model, { event, ticketType })],
  );
  const own = Math.min(rooms[0]?.event ?? 0, Math.max(...rooms.map(({ ticketType }) => ticketType)));
  return Math.max(0, own, ...alikeListings(model, event, () => true).map(({ length }) => length));
}

/** Returns resale listings of one ticket type and price each, in their turn, that are in no cart. */
function alikeListings(model: Model, event: number, isFor: (ticket: Ticket) => boolean): Ticket[][] {
  const free = model.tickets
    .filter((ticket) => ticket.event === event && ticket.listForResale !== null && !ticket.isUsed && isFor(ticket))
    .filter((ticket) => !model.holds.some(({ listed }) => listed.includes(ticket)))
    .toSorted((one, other) => (one.listForResale ?? 0) - (other.listForResale ?? 0));
  return [...Map.groupBy(free, (ticket) => `${ticket.ticketType} ${priceOf(model, ticket)}`).values()];
}

const boughtBy = ({ orders }: Model, { order }: Ticket): number | undefined => orders[order]?.guest;

function offer(model: Model, entry: Entry): void {
  const { guest, event, quantity } = entry;
  const { ticketsPerPerson } = eventOf(model, event);
  if (holdOf(model, guest, event) || ownedBy(model, guest, event) + quantity > ticketsPerPerson) {
    entry.state = 'ended';
    return;
  }
  const since = sinceOf(model, guest, event);
  if (limitOf({ since }) - model.now < LEAST_MINUTES) return;
  const found = ownPlaces(model, event, quantity) ?? resoldPlaces(model, entry);
  if (!found) return;
  const until = Math.min(model.now + OFFER_MINUTES, limitOf({ since }));
  forgetExpired(model, guest, event);
  forgetPast(model, guest, event);
  const hold = { guest, event, quantity, until, since, order: null, isByCode: false, ...found };
  model.holds.push(hold);
  Object.assign(entry, { state: 'offered', hold, offeredAt: model.now });
}

type Found = { ticketType: number; priceTetri: number; listed: Ticket[] };

function ownPlaces(model: Model, event: number, quantity: number): Found | undefined {
  const ticketType = sellingOf(model, event, quantity);
  if (ticketType === undefined) return undefined;
  return { ticketType, priceTetri: eventOf(model, event).ticketTypes[ticketType]?.priceTetri ?? 0, listed: [] };
}

/** Finds resale listings of other guests. */
function resoldPlaces(model: Model, { guest, event, quantity }: Entry): Found | undefined {
  const alike = alikeListings(model, event, (ticket) => ticket.guest !== guest);
  const listed = alike.find(({ length }) => length >= quantity)?.slice(0, quantity);
  const [first] = listed ?? [];
  return listed && first && { ticketType: first.ticketType, priceTetri: priceOf(model, first), listed };
}

/** Only the buyer may list a ticket for resale, and only while nothing is on sale. */
export function listForResale(model: Model, ticket: Ticket): string {
  const { event, guest, order, isUsed, state } = ticket;
  if (state !== 'valid') return 'ticket_not_found';
  if (ticket.listForResale !== null) return 'done';
  if (isUsed) return 'conflict';
  if (model.orders[order]?.guest !== guest) return 'not_returnable';
  if (sellingOf(model, event, 1) !== undefined) return 'not_sold_out';
  model.resale += 1;
  ticket.listForResale = model.resale;
  return 'done';
}

export function withdrawListing(model: Model, ticket: Ticket): string {
  if (ticket.state !== 'valid') return 'ticket_not_found';
  if (ticket.listForResale === null) return 'done';
  const after = structuredClone({ model, ticket });
  expireHolds(after.model, [ticket.event]);
  if (after.model.holds.some(({ listed }) => listed.includes(after.ticket))) return 'resale_begun';
  after.ticket.listForResale = null;
  Object.assign(model, after.model);
  return 'done';
}

/** The owner makes a link with which the guest takes the ticket. */
export function transfer(model: Model, ticket: Ticket, guest: number): string {
  const { event, ticketType, order, isUsed, state, passedOn } = ticket;
  if (state !== 'valid') return 'ticket_not_found';
  if (isUsed) return 'conflict';
  if (ticket.listForResale !== null) return 'conflict';
  if (ticket.guest === guest) return 'own_ticket';
  const places = ownedBy(model, guest, event) + (holdOf(model, guest, event)?.quantity ?? 0);
  if (places + 1 > eventOf(model, event).ticketsPerPerson) return 'person_limit';
  ticket.state = 'transferred';
  issue(model, { guest, event, ticketType, order, passedOn: passedOn + 1 });
  return 'done';
}
