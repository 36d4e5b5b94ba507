import { z } from 'zod';
import { eventSubject } from '#server/content/events/edit-event.service.ts';
import { notifyUnrefunded } from '#server/content/events/event-state.service.ts';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { addJob, defineJob } from '#server/platform/jobs/jobs.ts';
import { withPaidStock } from '#server/sales/inventory/inventory.service.ts';
import { BankError } from '#server/sales/payments/banks/provider.ts';
import type { Payment } from '#server/sales/payments/payments.queries.ts';
import { changeBulk, findBulk, findOrdersToRefund, lockBulk, type BulkRefund } from './bulk-refunds.queries.ts';
import { promiseRefund } from './promise-refund.ts';
import { processRefunds } from './refund.ts';

const ORDERS_PER_STEP = 20;
const AT_ONCE = 4;
const AGAIN_AFTER_MS = 5 * 60_000;

export const bulkJobKey = (id: number): string => `refund-event:${id}`;

/**
 * One step of refunding an event: some orders, then the next step is queued. The tickets of each order end in one transaction, so a crash,
 * a stop or a second process never refunds one twice. The bank is asked at once; the sweeper retries what fails.
 */
export const refundEvent = defineJob({
  name: 'refund-event',
  payload: z.object({ bulkRefundId: z.int(), afterOrderId: z.int() }),
  async run(ctx, { bulkRefundId, afterOrderId }) {
    const bulk = await findBulk(ctx.db, bulkRefundId);
    if (bulk?.state !== 'running') return;
    const orderIds = await findOrdersToRefund(ctx.db, bulk.eventId, afterOrderId, ORDERS_PER_STEP);
    for (let first = 0; first < orderIds.length; first += AT_ONCE) {
      await Promise.all(orderIds.slice(first, first + AT_ONCE).map((orderId) => refundOrIgnore(ctx, bulk, orderId)));
    }
    const last = orderIds.at(-1);
    if (last === undefined) await end(ctx, bulk);
    else await addJob(ctx, refundEvent, { bulkRefundId, afterOrderId: last }, { key: bulkJobKey(bulkRefundId) });
  },
});

/** Ends the refund when no order is left. Otherwise retries the failed orders a little later and alerts staff. */
async function end(ctx: Context, bulk: BulkRefund): Promise<void> {
  const alert = { kind: 'bulk_refund_stuck', subject: eventSubject(bulk.eventId) } as const;
  const [stuck] = await findOrdersToRefund(ctx.db, bulk.eventId, 0, 1);
  if (stuck === undefined) {
    await changeBulk(ctx.db, bulk.id, 'running', { state: 'done', endedAt: ctx.clock.now() });
    return resolveAlert(ctx, alert);
  }
  await raiseAlert(ctx, { ...alert, detail: `Order ${stuck} of the cancelled event ${bulk.eventId} could not be refunded.` });
  await withTransaction(ctx, (tx) => notifyUnrefunded(tx, bulk.eventId));
  await addJob(ctx, refundEvent, { bulkRefundId: bulk.id, afterOrderId: 0 }, { key: bulkJobKey(bulk.id), afterMs: AGAIN_AFTER_MS });
}

/** Staff stopped the refund: the order's transaction is rolled back. */
class Stopped extends Error {}

async function refundOrIgnore(ctx: Context, bulk: BulkRefund, orderId: number): Promise<void> {
  try {
    const payment = await refundOrder(ctx, bulk, orderId);
    if (payment) await processRefunds(ctx, payment);
  } catch (error) {
    // One order's failure does not stop the others.
    if (error instanceof Stopped) return;
    if (error instanceof BankError) ctx.log.warn({ orderId, outcome: error.outcome }, 'the refund request to the bank failed');
    else ctx.log.error({ err: error, orderId }, 'an order of a cancelled event could not be refunded');
  }
}

function refundOrder(ctx: Context, { id, eventId, note, startedBy }: BulkRefund, orderId: number): Promise<Payment | undefined> {
  return withPaidStock(ctx, async (tx) => {
    const input = { orderId, eventId, note, requestedBy: startedBy, bulkRefundId: id } as const;
    const promised = await promiseRefund(tx, { ...input, reason: 'event_cancelled', evenIfUsed: true });
    // Locked after the event, like in the transaction that starts the refund again.
    if ((await lockBulk(tx.db, id))?.state !== 'running') throw new Stopped();
    return promised?.payment;
  });
}
