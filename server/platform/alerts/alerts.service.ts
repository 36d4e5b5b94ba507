import { toWireTime } from '#shared/dates.ts';
import type { AlertView } from '#shared/staff/money.contract.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { requireAdmin, type Context } from '#server/platform/context.ts';
import { closeAlert, findOpenAlertsWithOrders, openAlert, type AlertCause } from './alerts.queries.ts';

/** Tells a person, in the caller's transaction, that something does not mend itself. Said again about the same subject it stays one alert. */
export async function raiseAlert(tx: Context, cause: AlertCause & { detail: string }): Promise<void> {
  await openAlert(tx.db, { ...cause, createdAt: tx.clock.now() });
  tx.log.error({ alert: cause.kind, subject: cause.subject }, cause.detail);
}

/** The cause is gone. */
export const resolveAlert = (tx: Context, cause: AlertCause): Promise<void> => closeAlert(tx.db, cause, tx.clock.now());

/** What waits for a person, newest first. @throws unauthorized, forbidden */
export async function listAlerts(ctx: Context, { before, limit = PAGE_SIZE }: { before?: number | undefined; limit?: number | undefined }) {
  requireAdmin(ctx);
  const open = await findOpenAlertsWithOrders(ctx.db, { before, limit: limit + 1 });
  const views = open.map(({ alert: { id, kind, subject, detail, createdAt }, orderId }): AlertView => {
    return { id, kind, subject, orderId, detail, createdAt: toWireTime(createdAt) };
  });
  return toPage(views, limit);
}
