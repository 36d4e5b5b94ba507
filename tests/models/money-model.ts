import { expireHolds, HOLD_MINUTES, isAtPresentPrice, limitOf } from './cart-model.ts';
import type { BankBehaviour, Button } from './commands.ts';
import {
  availableByPromoCode,
  eventOf,
  type Hold,
  holdOf,
  ownedBy,
  availableIn,
  totalOf,
  type BankOrder,
  type Line,
  type Model,
  type Order,
  type Ticket,
} from './model.ts';

const SESSION_MINUTES = 12;
const LATE_MINUTES = 5;
const OPEN_ORDERS = 3;

/** Orders the cart. Returns `pay` with a page of the bank, or `done` if nothing is left to pay. */
export function checkout(model: Model, guest: number, bank: BankBehaviour): string {
  if (markExpiredSeen(model, guest)) return 'hold_expired';
  const cart = model.holds.filter((hold) => hold.guest === guest);
  if (cart.length === 0) return 'cart_empty';
  const earlier = askAboutEarlier(model, guest, bank);
  if (earlier !== undefined) return earlier;
  const mayRenew = (hold: Model['holds'][number]) => isAtPresentPrice(model, hold) && limitOf(hold) > model.now;
  for (const hold of cart) {
    if (model.cancelled.includes(hold.event)) return 'not_on_sale';
    if (hold.until <= model.now && !mayRenew(hold)) return 'hold_expired';
  }
  const lines = cart.map(toLine);
  const live = findUnchanged(model, cart, lines);
  if (live === undefined && cart.some((hold) => limitOf(hold) <= model.now)) return 'payment_begun';
  const number = live ?? place(model, guest, lines);
  const order = orderOf(model, number);
  if (order.payment === 'created') for (const hold of cart) holdFor(model, number, hold);

  const isFree = totalOf(order) === 0;
  if (isFree || (order.payment === 'pending' && bank !== 'is away')) syncPayment(model, number);
  if (order.payment === 'failed') return checkout(model, guest, bank);
  if (order.payment === 'created') return open(model, order, bank);
  return order.payment === 'pending' ? 'pay' : 'done';
}

const toLine = ({ event, ticketType, quantity, priceTetri, isByCode }: Hold): Line => ({
  event,
  ticketType,
  quantity,
  priceTetri,
  isByCode,
});

/** Asks the bank about the latest payment that may still bring money for an event of the cart, unless it is for exactly this cart. */
function askAboutEarlier(model: Model, guest: number, bank: BankBehaviour): string | undefined {
  const cart = model.holds.filter((hold) => hold.guest === guest);
  const lines = cart.map(toLine);
  const mayCome = (order: Order) => ['created', 'pending'].includes(order.payment) || (order.payment === 'failed' && order.isWatched);
  const number = model.orders.findLastIndex(
    (order) =>
      order.guest === guest &&
      order.isKnown &&
      mayCome(order) &&
      order.lines.some(({ event }) => cart.some((hold) => hold.event === event)),
  );
  const order = model.orders[number];
  if (!order) return undefined;
  if (cart.every((hold) => hold.order === number) && sameLines(order.lines, lines)) return undefined;
  if (bank === 'is away') return 'payment_may_come';
  const isOrdered = cart.some((hold) => hold.order !== null);
  syncPayment(model, number);
  if (!['created', 'pending', 'failed'].includes(order.payment)) return 'done';
  const isPayable = order.payment === 'pending' && order.expiresAt > model.now;
  return !isOrdered && isPayable && sameLines(order.lines, lines) ? 'pay' : undefined;
}

function holdFor(model: Model, number: number, hold: Model['holds'][number]): void {
  const last = Math.max(limitOf(hold), orderOf(model, number).orderedAt + HOLD_MINUTES);
  Object.assign(hold, { order: number, until: Math.min(model.now + HOLD_MINUTES, last) });
}

/** Returns true if there was an unseen one. */
function markExpiredSeen({ expired }: Model, guest: number): boolean {
  const news = expired.filter((line) => line.guest === guest && !line.isSeen);
  for (const line of news) line.isSeen = true;
  return news.length > 0;
}

function findUnchanged(model: Model, cart: Model['holds'], lines: Line[]): number | undefined {
  const [number, ...others] = new Set(cart.map((hold) => hold.order));
  if (number === undefined || number === null || others.length > 0) return undefined;
  const order = orderOf(model, number);
  const isLive = (order.payment === 'created' || order.payment === 'pending') && order.expiresAt > model.now;
  return isLive && sameLines(order.lines, lines) ? number : undefined;
}

const sameLines = (one: readonly Line[], other: readonly Line[]): boolean => textOf(one) === textOf(other);
const textOf = (lines: readonly Line[]): string =>
  lines
    .map((line) => JSON.stringify(line))
    .sort()
    .join();

