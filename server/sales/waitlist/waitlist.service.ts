import { type Context, storeAnswer, requireUser, withTransaction } from '#server/platform/context.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { changeStock, deleteHold, freeingOf, recordHoldHistory } from '#server/sales/inventory/stock.queries.ts';
import { expireHoldsOf, lookUp, policyOf, refusalOf } from '#server/sales/inventory/inventory.service.ts';
import { checkAvailability, mostOf, reservesForWaitlist, saleOf } from '#server/sales/inventory/availability.ts';
import { findStock, type Stock } from '#server/sales/inventory/availability.queries.ts';
import type { Language } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { WaitlistView } from '#shared/waitlist/waitlist.contract.ts';
import { endOffers, isWaitable } from './offer-places.ts';
import { offerPlacesOf } from './waitlist.jobs.ts';
import {
  changeEntries,
  endOpenOffer,
  findEntry,
  findLastEnd,
  insertEntry,
  type WaitlistEntry,
  type WaitlistState,
} from './waitlist.queries.ts';

/** Returns the caller's position in the waitlist of an event. @throws event_not_found */
export async function readWaitlist(ctx: Context, eventId: number): Promise<WaitlistView> {
  const { userId } = requireUser(ctx);
  const most = mostOf((await findEvent(ctx, eventId)).event, policyOf(ctx));
  const found = await findEntry(ctx.db, userId, eventId);
  if (!found) return { eventId, most, entry: null, last: endOf(await findLastEnd(ctx.db, userId, eventId)) };
  const { entry, place, heldUntil, isBought } = found;
  const isOffered = entry.state === 'offered';
  // The next run of the job ends an offer that was paid or has lapsed.
  const isOver = isOffered && (heldUntil === null || heldUntil <= ctx.clock.now());
  if (isOver) return { eventId, most, entry: null, last: isBought ? 'bought' : 'lapsed' };
  const { quantity } = entry;
  const offer = { state: 'offered' as const, heldUntil: heldUntil && toWireTime(heldUntil) };
  const shown = isOffered ? offer : { state: 'waiting' as const, heldUntil: null };
  return { eventId, most, entry: { ...shown, quantity, place }, last: null };
}

const endOf = (state: WaitlistState | undefined): WaitlistView['last'] =>
  state === undefined || state === 'waiting' || state === 'offered' ? null : state;

async function findEvent({ db, clock }: Context, eventId: number): Promise<Stock> {
  const stock = (await findStock(db, [eventId], clock.now())).get(eventId);
  if (!stock || stock.event.state === 'draft') throw new AppError('event_not_found');
  return stock;
}

/**
 * Adds the caller to the waitlist of a sold-out event; the offer is mailed in the page's language. @throws event_not_found, not_offered
 * (club without a waitlist), not_on_sale (outside the time of sale), not_sold_out (enough places left), already_waiting, email_not_proved,
 * banned, account_rejected, verified_only, ticket_in_cart, person_limit
 */
export function joinWaitlist(
  ctx: Context,
  eventId: number,
  { quantity, language }: { quantity: number; language: Language },
): Promise<WaitlistView> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    await expireHoldsOf(tx, [eventId]);
    await endOffers(tx, eventId);
    await checkMayJoin(tx, await findEvent(tx, eventId), quantity);
    const createdAt = tx.clock.now();
    if ((await insertEntry(tx.db, { eventId, userId, quantity, language, createdAt })) === undefined) throw new AppError('already_waiting');
    // A listed ticket may be available that no one has wanted so far.
    await offerPlacesSoon(tx, eventId);
    return storeAnswer(tx, await readWaitlist(tx, eventId));
  });
}

async function checkMayJoin(tx: Context, stock: Stock, quantity: number): Promise<void> {
  const { userId } = requireUser(tx);
  const now = tx.clock.now();
  if (!tx.venue().waitlist) throw new AppError('not_offered');
  if (!saleOf(stock, now).sells || !isWaitable(tx, stock)) throw new AppError('not_on_sale');
  const [situation] = await lookUp(tx, [{ userId, eventId: stock.event.id }], { lockAccounts: true });
  if (!situation?.stock || !situation.guest) throw new AppError('unauthorized');
  const answer = checkAvailability({ by: 'waitlist', quantity, listed: [] }, situation, policyOf(tx));
  const isRefused = 'reason' in answer && answer.reason !== 'sold_out';
  if (isRefused && answer.reason === 'too_many') throw refusalOf(tx, answer, situation);
  // An offer is mailed to the address, which another person may have registered.
  if (situation.guest.buyer.emailProvedAt === null) throw new AppError('email_not_proved');
  if (isRefused) throw refusalOf(tx, answer, situation);
  if (!('reason' in answer) && !reservesForWaitlist(situation.stock, now)) throw new AppError('not_sold_out');
}

/** Leaves the waitlist, ending an open offer; does nothing without an entry. @throws event_not_found */
export function leaveWaitlist(ctx: Context, eventId: number): Promise<WaitlistView> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    await expireHoldsOf(tx, [eventId]);
    await endOffers(tx, eventId);
    const found = await findEntry(tx.db, userId, eventId);
    if (found) await endEntry(tx, found.entry, 'left');
    return readWaitlist(tx, eventId);
  });
}

/** Ends an entry, and removes the places of an open offer from the cart. The event is locked. Returns false when the entry was over. */
export async function endEntry(tx: Context, { id, eventId, userId }: WaitlistEntry, state: 'left' | 'removed'): Promise<boolean> {
  const now = tx.clock.now();
  const [ended] = await changeEntries(tx.db, [id], ['waiting', 'offered'], { state, endedAt: now });
  if (!ended) return false;
  const gone = ended.holdId === null ? undefined : await deleteHold(tx.db, userId, eventId);
  if (gone) {
    await changeStock(tx.db, [freeingOf(gone)]);
    await recordHoldHistory(tx.db, [gone], now);
  }
  await offerPlacesSoon(tx, eventId);
  return true;
}

/**
 * A guest who removes offered places from the cart leaves the waitlist, and the next entry gets an offer. The event is locked; call this
 * before the hold is deleted.
 */
export async function leaveOffer(tx: Context, offer: { userId: number; eventId: number }): Promise<void> {
  if (await endOpenOffer(tx.db, offer, tx.clock.now())) await offerPlacesSoon(tx, offer.eventId);
}

/** Offers places of an event once this transaction has committed. */
export const offerPlacesSoon = (tx: Context, eventId: number): Promise<void> =>
  addJob(tx, offerPlacesOf, { eventId }, { key: `offer-places:${eventId}` });
