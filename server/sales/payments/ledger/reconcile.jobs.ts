import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { addDays } from '#shared/dates.ts';
import { type Difference, reconcile } from './reconcile.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'reconcile-books': Record<string, never>;
  }
}

/** Refunds and complaints come late, so each day compares two weeks. */
const COMPARED_DAYS = 14;

/** Compares our records with the bank's daily. A difference is an alert until it is gone. */
export const reconcileBooks: Job<'reconcile-books'> = async (ctx) => {
  const { compared, differences } = await reconcile(ctx, addDays(ctx.clock.now(), -COMPARED_DAYS));
  const found = Map.groupBy(differences, subjectOf);
  for (const [subject, group] of found) {
    await raiseAlert(ctx, { kind: 'books_differ', subject, detail: group.map(({ sentence }) => sentence).join('\n') });
  }
  await resolveOthers(ctx, found);
  ctx.log.info({ compared, differences: differences.length }, "our records were compared with the bank's");
};

const subjectOf = ({ paymentId }: Difference): string => `payment ${paymentId}`;

async function resolveOthers(ctx: Context, found: Map<string, unknown>): Promise<void> {
  for (const { kind, subject } of await findOpenAlerts(ctx.db, 'books_differ')) {
    if (!found.has(subject)) await resolveAlert(ctx, { kind, subject });
  }
}
