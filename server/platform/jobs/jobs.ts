import { sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { column } from '#server/platform/db/columns.ts';

/** Work done later, with retries: every job by name, with its payload. */
export type JobPayloads = {
  'send-mail': { mailId: number };
  'sweep-payments': Record<string, never>;
  'refund-event': { bulkRefundId: number; afterOrderId: number };
  'reconcile-books': Record<string, never>;
  'expire-holds': Record<string, never>;
  'release-abandoned': Record<string, never>;
  'forget-answers': Record<string, never>;
  'forget-old': Record<string, never>;
  'mirror-drive': Record<string, never>;
  'scan-pictures': Record<string, never>;
  'clean-pictures': Record<string, never>;
};
export type JobName = keyof JobPayloads;
/** A long job checks `stopping` and ends early; it continues at the next start. */
export type Job<N extends JobName> = (ctx: Context, payload: JobPayloads[N], stopping?: AbortSignal) => Promise<void>;

/** Jobs of one queue run one at a time over all processes; the timetable in server/registry.ts names it too. */
const QUEUES: Partial<Record<JobName, string>> = { 'mirror-drive': 'pictures', 'scan-pictures': 'pictures', 'clean-pictures': 'pictures' };

const MAX_ATTEMPTS = 25;

type Errand<N extends JobName> = { payload: JobPayloads[N]; key?: string };

/**
 * Queues a job in the caller's transaction: it runs only if that commits, and `afterMs` later. Queueing again with the same `key` replaces
 * it.
 */
export const addJob = <N extends JobName>(ctx: Context, name: N, payload: JobPayloads[N], key?: string, afterMs = 0): Promise<void> =>
  addJobs(ctx, name, [key === undefined ? { payload } : { payload, key }], afterMs);

/** The same for many jobs of one name. */
export async function addJobs<N extends JobName>(ctx: Context, name: N, errands: readonly Errand<N>[], afterMs = 0): Promise<void> {
  if (errands.length === 0) return;
  const rows = errands.map(({ payload, key = null }) => ({ payload: JSON.stringify(payload), key }));
  await ctx.db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (${name}, payload, ${QUEUES[name] ?? null}, now() + ${afterMs}::int * interval '1 millisecond', ${MAX_ATTEMPTS}, key, null, null)
        ::graphile_worker.job_spec
      from unnest(${column(rows, 'payload')}::json[], ${column(rows, 'key')}::text[]) as added (payload, key)))`);
}
