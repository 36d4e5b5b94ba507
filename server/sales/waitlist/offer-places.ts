import { findUserById } from '#server/accounts/accounts.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { changeStock, insertHolds } from '#server/sales/inventory/stock.queries.ts';
import { expireHoldsOf, lookUp, policyOf } from '#server/sales/inventory/inventory.service.ts';
import { checkAvailability, mostFree, mostOf, saleOf, heldSinceOf, limitEnd, cooldownEnd } from '#server/sales/inventory/availability.ts';
import { findListedTickets, findStock, type Stock } from '#server/sales/inventory/availability.queries.ts';
import { assignListings } from '#server/sales/inventory/listings.queries.ts';
import { OFFER_MINUTES_MIN } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { claimEnd, guestsKnownOf } from '#shared/tickets/claims.ts';
import { transferEnd } from '#shared/tickets/transfer-rules.ts';
import { changeEntries, findEndedOffers, findWaiting, shortenEntries, type WaitlistEntry } from './waitlist.queries.ts';

/**
 * Offers an event's free places to its waitlist in order, in the caller's transaction: each entry gets all of its places, as a hold with a
 * mail, or none yet, without blocking smaller ones behind it. The club's own places go first, then listed tickets. Ends unpaid offers, and
 * all entries when the sale is over.
 */
export async function offerPlaces(tx: Context, eventId: number): Promise<void> {
  await expireHoldsOf(tx, [eventId]);
  await endOffers(tx, eventId);
  let free = await lookAtFree(tx, eventId);
  // Once friends can claim no more, everyone waits for one place.
  if (free.stock) await shortenEntries(tx.db, eventId, mostOf(free.stock.event, policyOf(tx)));
  const waiting = await findWaiting(tx.db, eventId);
  if (!free.stock || !isWaitable(tx, free.stock)) return endAll(tx, waiting);
  for (const entry of waiting) {
    // A long waitlist costs nothing while nothing is free.
    if (entry.quantity > free.most) continue;
    if (await offerTo(tx, entry)) free = await lookAtFree(tx, eventId);
  }
}

/** Returns the most places that one entry could get now: the club's own, or listed tickets of one type and price. */
async function lookAtFree({ db, clock }: Context, eventId: number): Promise<{ stock: Stock | undefined; most: number }> {
  const stock = (await findStock(db, [eventId], clock.now())).get(eventId);
  const listed = Map.groupBy(await findListedTickets(db, eventId), ({ ticketTypeId, priceTetri }) => `${ticketTypeId} ${priceTetri}`);
  const alike = [...listed.values()].map(({ length }) => length);
  return { stock, most: Math.max(stock ? mostFree(stock, clock.now()) : 0, ...alike) };
}

/** Returns true while offers could last: the event is published, its sale does not end within minutes, and the club has a waitlist. */
export function isWaitable({ clock, venue }: Context, stock: Stock): boolean {
  const { endsAt } = saleOf(stock, clock.now());
  return stock.event.state === 'published' && endsAt !== null && lastsFrom(clock.now(), endsAt.getTime()) && venue().waitlist;
}

const lastsFrom = (now: Date, end: number): boolean => end - now.getTime() >= OFFER_MINUTES_MIN * MINUTE_MS;

async function endAll(tx: Context, waiting: readonly WaitlistEntry[]): Promise<void> {
  const ids = waiting.map(({ id }) => id);
  await changeEntries(tx.db, ids, ['waiting'], { state: 'ended', endedAt: tx.clock.now() });
}

/** Ends the offers of an event whose places are no longer held: paid or lapsed. The event is locked. */
export async function endOffers(tx: Context, eventId: number): Promise<void> {
  const ended = await findEndedOffers(tx.db, eventId);
  const endedAt = tx.clock.now();
  const idsOf = (isBought: boolean) => ended.filter((offer) => offer.isBought === isBought).map(({ id }) => id);
  await changeEntries(tx.db, idsOf(true), ['offered'], { state: 'bought', endedAt });
  for (const entry of await changeEntries(tx.db, idsOf(false), ['offered'], { state: 'lapsed', endedAt }))
    await mail(tx, entry, 'waitlist-lapsed');
}

