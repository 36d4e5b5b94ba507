import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import type { Context } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { addDays } from '#shared/dates.ts';
import { type Difference, reconcile } from './reconcile.ts';

/** Refunds and complaints come late, so each day's run compares two weeks. */
const COMPARED_DAYS = 14;

/** Compares our records with the bank's daily. A difference raises an alert until it is gone. */
export const reconcileBooks = defineJob({
  name: 'reconcile-books',
  schedule: { cron: '11 4 * * *', attempts: 5, priority: 1 },
  payload: noPayload,
  async run(ctx) {
    const { compared, differences } = await reconcile(ctx, addDays(ctx.clock.now(), -COMPARED_DAYS));
    const found = Map.groupBy(differences, subjectOf);
    for (const [subject, group] of found) {
      const detail = group.map(({ sentence }) => sentence).join('\n');
      await raiseAlert(ctx, { kind: 'books_differ', subject, detail, params: { differences: group.map(({ difference }) => difference) } });
    }
    await resolveOthers(ctx, found);
    ctx.log.info({ compared, differences: differences.length }, "our records were compared with the bank's");
  },
});

const subjectOf = ({ paymentId }: Difference): string => `payment ${paymentId}`;

async function resolveOthers(ctx: Context, found: Map<string, unknown>): Promise<void> {
  for (const { kind, subject } of await findOpenAlerts(ctx.db, 'books_differ')) {
    if (!found.has(subject)) await resolveAlert(ctx, { kind, subject });
  }
}
