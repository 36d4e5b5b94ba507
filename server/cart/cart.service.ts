import type { CartLineView, CartView } from '#shared/cart/cart.contract.ts';
import { TICKETS_PER_ADD } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { toGel } from '#shared/money.ts';
import { requireUser, type Context } from '#server/context.ts';
import { findEventViews } from '#server/events/events.service.ts';
import {
  deleteExpiredHolds,
  deleteHold,
  deleteOverdueHolds,
  findHolds,
  findHoldStock,
  setHoldQuantity,
  type Hold,
  type HoldStock,
} from './cart.queries.ts';
import { LARGEST_EVENT_ID, personLimit, tooMany, reserve } from './reserve.ts';
import { changeStock, expireOverdueHolds, lockEvents, releaseOf } from './stock.queries.ts';
import { withStock } from './stock.service.ts';

type AddedLine = { ticketId: number; price: number; heldUntil: string };
type AddInput = { eventId: number; quantity?: number | undefined };
type UpdateInput = { eventId: number; quantity: number };

/** The caller's live lines with their events. Lines whose time is over are given back: what is not shown cannot be bought. */
export async function getCart(ctx: Context): Promise<CartView> {
  const { userId } = requireUser(ctx);
  const now = ctx.clock.now();
  const lines = await findHolds(ctx.db, userId);
  const live = lines.filter(({ heldUntil }) => heldUntil > now);
  if (live.length < lines.length) await giveOverdueBack(ctx, userId, lines);
  await forgetExpiredLines(ctx, userId);
  const views = await findEventViews(
    ctx,
    live.map(({ eventId }) => eventId),
  );
  return { ticketItems: live.flatMap((line) => toLineView(line, views.get(line.eventId))) };
}

function toLineView(hold: Hold, event: EventView | undefined): CartLineView[] {
  if (!event) return [];
  const { id, eventId, quantity, priceTetri, heldUntil } = hold;
  return [{ id, eventId, quantity, price: toGel(priceTetri), heldUntil: toWireTime(heldUntil), event }];
}

function giveOverdueBack(ctx: Context, userId: number, lines: readonly Hold[]): Promise<void> {
  return withStock(ctx, async (tx) => {
    await lockEvents(
      tx.db,
      lines.map(({ eventId }) => eventId),
    );
    const gone = await deleteOverdueHolds(tx.db, userId, tx.clock.now());
    await changeStock(tx.db, gone.map(releaseOf));
  });
}

/** Whether lines of this cart ran out since their owner last saw it; from now on that is known. */
export const forgetExpiredLines = (ctx: Context, userId: number): Promise<boolean> => deleteExpiredHolds(ctx.db, userId);

/** Spec §5: holds places at the price of this moment, one line per event. Throws what `reserve` throws. */
export async function addTicket(ctx: Context, { eventId, quantity = TICKETS_PER_ADD }: AddInput): Promise<AddedLine> {
  const { userId } = requireUser(ctx);
  const { holdId, priceTetri, heldUntil } = await reserve(ctx, { userId, eventId, quantity });
  return { ticketId: holdId, price: toGel(priceTetri), heldUntil: toWireTime(heldUntil) };
}

/**
 * Changes how many places a line holds, within stock and the person's limit; price and end stay as they were.
 * @throws not_found, hold_expired, event_ended, sold_out, person_limit, invalid_input
 */
export function updateTicket(ctx: Context, { eventId, quantity }: UpdateInput): Promise<AddedLine & { quantity: number }> {
  const { userId } = requireUser(ctx);
  if (eventId > LARGEST_EVENT_ID) throw new AppError('not_found');
  return withStock(ctx, async (tx) => {
    await lockEvents(tx.db, [eventId]);
    const line = await findHoldStock(tx.db, userId, eventId);
    if (!line) throw new AppError('not_found');
    const more = quantity - line.hold.quantity;
    checkMayChange(tx, line, quantity);
    if (more > 0 && !hasRoom(tx, line, more)) await makeRoom(tx, line, more);
    await setHoldQuantity(tx.db, line.hold.id, quantity);
    await changeStock(tx.db, [{ eventId, basketId: line.hold.basketId, held: more, sold: 0 }]);
    const { id, priceTetri, heldUntil } = line.hold;
    return { ticketId: id, price: toGel(priceTetri), heldUntil: toWireTime(heldUntil), quantity };
  });
}

function checkMayChange({ clock }: Context, { hold, eventState, endsAt, placesPerPerson, ownedPlaces }: HoldStock, quantity: number): void {
  const now = clock.now();
  if (hold.heldUntil <= now) throw new AppError('hold_expired');
  if (eventState !== 'published') throw new AppError('not_on_sale');
  if (endsAt <= now) throw new AppError('event_ended');
  if (quantity > placesPerPerson) throw tooMany(placesPerPerson);
  if (quantity > hold.quantity && ownedPlaces + quantity > placesPerPerson) throw personLimit(placesPerPerson);
}

const hasRoom = ({ guards }: Context, { basketRoom, eventRoom }: HoldStock, more: number): boolean =>
  !guards.stock || (basketRoom >= more && eventRoom >= more);

async function makeRoom(tx: Context, { hold: { userId, eventId } }: HoldStock, more: number): Promise<void> {
  if (tx.guards.lazyExpiry) await expireOverdueHolds(tx.db, [eventId], tx.clock.now());
  const line = await findHoldStock(tx.db, userId, eventId);
  if (!line || !hasRoom(tx, line, more)) throw new AppError('sold_out');
}

/** Gives the places of a line back; nothing to give back is fine. */
export async function removeTicket(ctx: Context, eventId: number): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  if (eventId > LARGEST_EVENT_ID) return {};
  await withStock(ctx, async (tx) => {
    await lockEvents(tx.db, [eventId]);
    const gone = await deleteHold(tx.db, userId, eventId);
    if (gone) await changeStock(tx.db, [releaseOf(gone)]);
  });
  return {};
}