function place(model: Model, guest: number, lines: Line[]): number {
  const [orderedAt, expiresAt] = [model.now, model.now + SESSION_MINUTES];
  const fresh = { bank: null, isKnown: false, isWatched: false, refundedTetri: 0, dueTetri: 0 };
  const number = model.orders.push({ guest, lines, state: 'pending', payment: 'created', orderedAt, expiresAt, ...fresh }) - 1;
  endOldest(model, guest);
  return number;
}

/** Beyond the limit the oldest bank order is ended; its money may still arrive. */
function endOldest({ orders }: Model, guest: number): void {
  const isOpen = (order: Order) => order.guest === guest && totalOf(order) > 0 && ['created', 'pending'].includes(order.payment);
  for (const order of orders.filter(isOpen).slice(0, -OPEN_ORDERS))
    Object.assign(order, { state: 'failed', payment: 'failed', isWatched: order.isKnown });
}

/** The bank stores the first order of a key and returns it when the key is repeated. */
function open(model: Model, order: Order, bank: BankBehaviour): string {
  if (bank === 'is away') return 'bank_unavailable';
  order.bank ??= { state: 'open', expiresAt: model.now + SESSION_MINUTES, completesAt: 0, isShort: false };
  if (bank === 'loses its answer') return 'bank_unavailable';
  Object.assign(order, { payment: 'pending', isKnown: true, expiresAt: model.now + SESSION_MINUTES });
  return 'pay';
}

export function orderOf({ orders }: Model, number: number): Order {
  const order = orders[number];
  if (!order) throw new Error(`There is no order ${number}.`);
  return order;
}

/** Returns the bank's status at this time, computed from its order. */
function bankState({ now }: Model, { state, expiresAt, completesAt }: BankOrder): BankOrder['state'] {
  if (state === 'processing' && completesAt <= now) return 'captured';
  return state === 'open' && expiresAt <= now ? 'rejected' : state;
}

/** Returns true if a sync would try to turn money into tickets, the only case in which the order of two syncs matters. */
export const wantsPlaces = (model: Model, order: Order): boolean =>
  order.bank !== null && order.isKnown && !order.bank.isShort && bankState(model, order.bank) === 'captured';

/** Syncs a payment, as callback, return page and sweeper do. */
export function syncPayment(model: Model, number: number): void {
  const order = orderOf(model, number);
  sendDue(order);
  if (order.payment === 'paid' || order.payment === 'flagged' || order.payment === 'refunded') return;
  if (totalOf(order) === 0) return collect(model, number);
  if (!order.bank || !order.isKnown) {
    if (order.expiresAt <= model.now) fail(model, number);
    else if (order.payment === 'created') open(model, order, 'answers');
    return;
  }
  const state = bankState(model, order.bank);
  if (state === 'rejected' || state === 'captured') order.isWatched = false;
  if (state === 'rejected') return fail(model, number);
  if (state !== 'captured') return;
  if (order.bank.isShort) order.payment = 'flagged';
  else collect(model, number);
}

function fail(model: Model, number: number): void {
  Object.assign(orderOf(model, number), { state: 'failed', payment: 'failed' });
  letGo(model, number);
}

function letGo(model: Model, number: number): void {
  for (const hold of model.holds.filter(({ order }) => order === number))
    Object.assign(hold, { order: null, until: Math.min(hold.until, Math.max(limitOf(hold), model.now)) });
}

/** Gives all places or refunds all of the money (I5, I12). */
function collect(model: Model, number: number): void {
  const order = orderOf(model, number);
  const events = order.lines.map(({ event }) => event);
  const isOn = ({ event }: Line) => !model.cancelled.includes(event);
  const fits = () => order.lines.every((line) => isOn(line) && (isHeld(model, number, line) || isFree(model, order.guest, line)));
  if (!fits()) expireHolds(model, events);
  if (!fits()) return resale(model, number);
  const isTaken = (hold: Model['holds'][number]) => hold.guest === order.guest && events.includes(hold.event);
  const taken = model.holds.filter(isTaken);
  for (const hold of taken)
    if (order.lines.some((line) => line.event === hold.event && isHeld(model, number, line))) sellListed(model, hold);
  model.holds = model.holds.filter((hold) => !isTaken(hold));
  for (const { event, ticketType, quantity } of order.lines) {
    for (let place = 0; place < quantity; place += 1) issue(model, { guest: order.guest, event, ticketType, order: number, passedOn: 0 });
  }
  Object.assign(order, { state: 'paid', payment: 'paid' });
}

/** Ends the tickets whose places are paid, and refunds them in the order of their orders. */
function sellListed(model: Model, { listed }: Hold): void {
  for (const ticket of listed) endTicket(model, ticket);
  for (const number of new Set(listed.map(({ order }) => order))) endIfNoneLeft(model, number);
}

export function issue(model: Model, ticket: Pick<Ticket, 'guest' | 'event' | 'ticketType' | 'order' | 'passedOn'>): void {
  model.tickets.push({ ...ticket, isUsed: false, state: 'valid', listForResale: null, issuedAt: model.now });
}

