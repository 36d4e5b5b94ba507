import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { noticeExpiredLines } from '#server/sales/cart/cart.service.ts';
import { requireUser, type Context } from '#server/platform/context.ts';
import { bankTimeout, orElse, orUnavailable } from '#server/sales/payments/banks/bank-away.ts';
import { openAtBank, returnUrl } from '#server/sales/payments/open-at-bank.ts';
import { settle } from '#server/sales/payments/settle.ts';
import { placeOrderInBatch } from './place-order.ts';
import type { PlacedPayment } from './orders.queries.ts';

/**
 * Orders the cart and answers the page to pay it on. The order is committed before the bank is asked, and no transaction is open
 * meanwhile. Again with the same cart: the same live payment; a changed cart is a new order, which takes the held places over. Its
 * tickets are mailed in `language`, else in the account's.
 * @throws cart_empty, hold_expired, not_on_sale, event_ended, banned, verified_only, bank_unavailable
 */
export async function checkout(ctx: Context, language?: Language, timeout = bankTimeout()): Promise<{ redirect: string }> {
  const { userId } = requireUser(ctx);
  if (await noticeExpiredLines(ctx, userId)) throw new AppError('hold_expired');
  const placed = await placeOrderInBatch(ctx, { userId, language });
  const payment = await refresh(ctx, placed, timeout);
  if (payment.state === 'failed') return checkout(ctx, language, timeout);
  if (payment.state === 'created') return { redirect: await orUnavailable(openAtBank(ctx, payment.id), timeout) };
  if (payment.state === 'pending' && payment.redirectUrl) return { redirect: payment.redirectUrl };
  return { redirect: returnUrl(ctx.env.publicUrl, paths.paymentSuccess, payment.returnToken) };
}

/** An order for nothing is paid by itself. A payment the bank knows may have ended without our hearing of it: no dead page is answered. */
function refresh(ctx: Context, payment: PlacedPayment, timeout: AbortSignal): Promise<PlacedPayment> {
  if (payment.amountTetri === 0) return settle(ctx, payment.id);
  return payment.state === 'pending' ? orElse<PlacedPayment>(settle(ctx, payment.id), payment, timeout) : Promise.resolve(payment);
}
