import { type Context, requireUser } from '#server/platform/context.ts';
import { getCart } from '#server/sales/cart/cart.service.ts';
import { changeStock } from '#server/sales/cart/stock.queries.ts';
import { lockStockOfCarts, withStock } from '#server/sales/cart/stock.service.ts';
import type { CartView } from '#shared/cart/cart.contract.ts';
import { foldCode } from '#shared/codes/code-text.ts';
import type { CodeOfferView } from '#shared/codes/codes.contract.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import { takeTry } from './code-tries.ts';
import { findMoves, findOffer, openLine } from './codes.queries.ts';

/** What a code opens at an event, for somebody who looks at its page. @throws code_invalid, whatever is wrong with it */
export async function lookAtCode(ctx: Context, eventId: number, code: string): Promise<CodeOfferView> {
  const offer = await findOffer(ctx.db, { eventId, folded: foldCode(code), now: ctx.clock.now() });
  if (!offer) throw new AppError('code_invalid');
  const { priceTetri, publicPriceTetri, ...names } = offer;
  return { eventId, ...names, price: toGel(priceTetri), publicPrice: publicPriceTetri === null ? null : toGel(publicPriceTetri) };
}

/**
 * Changes the lines of the caller's cart for which the code is made to what it opens, at its price; until when they are held stays. A
 * payment of the old price that is still open at the bank ends like that of any changed cart. @throws code_invalid when no line changes and
 * none is opened with it already, too_many_requests
 */
export async function applyCode(ctx: Context, code: string): Promise<CartView> {
  const { userId } = requireUser(ctx);
  takeTry(ctx, userId);
  const folded = foldCode(code);
  await withStock(ctx, async (tx) => {
    await lockStockOfCarts(tx, [userId]);
    const moves = await findMoves(tx.db, { userId, folded, now: tx.clock.now() }, tx.env.placesSharedByPerson);
    if (moves.length === 0) throw new AppError('code_invalid');
    for (const { isSame, eventId, quantity, from, to, ...line } of moves) {
      if (isSame) continue;
      await openLine(tx.db, line);
      await changeStock(tx.db, [
        { eventId, releaseId: from, places: -quantity },
        { eventId, releaseId: to, places: quantity },
      ]);
    }
  });
  return getCart(ctx);
}