function endTicket(model: Model, ticket: Ticket): void {
  const order = orderOf(model, ticket.order);
  Object.assign(ticket, { state: 'refunded', listForResale: null });
  order.dueTetri += priceOf(model, ticket);
}

export const priceOf = (model: Model, { order, event, ticketType }: Ticket): number =>
  orderOf(model, order).lines.find((line) => line.event === event && line.ticketType === ticketType)?.priceTetri ?? 0;

function endIfNoneLeft(model: Model, number: number): void {
  const order = orderOf(model, number);
  if (model.tickets.some((ticket) => ticket.order === number && ticket.state === 'valid')) return;
  Object.assign(order, { state: 'refunded', payment: 'refunding' });
  if (order.dueTetri === 0) sendDue(order);
}

/** Sends the owed refunds of an order to the bank. */
export function sendDue(order: Order): void {
  order.refundedTetri += order.dueTetri;
  order.dueTetri = 0;
  if (order.payment !== 'refunding') return;
  order.payment = 'refunded';
  if (order.bank) order.bank.state = 'refunded';
}

function resale(model: Model, number: number): void {
  const order = orderOf(model, number);
  if (order.bank) order.bank.state = 'refunded';
  Object.assign(order, { state: 'refunded', payment: 'refunded', refundedTetri: totalOf(order) });
  letGo(model, number);
}

function isHeld(model: Model, number: number, { event, ticketType, quantity }: Line): boolean {
  const hold = holdOf(model, orderOf(model, number).guest, event);
  if (hold === undefined || hold.order !== number || hold.ticketType !== ticketType) return false;
  return hold.quantity >= quantity && hold.listed.every(({ isUsed }) => !isUsed);
}

function isFree(model: Model, guest: number, { event, ticketType, quantity, isByCode }: Line): boolean {
  if (ownedBy(model, guest, event) + quantity > eventOf(model, event).ticketsPerPerson) return false;
  const room = availableIn(model, { event, ticketType });
  const own = holdOf(model, guest, event);
  const held = own ? own.quantity - own.listed.length : 0;
  const heldHere = own?.ticketType === ticketType ? held : 0;
  if (isByCode && availableByPromoCode(model, event) + (own?.isByCode ? heldHere : 0) < quantity) return false;
  return room.ticketType + heldHere >= quantity && room.event + held >= quantity;
}

/** Presses a button of the bank's page; only the first press counts, while the page lives and if the bank's answer reached us. */
export function press(model: Model, number: number, button: Button): void {
  const { bank, isKnown } = orderOf(model, number);
  if (!bank || !isKnown || bankState(model, bank) !== 'open') return;
  if (button === 'decline') bank.state = 'rejected';
  else if (button === 'late') Object.assign(bank, { state: 'processing', completesAt: model.now + LATE_MINUTES });
  else Object.assign(bank, { state: 'captured', isShort: button === 'wrong-amount' });
}

/** The bank reports a failure, then collects the money after all and reports that. */
export function collectAfterFailure(model: Model, number: number): void {
  const { bank, isKnown } = orderOf(model, number);
  if (!bank || !isKnown || bankState(model, bank) !== 'rejected') return;
  bank.state = 'captured';
  syncPayment(model, number);
}

/** Refunds a ticket, or all remaining ones of its order, and frees the places. The last ticket ends the order. */
export function refund(model: Model, ticket: Ticket, isWhole: boolean): string {
  const order = orderOf(model, ticket.order);
  if (order.payment !== 'paid') return 'nothing_to_refund';
  if (!isWhole && ticket.state !== 'valid') return `ticket_${ticket.state}`;
  const valid = model.tickets.filter((other) => other.order === ticket.order && other.state === 'valid');
  const chosen = isWhole ? valid : [ticket];
  if (chosen.some(({ isUsed }) => isUsed)) return 'ticket_used';
  // A place that is held from a waitlist offer remains held.
  for (const hold of model.holds) hold.listed = hold.listed.filter((one) => !chosen.includes(one));
  for (const one of chosen) endTicket(model, one);
  endIfNoneLeft(model, ticket.order);
  sendDue(order);
  return 'done';
}

/** Refunds all money of an event, also for used tickets; later money is refunded at once. */
export function cancel(model: Model, event: number): string {
  if (model.cancelled.includes(event)) return 'nothing to do';
  model.cancelled.push(event);
  const ended = model.tickets.filter((ticket) => ticket.event === event && ticket.state === 'valid');
  for (const hold of model.holds) hold.listed = hold.listed.filter((ticket) => !ended.includes(ticket));
  for (const ticket of ended) endTicket(model, ticket);
  for (const number of new Set(ended.map(({ order }) => order))) {
    endIfNoneLeft(model, number);
    sendDue(orderOf(model, number));
  }
  return 'done';
}
