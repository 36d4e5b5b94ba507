import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireAdmin, withTransaction } from '#server/platform/context.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { AlertView } from '#shared/staff/money.contract.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { type AlertCause, closeAlert, endAlert, findOpenAlertsWithOrders, openAlert } from './alerts.queries.ts';

/** Raises an alert in the caller's transaction, for a fault that needs a person. Repeated for the same subject it stays one alert. */
export async function raiseAlert(tx: Context, cause: AlertCause & { detail: string }): Promise<void> {
  await openAlert(tx.db, { ...cause, createdAt: tx.clock.now() });
  tx.log.error({ alert: cause.kind, subject: cause.subject }, cause.detail);
}

/** Ends an alert whose cause is gone. */
export const resolveAlert = (tx: Context, cause: AlertCause): Promise<void> => closeAlert(tx.db, cause, tx.clock.now());

/** The open alerts, newest first. @throws unauthorized, forbidden */
export async function listAlerts(ctx: Context, { before, limit = PAGE_SIZE }: { before?: number | undefined; limit?: number | undefined }) {
  requireAdmin(ctx);
  const open = await findOpenAlertsWithOrders(ctx.db, { before, limit: limit + 1 });
  const views = open.map(({ alert: { id, kind, subject, detail, createdAt }, orderId }): AlertView => {
    return { id, kind, subject, orderId, detail, createdAt: toWireTime(createdAt) };
  });
  return toPage(views, limit);
}

/**
 * Ends an alert that staff have dealt with. While its cause lasts, it may be raised again. @throws unauthorized, forbidden, not_found when
 * it is not open
 */
export async function dismissAlert(ctx: Context, id: number, reason: string): Promise<Record<string, never>> {
  requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    const ended = await endAlert(tx.db, id, tx.clock.now());
    if (!ended) throw new AppError('not_found');
    const { kind, subject } = ended;
    await recordAction(tx, { action: 'alert.dismiss', subject, detail: { kind, reason } });
  });
  return {};
}
