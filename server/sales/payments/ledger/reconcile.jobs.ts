import { addDays } from '#shared/dates.ts';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { reconcile, type Difference } from './reconcile.ts';

/** Refunds and complaints come late: a fortnight is looked at every night. */
export const NIGHTLY_DAYS = 14;

/** Compares the books with the bank's every night. What differs is an alert until it differs no more. */
export const reconcileBooks: Job<'reconcile-books'> = async (ctx) => {
  const { compared, differences } = await reconcile(ctx, addDays(ctx.clock.now(), -NIGHTLY_DAYS));
  const found = Map.groupBy(differences, subjectOf);
  for (const [subject, group] of found) {
    await raiseAlert(ctx, { kind: 'books_differ', subject, detail: group.map(({ sentence }) => sentence).join('\n') });
  }
  await resolveOthers(ctx, found);
  ctx.log.info({ compared, differences: differences.length }, 'the books were compared with the bank');
};

const subjectOf = ({ paymentId }: Difference): string => `payment ${paymentId}`;

async function resolveOthers(ctx: Context, found: Map<string, unknown>): Promise<void> {
  for (const { kind, subject } of await findOpenAlerts(ctx.db, 'books_differ')) {
    if (!found.has(subject)) await resolveAlert(ctx, { kind, subject });
  }
}
