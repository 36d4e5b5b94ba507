import { findUserById } from '#server/accounts/accounts.queries.ts';
import { checkMayBuy } from '#server/accounts/may-buy.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { exceedsPersonLimit } from '#server/sales/cart/person-limit.ts';
import { personLimit } from '#server/sales/cart/reserve.ts';
import { changeStock } from '#server/sales/cart/stock.queries.ts';
import { expireHoldsOf } from '#server/sales/cart/stock.service.ts';
import { claimReturns, findFreeReturns } from '#server/sales/returns/returns.queries.ts';
import { HOLD_LIMIT_MS, OFFER_MINUTES_MIN } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { handoverEnd } from '#shared/tickets/handover-rules.ts';
import {
  changeEntries,
  findEndedOffers,
  findMostFree,
  findOffered,
  findWaitedEvent,
  findWaiter,
  findWaiting,
  insertOffer,
  type Offered,
  type WaitedEvent,
  type Waiter,
  type WaitingEntry,
} from './waiting.queries.ts';

/**
 * Gives the free places of an event to those who wait, first come first served, in the caller's transaction: each gets all of the places wanted,
 * as a hold in the cart and with a mail about it, or none yet; who wants more than are free keeps the place in the line and stops nobody. The
 * club's own places go first, then tickets that were put back. Ends the offers that were not paid, and all waiting when the sale is over.
 */
export async function serveWaiting(tx: Context, eventId: number): Promise<void> {
  await expireHoldsOf(tx, [eventId]);
  await endOffers(tx, eventId);
  const event = await findWaitedEvent(tx.db, eventId, tx.clock.now());
  const waiting = await findWaiting(tx.db, eventId);
  if (!event || !isWaitable(tx, event)) return endAll(tx, waiting);
  let most = await findMostFree(tx.db, event.id, tx.clock.now());
  for (const entry of waiting) {
    // A long line costs nothing while nothing is free.
    if (entry.quantity > most) continue;
    if (await serve(tx, event, entry)) most = await findMostFree(tx.db, event.id, tx.clock.now());
  }
}

/** Nobody waits for an event whose doors are open or whose sale is over, nor in the last minutes of it: no offer would last. */
export const isWaitable = ({ clock, venue }: Context, { state, saleEndsAt }: WaitedEvent): boolean =>
  state === 'published' && saleEndsAt !== null && lastsFrom(clock.now(), saleEndsAt.getTime()) && venue().waitingList;

const lastsFrom = (now: Date, end: number): boolean => end - now.getTime() >= OFFER_MINUTES_MIN * MINUTE_MS;

async function endAll(tx: Context, waiting: readonly WaitingEntry[]): Promise<void> {
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
    await mail(tx, entry, 'waiting-lapsed');
}

/** Returns true if the entry got its places. */
async function serve(tx: Context, event: WaitedEvent, entry: WaitingEntry): Promise<boolean> {
  const now = tx.clock.now();
  const waiter = await findWaiter(tx.db, entry.userId, event.id, { now, isShared: tx.env.placesSharedByPerson });
  if (!waiter || !isAllowed(tx, event, entry, waiter)) {
    await changeEntries(tx.db, [entry.id], ['waiting'], { state: 'ended', endedAt: now });
    return false;
  }
  // The half hour of holding is used up: a little later.
  if (waiter.restsUntil) return false;
  const found = await findPlaces(tx, event, entry, waiter);
  if (!found) return false;
  const { returnIds, heldUntil, ...offered } = found;
  const { userId, quantity } = entry;
  const hold = { ...offered, eventId: event.id, userId, quantity, returned: returnIds.length, heldSince: waiter.heldSince, heldUntil };
  const holdId = await insertOffer(tx.db, { ...hold, createdAt: now });
  await claimReturns(tx.db, returnIds, holdId);
  await changeStock(tx.db, [{ eventId: event.id, releaseId: offered.releaseId, places: quantity - returnIds.length }]);
  await changeEntries(tx.db, [entry.id], ['waiting'], { state: 'offered', holdId, offeredAt: now });
  await mail(tx, entry, 'waiting-offer');
  return true;
}

/** Who may not buy (any more) leaves the line, so that nobody waits behind them; so does who has places in the cart or too many already. */
function isAllowed(tx: Context, event: WaitedEvent, entry: WaitingEntry, waiter: Waiter): boolean {
  try {
    checkMayWait(tx, event, entry.quantity, waiter);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** @throws banned, account_rejected, verified_only, ticket_in_cart, person_limit */
export function checkMayWait(tx: Context, { verifiedOnly, placesPerPerson }: WaitedEvent, quantity: number, waiter: Waiter): void {
  checkMayBuy(waiter.buyer, { verifiedOnly, rejectedMayBuy: tx.env.rejectedMayBuy }, tx.clock.now());
  if (waiter.held > 0) throw new AppError('ticket_in_cart');
  if (exceedsPersonLimit({ quantity, ownedPlaces: waiter.owned, placesPerPerson })) throw personLimit(tx, placesPerPerson);
}

type Found = Offered & { returnIds: number[]; heldUntil: Date };

/** Places for one who waits: the club's own, else returned ones of one release and price; with the moment until which they are held. */
async function findPlaces(
  tx: Context,
  event: WaitedEvent,
  { quantity, userId }: WaitingEntry,
  { heldSince }: Waiter,
): Promise<Found | undefined> {
  const now = tx.clock.now();
  const until = now.getTime() + tx.venue().offerMinutes * MINUTE_MS;
  const saleEnd = event.saleEndsAt?.getTime() ?? 0;
  const end = Math.min(until, heldSince.getTime() + HOLD_LIMIT_MS, saleEnd);
  // After a rest of minutes there is a whole half hour again.
  if (!lastsFrom(now, end)) return undefined;
  const own = await findOffered(tx.db, event.id, quantity, now);
  if (own) return { ...own, returnIds: [], heldUntil: new Date(end) };

  const returnEnd = Math.min(end, handoverEnd(event.startsAt).getTime());
  if (!lastsFrom(now, returnEnd)) return undefined;
  const free = await findFreeReturns(tx.db, event.id, userId);
  const alike = Map.groupBy(free, ({ releaseId, priceTetri }) => `${releaseId} ${priceTetri}`);
  const enough = [...alike.values()].find((returns) => returns.length >= quantity)?.slice(0, quantity);
  const [first] = enough ?? [];
  if (!enough || !first) return undefined;
  const { releaseId, priceTetri } = first;
  return { releaseId, priceTetri, returnIds: enough.map(({ id }) => id), heldUntil: new Date(returnEnd) };
}

async function mail(tx: Context, { id, userId, language }: WaitingEntry, kind: 'waiting-offer' | 'waiting-lapsed'): Promise<void> {
  const user = await findUserById(tx.db, userId);
  if (user) await queueMail(tx, { key: `${kind}:${id}`, kind, recipient: user.email, language, payload: { entryId: id } });
}
