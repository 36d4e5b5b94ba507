import type { Context } from '#server/platform/context.ts';
import { type AlertCause, closeAlert, openAlert } from './alerts.queries.ts';

/** Raises an alert in the caller's transaction, for a fault that needs a person. Repeated for the same subject it stays one alert. */
export async function raiseAlert(tx: Context, cause: AlertCause & { detail: string }): Promise<void> {
  await openAlert(tx.db, { ...cause, createdAt: tx.clock.now() });
  tx.log.error({ alert: cause.kind, subject: cause.subject }, cause.detail);
}

/** Ends an alert whose cause is gone. */
export const resolveAlert = (tx: Context, cause: AlertCause): Promise<void> => closeAlert(tx.db, cause, tx.clock.now());
