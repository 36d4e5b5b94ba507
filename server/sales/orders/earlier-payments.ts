import { type Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { findHolds, type Hold } from '#server/sales/cart/cart.queries.ts';
import { orElse } from '#server/sales/payments/banks/provider.ts';
import type { Payment } from '#server/sales/payments/payments.queries.ts';
import { settle } from '#server/sales/payments/settle.ts';
import { AppError } from '#shared/errors.ts';
import { findLinesOfOrder, findOpenPayments, type OpenPayment, type OrderLine } from './orders.queries.ts';

/** The latest one: each is a call to the bank while the guest waits, also for somebody who changes the cart again and again. */
const CHECKED_MAX = 1;

const openPaymentsOf = batched<number, OpenPayment[]>(async ({ db }, userIds) => {
  const found = Map.groupBy(await findOpenPayments(db, userIds), ({ userId }) => userId);
  return userIds.map((userId) => (found.get(userId) ?? []).slice(0, CHECKED_MAX));
});

/**
 * Asks the bank about the user's earlier payments for events of the present cart before another order is made, because their result may
 * have been lost. Returns the one that brought its tickets or whose money is on its way back, or that can be paid for exactly this cart;
 * undefined when nothing of them hinders a new order. @throws payment_may_come when the bank does not say
 */
export async function findEarlierPayment(ctx: Context, userId: number, timeout: AbortSignal): Promise<OpenPayment | Payment | undefined> {
  const open = await openPaymentsOf(ctx, userId);
  if (open.length === 0) return undefined;
  const cart = await findHolds(ctx.db, [userId]);
  const others: OpenPayment[] = [];
  // The checkout itself asks about the payment of the order that has this cart.
  for (const payment of open) if (!isOf(payment, cart) || !(await isFor(ctx, payment, cart))) others.push(payment);
  const checked = await Promise.all(
    others.map(async (payment) => ({ payment, now: await orElse<Payment | undefined>(settle(ctx, payment.id), undefined, timeout) })),
  );
  const known = checked.flatMap(({ now }) => now ?? []);
  const ended = known.find(({ state }) => state !== 'created' && state !== 'pending' && state !== 'failed');
  if (ended) return ended;
  if (known.length < checked.length) throw new AppError('payment_may_come', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  // A cart that has an order was changed since: that is a new order.
  if (cart.some(({ orderId }) => orderId !== null)) return undefined;
  for (const payment of known) if (isPayable(ctx, payment) && (await isFor(ctx, payment, cart))) return payment;
  return undefined;
}

const RETRY_AFTER_SECONDS = 10;

const isOf = ({ orderId }: OpenPayment, cart: readonly Hold[]): boolean => cart.every((hold) => hold.orderId === orderId);

const isPayable = ({ clock }: Context, { state, redirectUrl, expiresAt }: Payment): boolean =>
  state === 'pending' && redirectUrl !== null && expiresAt > clock.now();

const isFor = async ({ db }: Context, { orderId }: Pick<Payment, 'orderId'>, cart: readonly Hold[]): Promise<boolean> =>
  signature(await findLinesOfOrder(db, orderId)) === signature(cart.map(toOrderLine));

/** I6: the price is that of the moment when the place was held. */
export const toOrderLine = ({ eventId, ticketTypeId, quantity, priceTetri, promoCodeId, promoterId }: Hold): OrderLine => {
  return { eventId, ticketTypeId, quantity, priceTetri, promoCodeId, promoterId };
};

/** Equal for the same places at the same prices. */
export const signature = (lines: readonly OrderLine[]): string =>
  lines
    .map(({ ticketTypeId, quantity, priceTetri, promoCodeId }) => `${ticketTypeId}:${quantity}:${priceTetri}:${promoCodeId}`)
    .sort()
    .join();
