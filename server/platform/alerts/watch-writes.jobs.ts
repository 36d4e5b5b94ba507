import { withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { findOpenAlerts } from './alerts.queries.ts';
import { resolveAlert } from './alerts.service.ts';

/** The alert for writes that the database refused. It is stored as soon as the database accepts writes again (outages.ts). */
export const refusedWrites = { kind: 'database_refused_writes', subject: 'database' } as const;

/** The alert ends only after this time, so that a disk that fills up again and again is reported once. */
const CALM_MINUTES = 15;

/** Ends the alert of refused writes some time after writes succeed again, which this job's own write proves. */
export const watchWrites = defineJob({
  name: 'watch-writes',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  run: (ctx) =>
    withTransaction(ctx, async (tx) => {
      const [open] = await findOpenAlerts(tx.db, refusedWrites.kind);
      const isCalm = open && tx.clock.now().getTime() - open.createdAt.getTime() >= CALM_MINUTES * MINUTE_MS;
      if (isCalm) await resolveAlert(tx, refusedWrites);
    }),
});
