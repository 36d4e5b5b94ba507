import { endAlert } from '#server/platform/alerts/alerts.queries.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { AlertView } from '#shared/staff/alerts.contract.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { findOpenAlertsWithOrders } from './alert-inbox.queries.ts';

/** Open alerts with their orders, newest first. */
export async function listAlerts(ctx: Context, { before, limit = PAGE_SIZE }: { before?: number | undefined; limit?: number | undefined }) {
  const open = await findOpenAlertsWithOrders(ctx.db, { before, limit: limit + 1 });
  const views = open.map(({ alert: { id, kind, subject, detail, params, createdAt }, orderId }): AlertView => {
    return { id, kind, subject, orderId, detail, params, createdAt: toWireTime(createdAt) };
  });
  return toPage(views, limit);
}

/** Ends an alert that staff have dealt with. It may be raised again while its cause lasts. @throws not_found if it is not open */
export async function dismissAlert(ctx: Context, id: number, reason: string): Promise<Record<string, never>> {
  await withTransaction(ctx, async (tx) => {
    const ended = await endAlert(tx.db, id, tx.clock.now());
    if (!ended) throw new AppError('not_found');
    const { kind, subject } = ended;
    await recordAction(tx, { action: 'alert.dismiss', subject, detail: { kind, reason } });
  });
  return {};
}
