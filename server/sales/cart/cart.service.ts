import { findEventViews } from '#server/content/events/events.service.ts';
import { type Context, perServer, requireUser } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { createTokenBuckets, type Rate, rateOf } from '#server/platform/limits/quota.ts';
import { askFor, expireHoldsOf, orRefuse, reserve, withStock } from '#server/sales/inventory/inventory.service.ts';
import { cooldownEnd, toFullMinute } from '#server/sales/inventory/availability.ts';
import { freeListings } from '#server/sales/inventory/listings.queries.ts';
import { leaveOffer } from '#server/sales/waitlist/waitlist.service.ts';
import type { CartLineView, CartView, ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { DEFAULT_QUANTITY } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { foldPromoCode } from '#shared/promo-codes/promo-code-text.ts';
import { AppError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { isBeforeEnd } from '#shared/events/timing.ts';
import { toGel } from '#shared/money.ts';
import {
  deleteExpiredLine,
  type ExpiredLine,
  findExpiredLines,
  findHolds,
  type NamedHold,
  markExpiredSeen,
  setHoldQuantity,
  changeStock,
  deleteHold,
  freeingOf,
  lockEvents,
  lockHoldsOfCarts,
  recordHoldHistory,
} from '#server/sales/inventory/stock.queries.ts';

type AddedLine = { ticketId: number; price: number; heldUntil: string };
type AddInput = { eventId: number; quantity?: number | undefined; code?: string | undefined; refCode?: string | undefined };
type UpdateInput = { eventId: number; quantity: number };

/**
 * Returns the caller's live lines with their events, and separately the expired ones, whose places were released: they can only be reserved
 * again. `answeredAt` is the server's time, for countdowns.
 */
export async function getCart(ctx: Context): Promise<CartView> {
  const { userId } = requireUser(ctx);
  const now = ctx.clock.now();
  const found = await readCart(ctx, userId);
  const live = found.lines.filter(({ heldUntil }) => heldUntil > now);
  const isOverdue = live.length < found.lines.length;
  if (isOverdue) await withStock(ctx, (tx) => expireHoldsOf(tx, eventsOf(found.lines)));
  const expired = isOverdue ? (await readCart(ctx, userId)).expired : found.expired;
  if (expired.length > 0) await noticeExpiredLines(ctx, userId);
  const views = await findEventViews(ctx, eventsOf([...live, ...expired]));
  return {
    ticketItems: live.flatMap((line) => toLineView(line, views.get(line.eventId))),
    expiredItems: expired.flatMap((line) => toExpiredView(line, views.get(line.eventId), now)),
    answeredAt: toWireTime(now),
  };
}

const eventsOf = (lines: readonly { eventId: number }[]): number[] => lines.map(({ eventId }) => eventId);

/** A line that expires between the two statements is in the second, or in both. */
const readCart = batched<number, { lines: NamedHold[]; expired: ExpiredLine[] }>(async ({ db }, userIds) => {
  const lines = Map.groupBy(await findHolds(db, userIds), ({ userId }) => userId);
  const expired = Map.groupBy(await findExpiredLines(db, userIds), ({ userId }) => userId);
  return userIds.map((userId) => ({ lines: lines.get(userId) ?? [], expired: expired.get(userId) ?? [] }));
});

function toLineView(hold: NamedHold, event: EventView | undefined): CartLineView[] {
  if (!event) return [];
  const { id, eventId, quantity, priceTetri, publicPriceTetri, code, heldUntil } = hold;
  const publicPrice = publicPriceTetri === null ? null : toGel(publicPriceTetri);
  return [{ id, eventId, quantity, price: toGel(priceTetri), publicPrice, code, heldUntil: toWireTime(heldUntil), event }];
}

/** Leaves out expired lines of events that are over. */
function toExpiredView({ eventId, quantity, past }: ExpiredLine, event: EventView | undefined, now: Date): ExpiredLineView[] {
  const againAt = past && cooldownEnd(past, now);
  return event && isBeforeEnd(event, now)
    ? [{ eventId, quantity, againAt: againAt ? toWireTime(toFullMinute(againAt)) : null, event }]
    : [];
}

/** Returns true if lines of this cart expired unseen, and marks them as seen. */
export const noticeExpiredLines = ({ db, clock }: Context, userId: number): Promise<boolean> => markExpiredSeen(db, userId, clock.now());

/**
 * Holds places at the present price, or at the price that the code opens, one line per event (spec §5). `refCode`: the promoter whose link
 * brought the guest. @throws what `reserve` throws
 */
export async function addTicket(ctx: Context, { eventId, quantity = DEFAULT_QUANTITY, code, refCode }: AddInput): Promise<AddedLine> {
  const { userId } = requireUser(ctx);
  if (code !== undefined) consumeTry(ctx, userId);
  const { holdId, priceTetri, heldUntil } = await reserve(ctx, {
    userId,
    eventId,
    quantity,
    refCode,
    ...(code !== undefined && { code: foldPromoCode(code) }),
  });
  return { ticketId: holdId, price: toGel(priceTetri), heldUntil: toWireTime(heldUntil) };
}

/** Per account: enough for typing errors, too few to guess a code. */
const TRIES: Rate = { perSecond: 6 / 60, burst: 20 };

/** With a smaller part a guest who mistypes a code twice would wait for minutes. */
const MOST_SHARERS = 4;

const bucketsOf = perServer((ctx) => createTokenBuckets(() => rateOf(ctx, TRIES, MOST_SHARERS)));

/**
 * Counts a code that this account tries, right or wrong: in memory, the limit divided by the number of processes, four at most. @throws
 * too_many_requests
 */
export function consumeTry(ctx: Context, userId: number): void {
  const retryAfterSeconds = bucketsOf(ctx)(String(userId));
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds });
}

