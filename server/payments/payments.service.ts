import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { PaymentReturnView } from '#shared/payments/payments.contract.ts';
import type { Context } from '#server/context.ts';
import { orElse, orUnavailable } from './bank-away.ts';
import type { PaymentState } from './payment-states.ts';
import { checkSoon, findPaymentByProviderOrder, findPaymentByToken, storeCallback, type Payment } from './payments.queries.ts';
import type { CallbackHint, CallbackRequest, PaymentProvider } from './provider.ts';
import { joinSettling, settle } from './settle.ts';

const shownState: Record<PaymentState, PaymentReturnView['state']> = {
  created: 'settling',
  pending: 'settling',
  flagged: 'settling',
  paid: 'paid',
  failed: 'failed',
  refunding: 'refunded',
  refunded: 'refunded',
};

/** The guest is back: asks the bank and answers the true state, nothing about the person. @throws order_not_found */
export async function returnFromBank(ctx: Context, token: string): Promise<PaymentReturnView> {
  const known = await findPaymentByToken(ctx.db, token);
  if (!known) throw new AppError('order_not_found');
  const payment = await orElse(joinSettling(ctx, known.payment.id), known.payment);
  return { state: shownState[payment.state], eventIds: known.eventIds };
}

/**
 * A call of the bank. It never proves anything: a signed one makes us ask the bank at once and returns when the effect is committed;
 * one that is not signed, or wrongly, only brings our next own check forward, so that strangers cannot make us ask.
 * @throws invalid_input when neither signature nor order is known; bank_unavailable
 */
export async function receiveCallback(ctx: Context, bank: PaymentProvider, request: CallbackRequest): Promise<void> {
  const hint = await orUnavailable(bank.parseCallback(request));
  const payment = hint.providerOrderId ? await findPaymentByProviderOrder(ctx.db, bank.name, hint.providerOrderId) : undefined;
  if (!payment && hint.signature !== 'valid') throw new AppError('invalid_input');
  await keep(ctx, bank, request, hint);
  if (!payment) return;
  if (hint.signature === 'valid') await orUnavailable(settle(ctx, payment.id));
  else await checkLater(ctx, payment);
}

async function checkLater(ctx: Context, payment: Payment): Promise<void> {
  ctx.log.warn({ paymentId: payment.id }, 'a callback without a valid signature');
  await checkSoon(ctx.db, payment.id, ctx.clock.now());
}

async function keep(
  ctx: Context,
  { name }: PaymentProvider,
  { rawBody, headers }: CallbackRequest,
  { signature }: CallbackHint,
): Promise<void> {
  await storeCallback(ctx.db, {
    provider: name,
    digest: createHash('sha256').update(rawBody).digest('base64url'),
    headers: {
      'content-type': headers['content-type'],
      'callback-signature': headers['callback-signature'],
      'user-agent': headers['user-agent'],
    },
    body: rawBody.toString('utf8').replaceAll('\0', ''),
    isSigned: signature,
    receivedAt: ctx.clock.now(),
  });
}
