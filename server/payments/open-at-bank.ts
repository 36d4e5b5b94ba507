import { BANK_SESSION_MS } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { withPaidStock } from '#server/cart/stock.service.ts';
import type { Context } from '#server/context.ts';
import { applyMove } from './apply-move.ts';
import { bankOf } from './bank-of.ts';
import { firstCheckAt } from './check-times.ts';
import {
  findOrderedPayment,
  findOrderLines,
  findPayment,
  lockOrderedPayment,
  markPending,
  type OrderedPayment,
} from './payments.queries.ts';
import { BankError, type CheckoutRequest } from './provider.ts';

/**
 * Tells the bank about a payment and answers the page to send the guest to. The payment was committed before, so a crash or a
 * time-out is mended by calling this again: the bank knows the key and answers the same. A refusal ends the payment.
 * @throws BankError
 */
export async function openAtBank(ctx: Context, paymentId: number): Promise<string> {
  const ordered = await findOrderedPayment(ctx.db, paymentId);
  if (!ordered) throw new Error('There is no such payment.');
  if (ordered.payment.redirectUrl) return ordered.payment.redirectUrl;
  const opened = await bankOf(ctx, ordered.payment.provider)
    .createCheckout(await checkoutRequest(ctx, ordered))
    .catch(async (error: unknown) => {
      if (error instanceof BankError && error.outcome === 'refused') await endRefused(ctx, paymentId);
      throw error;
    });
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + BANK_SESSION_MS);
  const mine = await markPending(ctx.db, paymentId, { ...opened, expiresAt, checkAt: firstCheckAt(now) });
  const redirect = (mine ?? (await findPayment(ctx.db, paymentId)))?.redirectUrl;
  if (!redirect) throw new BankError('refused', 'The payment ended while the bank was asked.');
  return redirect;
}

/** The same for the same payment every time: a bank compares it with what came under the same key before. */
async function checkoutRequest({ db, env }: Context, { payment, order }: OrderedPayment): Promise<CheckoutRequest> {
  const lines = await findOrderLines(db, order.id);
  return {
    paymentId: payment.id,
    orderId: order.id,
    idempotencyKey: payment.idempotencyKey,
    amountTetri: payment.amountTetri,
    currency: payment.currency,
    language: order.language,
    lines: lines.map(({ basketId, eventName, basketName, quantity, priceTetri }) => {
      return { basketId, description: `${eventName}: ${basketName}`, quantity, priceTetri };
    }),
    successUrl: returnUrl(env.publicUrl, paths.paymentSuccess, payment.returnToken),
    failureUrl: returnUrl(env.publicUrl, paths.paymentFailure, payment.returnToken),
    lifetimeMs: BANK_SESSION_MS,
  };
}

/** Where the bank sends the guest; the token names the payment and proves nothing. */
export const returnUrl = (publicUrl: string, path: string, returnToken: string): string => `${publicUrl}${path}?order=${returnToken}`;

/** The bank repeats its answer to a key, so asking again is useless: the next checkout makes a new order. */
async function endRefused(ctx: Context, paymentId: number): Promise<void> {
  await withPaidStock(ctx, async (tx) => {
    const ordered = await lockOrderedPayment(tx.db, paymentId);
    if (ordered?.payment.state === 'created') await applyMove(tx, ordered, { to: 'failed' });
  });
}
