import type { Context } from '#server/context.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { bankNames } from './bank-of.ts';
import { lookIntoCallbacks } from './callbacks.service.ts';
import { claimDuePayments } from './payments.queries.ts';
import { BankError } from './provider.ts';
import { settle } from './settle.ts';

const AT_ONCE = 5;

/** Asks the bank about every open payment whose time has come: callbacks and visitors may never arrive. Any number may run at once. */
export const sweepPayments: Job<'sweep-payments'> = async (ctx) => {
  await lookIntoCallbacks(ctx);
  const claim = () => claimDuePayments(ctx.db, bankNames(ctx), ctx.clock.now(), AT_ONCE);
  for (let due = await claim(); due.length > 0; due = await claim()) {
    await Promise.all(due.map((paymentId) => settleIfBankAnswers(ctx, paymentId)));
  }
};

/** What fails now is tried again at the payment's next time. */
async function settleIfBankAnswers(ctx: Context, paymentId: number): Promise<void> {
  try {
    await settle(ctx, paymentId);
  } catch (error) {
    // One payment's trouble is not the others': each is asked about again at its own next time.
    if (error instanceof BankError) ctx.log.warn({ paymentId, outcome: error.outcome }, 'the bank could not be asked');
    else ctx.log.error({ err: error, paymentId }, 'a payment could not be settled');
  }
}
