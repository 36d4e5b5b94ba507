import { findUserById } from '#server/accounts/accounts.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { changeStock, insertHolds } from '#server/sales/inventory/stock.queries.ts';
import { expireHoldsOf } from '#server/sales/inventory/stock.service.ts';
import { checkAvailability, mostFree, saleOf } from '#server/sales/inventory/availability.ts';
import { findListedTickets, findStock, type Stock } from '#server/sales/inventory/availability.queries.ts';
import { lookUp, policyOf } from '#server/sales/inventory/availability.service.ts';
import { heldSinceOf, limitEnd, restEnd } from '#server/sales/inventory/hold-rules.ts';
import { claimListings } from '#server/sales/inventory/listings.queries.ts';
import { OFFER_MINUTES_MIN } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { transferEnd } from '#shared/tickets/transfer-rules.ts';
import { changeEntries, findEndedOffers, findWaiting, type WaitlistEntry } from './waitlist.queries.ts';

/**
 * Gives the free places of an event to those who wait, first come first served, in the caller's transaction: each gets all of the places wanted,
 * as a hold in the cart and with a mail about it, or none yet; who wants more than are free keeps the place in the line and stops nobody. The
 * club's own places go first, then tickets that were put back. Ends the offers that were not paid, and all waiting when the sale is over.
 */
export async function offerPlaces(tx: Context, eventId: number): Promise<void> {
  await expireHoldsOf(tx, [eventId]);
  await endOffers(tx, eventId);
  const waiting = await findWaiting(tx.db, eventId);
  let free = await lookAtFree(tx, eventId);
  if (!free.stock || !isWaitable(tx, free.stock)) return endAll(tx, waiting);
  for (const entry of waiting) {
    // A long line costs nothing while nothing is free.
    if (entry.quantity > free.most) continue;
    if (await serve(tx, entry)) free = await lookAtFree(tx, eventId);
  }
}

/** The most places that one entry could get now: of the club's own, or of listed tickets of one type and price. */
async function lookAtFree({ db, clock }: Context, eventId: number): Promise<{ stock: Stock | undefined; most: number }> {
  const stock = (await findStock(db, [eventId], clock.now())).get(eventId);
  const listed = Map.groupBy(await findListedTickets(db, eventId), ({ ticketTypeId, priceTetri }) => `${ticketTypeId} ${priceTetri}`);
  const alike = [...listed.values()].map(({ length }) => length);
  return { stock, most: Math.max(stock ? mostFree(stock, clock.now()) : 0, ...alike) };
}

/** Nobody waits for an event whose doors are open or whose sale is over, nor in the last minutes of it: no offer would last. */
export function isWaitable({ clock, venue }: Context, stock: Stock): boolean {
  const { endsAt } = saleOf(stock, clock.now());
  return stock.event.state === 'published' && endsAt !== null && lastsFrom(clock.now(), endsAt.getTime()) && venue().waitlist;
}

const lastsFrom = (now: Date, end: number): boolean => end - now.getTime() >= OFFER_MINUTES_MIN * MINUTE_MS;

async function endAll(tx: Context, waiting: readonly WaitlistEntry[]): Promise<void> {
  const ids = waiting.map(({ id }) => id);
  await changeEntries(tx.db, ids, ['waiting'], { state: 'ended', endedAt: tx.clock.now() });
}

/** Ends the offers of an event whose places are no longer held: they were paid, or nobody wanted them. The event is locked. */
export async function endOffers(tx: Context, eventId: number): Promise<void> {
  const ended = await findEndedOffers(tx.db, eventId);
  const endedAt = tx.clock.now();
  const idsOf = (isBought: boolean) => ended.filter((offer) => offer.isBought === isBought).map(({ id }) => id);
  await changeEntries(tx.db, idsOf(true), ['offered'], { state: 'bought', endedAt });
  for (const entry of await changeEntries(tx.db, idsOf(false), ['offered'], { state: 'lapsed', endedAt }))
    await mail(tx, entry, 'waitlist-lapsed');
}

/**
 * Returns true if the entry got its places. Who may not buy (any more) leaves the line, so that nobody waits behind them; so does who has places
 * in the cart or too many already.
 */
async function serve(tx: Context, entry: WaitlistEntry): Promise<boolean> {
  const now = tx.clock.now();
  const { userId, eventId, quantity } = entry;
  const [situation] = await lookUp(tx, [{ userId, eventId }], { lockAccounts: true });
  const { stock, guest } = situation ?? {};
  if (!stock || !guest) throw new Error(`Entry ${entry.id} of the waitlist has no event or no account.`);
  const heldSince = heldSinceOf(guest.past, now);
  const end = offerEnd(tx, stock, heldSince);
  // Tickets that were put back are sold as long as transfers are open.
  const listedEnd = Math.min(end, transferEnd(stock.event.startsAt).getTime());
  const listed = lastsFrom(now, listedEnd) ? await findListedTickets(tx.db, eventId) : [];
  const answer = checkAvailability({ by: 'waitlist', quantity, listed }, { stock, guest }, policyOf(tx));
  if ('reason' in answer && answer.reason !== 'sold_out') {
    await changeEntries(tx.db, [entry.id], ['waiting'], { state: 'ended', endedAt: now });
    return false;
  }
  // The half hour of holding is used up, or nearly: after the pause there is a whole one again.
  const isResting = guest.past !== null && restEnd(guest.past, now) !== undefined;
  if ('reason' in answer || answer.ticketType === null || isResting || !lastsFrom(now, end)) return false;

  const { listedIds, priceTetri } = answer;
  const ticketTypeId = answer.ticketType.id;
  const places = { eventId, ticketTypeId, quantity, resaleQuantity: listedIds.length };
  const heldUntil = new Date(listedIds.length > 0 ? listedEnd : end);
  const [holdId] = await insertHolds(tx.db, [{ ...places, userId, priceTetri, heldSince, heldUntil, createdAt: now }]);
  if (holdId === undefined) throw new Error('An offer was not written.');
  await claimListings(tx.db, listedIds, holdId);
  await changeStock(tx.db, [{ eventId, ticketTypeId, places: quantity - listedIds.length }]);
  await changeEntries(tx.db, [entry.id], ['waiting'], { state: 'offered', holdId, offeredAt: now });
  await mail(tx, entry, 'waitlist-offer');
  return true;
}

/** Until when an offer lasts: as long as the club lets it, within the half hour of holding and the time of sale. */
function offerEnd({ clock, venue }: Context, stock: Stock, heldSince: Date): number {
  const until = clock.now().getTime() + venue().offerMinutes * MINUTE_MS;
  return Math.min(until, limitEnd({ heldSince }), saleOf(stock, clock.now()).endsAt?.getTime() ?? 0);
}

async function mail(tx: Context, { id, userId, language }: WaitlistEntry, kind: 'waitlist-offer' | 'waitlist-lapsed'): Promise<void> {
  const user = await findUserById(tx.db, userId);
  if (user) await queueMail(tx, { key: `${kind}:${id}`, kind, recipient: user.email, language, payload: { entryId: id } });
}
