import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import { toGel } from '#shared/money.ts';
import type { BulkRefundView } from '#shared/staff/money.contract.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { eventSubject } from '#server/content/events/edit-event.service.ts';
import { cancelEvent, notifyUnrefunded } from '#server/content/events/event-state.service.ts';
import { storeAnswer, withTransaction, type Context, requireUser } from '#server/platform/context.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { bulkJobKey, refundEvent } from './bulk-refunds.jobs.ts';
import { changeBulk, countBulk, findBulkOfEvent, findEventState, startBulk, type BulkRefund } from './bulk-refunds.queries.ts';

/**
 * Refunds all orders of a cancelled event, used tickets included, in a job that can be stopped, resumed and watched. Called again it
 * continues. @throws unauthorized, event_not_found, event_not_cancelled
 */
export async function refundEveryone(ctx: Context, eventId: number, reason: string): Promise<BulkRefundView> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    // A call that reverts the cancellation waits for this lock and then finds the refund, or came first.
    await lockEvents(tx.db, [eventId]);
    const state = await findEventState(tx.db, eventId);
    if (state === undefined) throw new AppError('event_not_found');
    if (state !== 'cancelled') throw new AppError('event_not_cancelled');
    const started = await start(tx, { eventId, note: reason, startedBy: userId });
    await recordAction(tx, { action: 'refund_event', subject: eventSubject(eventId), detail: { reason } });
    return storeAnswer(tx, await toView(tx, started));
  });
}

/** Cancels an event and starts the refund of all orders, in one transaction. @throws unauthorized, event_not_found, conflict */
export function cancelAndRefund(
  ctx: Context,
  eventId: number,
  { version, reason }: { version: number; reason: string },
): Promise<StaffEventView> {
  const { userId: startedBy } = requireUser(ctx);
  return cancelEvent(ctx, eventId, { version, reason }, { begin: (tx) => start(tx, { eventId, note: reason, startedBy }) });
}

async function start(tx: Context, bulk: Pick<BulkRefund, 'eventId' | 'note' | 'startedBy'>): Promise<BulkRefund> {
  const started = await startBulk(tx.db, { ...bulk, startedAt: tx.clock.now() });
  await queue(tx, started);
  return started;
}

/** Stops a refund: current orders are finished, the others wait, and their buyers are notified of the cancellation. @throws not_found */
export const stopRefunding = (ctx: Context, eventId: number): Promise<BulkRefundView> =>
  change(ctx, eventId, { from: 'running', to: 'stopped', action: 'stop_event_refund' });

/** @throws not_found */
export const resumeRefunding = (ctx: Context, eventId: number): Promise<BulkRefundView> =>
  change(ctx, eventId, { from: 'stopped', to: 'running', action: 'resume_event_refund' });

/** Returns the progress; null when no refund was started. @throws event_not_found */
export async function watchRefunding(ctx: Context, eventId: number): Promise<BulkRefundView | null> {
  const bulk = await findBulkOfEvent(ctx.db, eventId);
  if (bulk) return toView(ctx, bulk);
  if ((await findEventState(ctx.db, eventId)) === undefined) throw new AppError('event_not_found');
  return null;
}

type Change = { from: BulkRefund['state']; to: BulkRefund['state']; action: AuditAction };

/** Changes nothing in a state other than `from`. */
async function change(ctx: Context, eventId: number, { from, to, action }: Change): Promise<BulkRefundView> {
  const { id } = await known(ctx, eventId);
  await withTransaction(ctx, async (tx) => {
    if (!(await changeBulk(tx.db, id, from, { state: to }))) return;
    await recordAction(tx, { action, subject: eventSubject(eventId), detail: {} });
    if (to === 'running') await queue(tx, { id });
    else await notifyUnrefunded(tx, eventId);
  });
  return toView(ctx, await known(ctx, eventId));
}

const queue = (tx: Context, { id }: Pick<BulkRefund, 'id'>): Promise<void> =>
  addJob(tx, refundEvent, { bulkRefundId: id, afterOrderId: 0 }, { key: bulkJobKey(id) });

async function known({ db }: Context, eventId: number): Promise<BulkRefund> {
  const bulk = await findBulkOfEvent(db, eventId);
  if (!bulk) throw new AppError('not_found');
  return bulk;
}

async function toView({ db }: Context, bulk: BulkRefund): Promise<BulkRefundView> {
  const { refunded, left, open, confirmed, failed, promisedTetri, confirmedTetri } = await countBulk(db, bulk);
  return {
    eventId: bulk.eventId,
    state: bulk.state,
    note: bulk.note,
    startedAt: toWireTime(bulk.startedAt),
    endedAt: bulk.endedAt && toWireTime(bulk.endedAt),
    orders: { refunded, left },
    refunds: { open, confirmed, failed },
    money: { promised: toGel(promisedTetri), confirmed: toGel(confirmedTetri) },
  };
}
