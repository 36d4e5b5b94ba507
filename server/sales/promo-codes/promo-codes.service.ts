import { type Context, requireUser } from '#server/platform/context.ts';
import { consumeTry, getCart } from '#server/sales/cart/cart.service.ts';
import { findHolds, openLine, changeStock } from '#server/sales/inventory/stock.queries.ts';
import { lockStockOfCarts, lookUp, policyOf, withStock } from '#server/sales/inventory/inventory.service.ts';
import { checkAvailability, openedBy } from '#server/sales/inventory/availability.ts';
import type { CartView } from '#shared/cart/cart.contract.ts';
import { foldPromoCode } from '#shared/promo-codes/promo-code-text.ts';
import type { PromoCodeOfferView } from '#shared/promo-codes/promo-codes.contract.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';

/** Returns what a code opens at an event, for a visitor of its page. @throws code_invalid, whatever is wrong with it */
export async function lookAtPromoCode(ctx: Context, eventId: number, code: string): Promise<PromoCodeOfferView> {
  const [situation] = await lookUp(ctx, [{ userId: null, eventId, code: { folded: foldPromoCode(code) } }]);
  const offer = situation && openedBy(situation, policyOf(ctx));
  if (!offer) throw new AppError('code_invalid');
  const { ticketType, priceTetri, publicPriceTetri } = offer;
  const publicPrice = publicPriceTetri === null ? null : toGel(publicPriceTetri);
  return { eventId, code: offer.code.code, name: ticketType.name, nameLat: ticketType.nameLat, price: toGel(priceTetri), publicPrice };
}

/**
 * Moves the cart lines that a code is for to its ticket type and price, without changing until when they are held. A payment at the old
 * price that is open at the bank ends, as for any changed cart. @throws code_invalid when no line changes and none was opened with it
 * before, too_many_requests
 */
export async function applyPromoCode(ctx: Context, code: string): Promise<CartView> {
  const { userId } = requireUser(ctx);
  consumeTry(ctx, userId);
  const folded = foldPromoCode(code);
  await withStock(ctx, async (tx) => {
    await lockStockOfCarts(tx, [userId]);
    const now = tx.clock.now();
    const lines = (await findHolds(tx.db, [userId])).filter(({ resaleQuantity, heldUntil }) => resaleQuantity === 0 && heldUntil > now);
    // Each line is of a separate event, so opening one does not affect the others.
    const situations = await lookUp(
      tx,
      lines.map(({ eventId }) => ({ userId, eventId, code: { folded } })),
    );
    let opened = 0;
    for (const [index, { id, eventId, quantity, ticketTypeId, promoCodeId }] of lines.entries()) {
      const situation = situations[index];
      const answer = situation && checkAvailability({ by: 'code', quantity }, situation, policyOf(tx));
      if (!situation?.code || !answer || 'reason' in answer || !answer.ticketType) continue;
      opened += 1;
      if (situation.code.id === promoCodeId) continue;
      await openLine(tx.db, { holdId: id, promoCodeId: situation.code.id });
      await changeStock(tx.db, [
        { eventId, ticketTypeId, places: -quantity },
        { eventId, ticketTypeId: answer.ticketType.id, places: quantity },
      ]);
    }
    if (opened === 0) throw new AppError('code_invalid');
  });
  return getCart(ctx);
}
