import type { Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { orElse } from '#server/sales/payments/banks/provider.ts';
import { AppError } from '#shared/errors.ts';
import type { BankReturnView } from '#shared/payments/payments.contract.ts';
import type { PaymentState } from './payment-states.ts';
import { findPaymentsByToken } from './payments.queries.ts';
import { awaitSync } from './sync-payment.ts';

const publicState: Record<PaymentState, BankReturnView['state']> = {
  created: 'settling',
  pending: 'settling',
  flagged: 'settling',
  paid: 'paid',
  failed: 'failed',
  refunding: 'refunded',
  refunded: 'refunded',
};

type Known = Awaited<ReturnType<typeof findPaymentsByToken>>[number];

const findByToken = batched<string, Known | undefined>(async ({ db }, tokens) => {
  const known = new Map((await findPaymentsByToken(db, tokens)).map((found) => [found.payment.returnToken, found]));
  return tokens.map((token) => known.get(token));
});

/**
 * Asks the bank after the guest's return and returns the payment's status, nothing about the person. If `mayAsk` refuses, the stored status
 * is returned without asking. @throws order_not_found
 */
export async function returnFromBank(
  ctx: Context,
  token: string,
  mayAsk: (paymentId: number) => boolean = () => true,
): Promise<BankReturnView> {
  const known = await findByToken(ctx, token);
  if (!known) throw new AppError('order_not_found');
  const payment = mayAsk(known.payment.id) ? await orElse(awaitSync(ctx, known.payment), known.payment) : known.payment;
  const { failureReason, isWatched } = payment;
  const view = { state: isWatched ? 'settling' : publicState[payment.state], eventIds: known.eventIds };
  return view.state === 'failed' && failureReason ? { ...view, reason: failureReason } : view;
}
