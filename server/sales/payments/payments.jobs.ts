import type { Context } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { BankError, bankNames } from '#server/sales/payments/banks/provider.ts';
import { askForRefund, checkRefunds } from '#server/sales/payments/refunds/refund.ts';
import { claimDueRefunds } from '#server/sales/payments/refunds/refunds.queries.ts';
import { processCallbacks } from './bank-news.service.ts';
import { claimDuePayments, findPayment } from './payments.queries.ts';
import { syncPayment } from './sync-payment.ts';
import { sweepTestOrders } from './test-orders/test-orders.service.ts';

const AT_ONCE = 5;
/** After this many failures in a row a bank is not asked again until the next run: each call may take its whole timeout. */
const FAILURES_MAX = 10;

/**
 * Checks every due open payment and refund at the bank, because callbacks and visitors may never arrive. Concurrent runs are safe: each
 * claims what it checks.
 */
export const sweepPayments = defineJob({
  name: 'sweep-payments',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    await processCallbacks(ctx);
    await syncDue(ctx);
    await refundDue(ctx);
    await sweepTestOrders(ctx);
  },
});

async function syncDue(ctx: Context): Promise<void> {
  await inTurns(
    () => claimDuePayments(ctx.db, bankNames(ctx), ctx.clock.now(), AT_ONCE),
    (payment) => ifBankAnswers(ctx, payment.id, () => syncPayment(ctx, payment)),
  );
}

async function refundDue(ctx: Context): Promise<void> {
  await inTurns(
    () => claimDueRefunds(ctx.db, { now: ctx.clock.now(), limit: AT_ONCE, providers: bankNames(ctx) }),
    (refund) =>
      ifBankAnswers(ctx, refund.paymentId, async () => {
        const payment = await findPayment(ctx.db, refund.paymentId);
        if (!payment) return;
        await askForRefund(ctx, payment, refund);
        await checkRefunds(ctx, payment);
      }),
  );
}

/** Works on a few at once until nothing is due, or the bank failed FAILURES_MAX times in a row. */
async function inTurns<Due>(claim: () => Promise<Due[]>, work: (due: Due) => Promise<boolean>): Promise<void> {
  let failures = 0;
  while (failures < FAILURES_MAX) {
    const due = await claim();
    if (due.length === 0) return;
    const answered = await Promise.all(due.map(work));
    failures = answered.includes(true) ? 0 : failures + answered.length;
  }
}

/** Leaves a failed payment for its next check. Returns false if the request to the bank failed. */
async function ifBankAnswers(ctx: Context, paymentId: number, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    // One payment's failure does not stop the others: each has its own next check.
    if (error instanceof BankError)
      ctx.log.warn({ paymentId, outcome: error.outcome, reason: error.message }, 'a request to the bank failed');
    else ctx.log.error({ err: error, paymentId }, 'a payment could not be settled');
    return !(error instanceof BankError);
  }
}