/**
 * Returns true if the entry got its places. An entry ends if its guest may not buy (any more), has places in the cart, or has too many
 * already, so that it blocks no others.
 */
async function offerTo(tx: Context, entry: WaitlistEntry): Promise<boolean> {
  const now = tx.clock.now();
  const { userId, eventId, quantity } = entry;
  const [situation] = await lookUp(tx, [{ userId, eventId }], { lockAccounts: true });
  const { stock, guest } = situation ?? {};
  if (!stock || !guest) throw new Error(`Entry ${entry.id} of the waitlist has no event or no account.`);
  const heldSince = heldSinceOf(guest.past, now);
  const end = offerEnd(tx, stock, { heldSince, places: guest.owned + quantity });
  // Listed tickets are sold as long as transfers are open; those that nobody claimed as long as the event sells.
  const transfersEnd = Math.min(end, transferEnd(stock.event.startsAt).getTime());
  const isOpen = lastsFrom(now, transfersEnd);
  const listedEnd = isOpen ? transfersEnd : end;
  const listed = (await findListedTickets(tx.db, eventId)).filter(({ claim }) => isOpen || claim === 'unclaimed');
  const answer = checkAvailability({ by: 'waitlist', quantity, listed }, { stock, guest }, policyOf(tx));
  if ('reason' in answer && answer.reason !== 'sold_out') {
    await changeEntries(tx.db, [entry.id], ['waiting'], { state: 'ended', endedAt: now });
    return false;
  }
  // The half hour of holding is used up, or nearly: after the pause a whole one begins.
  const isCoolingDown = guest.past !== null && cooldownEnd(guest.past, now) !== undefined;
  if ('reason' in answer || answer.ticketType === null || isCoolingDown || !lastsFrom(now, end)) return false;

  const { listedIds, priceTetri } = answer;
  const ticketTypeId = answer.ticketType.id;
  const places = { eventId, ticketTypeId, quantity, resaleQuantity: listedIds.length };
  const heldUntil = new Date(listedIds.length > 0 ? listedEnd : end);
  const [holdId] = await insertHolds(tx.db, [{ ...places, userId, priceTetri, heldSince, heldUntil, createdAt: now }]);
  if (holdId === undefined) throw new Error('An offer was not written.');
  await assignListings(tx.db, listedIds, holdId);
  await changeStock(tx.db, [{ eventId, ticketTypeId, places: quantity - listedIds.length }]);
  await changeEntries(tx.db, [entry.id], ['waiting'], { state: 'offered', holdId, offeredAt: now });
  await mail(tx, entry, 'waitlist-offer');
  return true;
}

/**
 * Returns until when an offer lasts: as long as the club allows, within the half hour of holding and the time of sale; and of several places
 * of an event that wants names, until friends can claim no more.
 */
function offerEnd({ clock, venue }: Context, stock: Stock, { heldSince, places }: { heldSince: Date; places: number }): number {
  const { event } = stock;
  const until = clock.now().getTime() + venue().offerMinutes * MINUTE_MS;
  const saleEnd = saleOf(stock, clock.now()).endsAt?.getTime() ?? 0;
  const isForFriends = places > 1 && guestsKnownOf(event) !== 'nobody';
  const friendsEnd = isForFriends ? claimEnd(event.startsAt, venue().claimHours).getTime() : Number.POSITIVE_INFINITY;
  return Math.min(until, limitEnd({ heldSince }), saleEnd, friendsEnd);
}

async function mail(tx: Context, { id, userId, language }: WaitlistEntry, kind: 'waitlist-offer' | 'waitlist-lapsed'): Promise<void> {
  const user = await findUserById(tx.db, userId);
  if (user) await queueMail(tx, { key: `${kind}:${id}`, kind, recipient: user.email, language, payload: { entryId: id } });
}
