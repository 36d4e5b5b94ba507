import { sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { column } from '#server/platform/db/sql-parts.ts';

/** Work done later, with retries: every job by name, with its payload. Each feature adds its own (`declare module`). */
export interface JobPayloads {
  'release-abandoned': Record<string, never>;
}
export type JobName = keyof JobPayloads;
/** A long job checks `stopping` and ends early; it continues at the next start. */
export type Job<N extends JobName> = (ctx: Context, payload: JobPayloads[N], stopping?: AbortSignal) => Promise<void>;

const MAX_ATTEMPTS = 25;

type QueuedJob<N extends JobName> = { payload: JobPayloads[N]; key?: string | undefined };

/** Jobs of one queue run one at a time over all processes. Of those that are due, one with a smaller `priority` begins first; usual is 0. */
export type When = { queue?: string; afterMs?: number; priority?: number };
/** How many mails are sent at once. */
export const MAILS_AT_ONCE = 8;
/** The priority of what tells people of a fault. */
export const FIRST = -10;

/**
 * Queues a job in the caller's transaction: it runs only if that commits, and `afterMs` later. Queueing again with the same `key` replaces
 * it.
 */
export const addJob = <N extends JobName>(
  ctx: Context,
  name: N,
  payload: JobPayloads[N],
  { key, ...when }: When & { key?: string } = {},
): Promise<void> => addJobs(ctx, name, [{ payload, key }], when);

/** Queues many jobs of one name, like `addJob`. */
export async function addJobs<N extends JobName>(
  ctx: Context,
  name: N,
  queued: readonly QueuedJob<N>[],
  { queue, afterMs = 0, priority = 0 }: When = {},
): Promise<void> {
  if (queued.length === 0) return;
  const rows = queued.map(({ payload, key = null }) => ({ payload: JSON.stringify(payload), key }));
  await ctx.db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (${name}, payload, ${queue ?? null}, now() + ${afterMs}::int * interval '1 millisecond', ${MAX_ATTEMPTS}, key, ${priority}::int, null)
        ::graphile_worker.job_spec
      from unnest(${column(rows, 'payload')}::json[], ${column(rows, 'key')}::text[]) as added (payload, key)))`);
}
