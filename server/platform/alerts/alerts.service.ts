import type { Context } from '#server/platform/context.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import type { AlertParams } from '#shared/staff/alerts.contract.ts';
import { mailAlerts } from './alerts.jobs.ts';
import { type AlertCause, closeAlert, openAlert } from './alerts.queries.ts';

/**
 * Raises an alert in the caller's transaction, for a fault that needs a person. A second one for the same subject updates the first.
 * `detail` goes to the log; people read the text of the kind with `params` (shared/staff/alert-texts.ts).
 */
export async function raiseAlert(tx: Context, cause: AlertCause & { detail: string; params?: AlertParams }): Promise<void> {
  const isNew = await openAlert(tx.db, { params: {}, ...cause, createdAt: tx.clock.now() });
  tx.log.error({ alert: cause.kind, subject: cause.subject }, cause.detail);
  if (isNew) await mailSoon(tx);
}

/** Ends an alert whose cause is gone. */
export async function resolveAlert(tx: Context, cause: AlertCause): Promise<void> {
  if (await closeAlert(tx.db, cause, tx.clock.now())) await mailSoon(tx);
}

/**
 * Alerts of one fault within some seconds share a mail. If this job is delayed again and again, the scheduled one sends them within a
 * minute.
 */
const GATHER_MS = 3_000;

const mailSoon = (tx: Context): Promise<void> => addJob(tx, mailAlerts, {}, { key: mailAlerts.name, afterMs: GATHER_MS, priority: -1 });