/**
 * Changes the quantity of a line within stock and the person's limit, without changing price or expiry. More places are granted only while
 * they still sell at the held price, within the half hour. @throws not_found, hold_expired, not_on_sale, event_ended, banned,
 * verified_only, payment_begun, price_changed, sold_out, person_limit, invalid_input
 */
export function updateTicket(ctx: Context, { eventId, quantity }: UpdateInput): Promise<AddedLine & { quantity: number }> {
  const { userId } = requireUser(ctx);
  return withStock(ctx, async (tx) => {
    await lockEvents(tx.db, [eventId]);
    await lockHoldsOfCarts(tx.db, [userId], [eventId]);
    const found = await askFor(tx, { userId, eventId, code: 'of the line' }, { by: 'line', quantity });
    const hold = found.situation.guest?.hold;
    if (!hold) throw new AppError('not_found');
    if (hold.heldUntil <= tx.clock.now()) throw new AppError('hold_expired');
    orRefuse(tx, found);
    const more = quantity - hold.quantity;
    // Places listed for resale are released first: they still count as their sellers' tickets.
    const released = Math.min(hold.resaleQuantity, Math.max(0, -more));
    if (released > 0) await freeListings(tx.db, hold.id, released);
    await setHoldQuantity(tx.db, hold.id, { quantity, resaleQuantity: hold.resaleQuantity - released });
    await changeStock(tx.db, [{ eventId, ticketTypeId: hold.ticketTypeId, places: more + released }]);
    return { ticketId: hold.id, price: toGel(hold.priceTetri), heldUntil: toWireTime(hold.heldUntil), quantity };
  });
}

/** Releases the places of a line, or deletes an expired line; does nothing without either. */
export async function removeTicket(ctx: Context, eventId: number): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  await withStock(ctx, async (tx) => {
    await lockEvents(tx.db, [eventId]);
    await deleteExpiredLine(tx.db, userId, eventId);
    await leaveOffer(tx, { userId, eventId });
    const gone = await deleteHold(tx.db, userId, eventId);
    if (!gone) return;
    await changeStock(tx.db, [freeingOf(gone)]);
    await recordHoldHistory(tx.db, [gone], tx.clock.now());
  });
  return {};
}
