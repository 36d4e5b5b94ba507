import { randomUUID } from 'node:crypto';
import { withTransaction, type Context } from '#server/context.ts';
import { bankOf } from './bank-of.ts';
import { nextMove } from './payment-states.ts';
import { changePayment, changeRefund, findOpenRefund, lockOrderedPayment, type Payment, type Refund } from './payments.queries.ts';
import { BankError, type PaymentProvider } from './provider.ts';

/**
 * Brings a decided refund one step on: asks the bank for it unless it has it already, then looks whether the money went.
 * Repeating is safe: one key is one refund. @throws BankError
 */
export async function pursueRefund(ctx: Context, { id, provider, providerOrderId }: Payment): Promise<void> {
  const refund = await findOpenRefund(ctx.db, id);
  if (!refund || providerOrderId === null) return;
  const bank = bankOf(ctx, provider);
  if (refund.state !== 'sent') await askForRefund(ctx, bank, refund, providerOrderId);
  const word = await bank.getStatus(providerOrderId);
  await withTransaction(ctx, async (tx) => {
    const ordered = await lockOrderedPayment(tx.db, id);
    if (ordered?.payment.state !== 'refunding' || nextMove(ordered.payment, word).to !== 'refunded') return;
    const now = tx.clock.now();
    await changePayment(tx.db, id, { state: 'refunded', settledAt: now });
    await changeRefund(tx.db, (await findOpenRefund(tx.db, id)) ?? refund, { state: 'confirmed', confirmedAt: now });
  });
}

async function askForRefund(ctx: Context, bank: PaymentProvider, refund: Refund, providerOrderId: string): Promise<void> {
  const { amountTetri, idempotencyKey } = refund;
  try {
    await bank.refund({ providerOrderId, amountTetri, refundedBeforeTetri: 0, idempotencyKey });
    await changeRefund(ctx.db, refund, { state: 'sent' });
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    // A refusal is final for its key (banks refuse refunds right after the payment), an unknown end is asked again under the same one.
    if (error.outcome === 'refused') ctx.log.error({ refundId: refund.id }, 'the bank refused a refund: it is asked again under a new key');
    const change = error.outcome === 'refused' ? { idempotencyKey: randomUUID() } : { state: 'unknown' as const };
    await changeRefund(ctx.db, refund, change);
  }
}
