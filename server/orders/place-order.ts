import { randomBytes, randomUUID } from 'node:crypto';
import { BANK_SESSION_MS, CURRENCY, type Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { orderTotal } from '#shared/orders/order-total.ts';
import { checkMayBuy } from '#server/accounts/may-buy.ts';
import { stockTogether } from '#server/cart/stock-together.ts';
import { holdForOrder, lockStockOfCarts, withStock } from '#server/cart/stock.service.ts';
import type { Context } from '#server/context.ts';
import { firstCheckAt } from '#server/payments/check-times.ts';
import {
  findCartLines,
  findLinesOfOrder,
  findLivePayment,
  insertOrder,
  insertPayment,
  type CartLine,
  type OrderLine,
  type Payment,
} from './orders.queries.ts';

const RETURN_TOKEN_BYTES = 24;

/** Who buys, and the language they read just now, where they chose one. */
export type Buyer = { userId: number; language?: Language | undefined };

/**
 * Orders a person's cart, together with whoever presses the button at the same moment. Answers the payment for it.
 * @throws what `placeOrder` throws
 */
export const placeOrderTogether = stockTogether({
  line: withStock,
  lock: (tx, buyers: readonly Buyer[]) =>
    lockStockOfCarts(
      tx,
      buyers.map(({ userId }) => userId),
    ),
  work: placeLocked,
  // Each reads and writes lines of its own cart alone.
  isApart: () => true,
  keyOf: ({ userId }) => String(userId),
});

/**
 * The payment for the cart as it stands, in the caller's transaction: the live one when nothing changed since, else one of a new
 * order. Lines whose time is over but whose places nobody took yet are held again. The events' lock lets one press at a time through.
 * @throws cart_empty, not_on_sale, event_ended, banned, verified_only, unauthorized when the account was deleted meanwhile
 */
export async function placeOrder(tx: Context, buyer: Buyer): Promise<Payment> {
  return placeLocked(tx, buyer, await lockStockOfCarts(tx, [buyer.userId]));
}

/** The same with these events locked; what else came into the cart meanwhile is not ordered. */
async function placeLocked(tx: Context, buyer: Buyer, eventIds: readonly number[]): Promise<Payment> {
  const cart = (await findCartLines(tx.db, buyer.userId)).filter(({ hold }) => eventIds.includes(hold.eventId));
  if (cart.length === 0) throw new AppError('cart_empty');
  for (const line of cart) checkSells(tx, line);

  const lines = cart.map((line) => toOrderLine(tx, line));
  const live = await findUnchanged(tx, cart, lines);
  if (live?.state === 'pending') return live;
  const payment = live ?? (await createOrder(tx, buyer, lines));
  const holdIds = cart.map(({ hold }) => hold.id);
  await holdForOrder(tx, holdIds, payment.orderId);
  return payment;
}

function checkSells({ clock, guards }: Context, { eventState, endsAt, verifiedOnly, buyer }: CartLine): void {
  const now = clock.now();
  if (eventState !== 'published') throw new AppError('not_on_sale');
  if (endsAt <= now) throw new AppError('event_ended');
  if (guards.admittedBuyer) checkMayBuy(buyer, { verifiedOnly }, now);
}

/** I6: the price is the one of the moment the place was taken. */
function toOrderLine({ guards }: Context, { hold, currentPriceTetri }: CartLine): OrderLine {
  const { eventId, basketId, quantity, priceTetri } = hold;
  return { eventId, basketId, quantity, priceTetri: guards.heldPrice ? priceTetri : (currentPriceTetri ?? priceTetri) };
}

/** The live payment of the order that holds exactly this cart. */
async function findUnchanged(tx: Context, cart: CartLine[], lines: OrderLine[]): Promise<Payment | undefined> {
  const [orderId, ...others] = new Set(cart.map(({ hold }) => hold.orderId));
  if (orderId === undefined || orderId === null || others.length > 0) return undefined;
  const payment = await findLivePayment(tx.db, orderId, tx.clock.now());
  if (!payment) return undefined;
  return signature(await findLinesOfOrder(tx.db, orderId)) === signature(lines) ? payment : undefined;
}

const signature = (lines: readonly OrderLine[]): string =>
  lines
    .map(({ basketId, quantity, priceTetri }) => `${basketId}:${quantity}:${priceTetri}`)
    .sort()
    .join();

async function createOrder(tx: Context, buyer: Buyer, lines: OrderLine[]): Promise<Payment> {
  const createdAt = tx.clock.now();
  const { totalTetri } = orderTotal(lines);
  const orderId = await insertOrder(tx.db, { ...buyer, totalTetri, createdAt, lines, mayBuyerBeGone: !tx.guards.liveBuyer });
  if (orderId === undefined) throw new AppError('unauthorized');
  return insertPayment(tx.db, {
    orderId,
    provider: tx.payments.name,
    idempotencyKey: randomUUID(),
    returnToken: randomBytes(RETURN_TOKEN_BYTES).toString('base64url'),
    amountTetri: totalTetri,
    currency: CURRENCY,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + BANK_SESSION_MS),
    checkAt: firstCheckAt(createdAt),
  });
}
