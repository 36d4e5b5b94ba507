import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '#server/platform/context.ts';
import { column } from '#server/platform/db/sql-parts.ts';

/** What queueing a job takes. */
export type JobDeclaration<Payload> = {
  name: string;
  /** Jobs of one queue run one at a time over all processes. */
  queue?: string;
  /** Payloads are stored as JSON and checked when the job runs. */
  payload: z.ZodType<Payload>;
};

/** When the clock starts a job. */
type Schedule = {
  /** In cron's format, in UTC: Tbilisi is four hours ahead. */
  cron: string;
  /** One more time, in the same format. */
  again?: string;
  /** How often it is tried. Usual is once, because its next time comes soon. */
  attempts?: number;
  /** As in `When`. Usual is -1: the clock's jobs are short and begin before those that commands queue. */
  priority?: number;
  /** Replaces a run that is still queued under the name of the job. */
  replacesQueued?: boolean;
  /** Also so long after a process started, for changes that happened while none ran. */
  afterStartMs?: number;
};

/** Work done later, with retries. */
export type Job<Payload> = JobDeclaration<Payload> & {
  schedule?: Schedule;
  /** So many workers of its own in each process; a job without them shares the common workers. */
  workers?: number;
  /** A long job checks `stopping` and ends early; it continues at the next start. */
  run(ctx: Context, payload: Payload, stopping?: AbortSignal): Promise<void>;
};

/** One file says when a job runs, with what and how. server/registry.ts lists all jobs. */
export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job;

/** Declares a job apart from its handler: for a lower folder that queues it, or for a file that the handler imports. */
export const declareJob = <Payload>(job: JobDeclaration<Payload>): JobDeclaration<Payload> => job;

/** The payload of a job that needs none. */
export const noPayload = z.object({});

const MAX_ATTEMPTS = 25;

type QueuedJob<Payload> = { payload: Payload; key?: string | undefined };

/** Of the jobs that are due, one with a smaller `priority` begins first; usual is 0. */
export type When = { afterMs?: number; priority?: number };
/** The priority of what tells people of a fault. */
export const FIRST = -10;

/**
 * Queues a job in the caller's transaction: it runs only if that commits, and `afterMs` later. Queueing again with the same `key` replaces
 * it.
 */
export const addJob = <Payload>(
  ctx: Context,
  job: JobDeclaration<Payload>,
  payload: NoInfer<Payload>,
  { key, ...when }: When & { key?: string } = {},
): Promise<void> => addJobs(ctx, job, [{ payload, key }], when);

/** Queues many runs of one job, like `addJob`. */
export async function addJobs<Payload>(
  ctx: Context,
  { name, queue }: JobDeclaration<Payload>,
  queued: readonly QueuedJob<NoInfer<Payload>>[],
  { afterMs = 0, priority = 0 }: When = {},
): Promise<void> {
  if (queued.length === 0) return;
  const rows = queued.map(({ payload, key = null }) => ({ payload: JSON.stringify(payload), key }));
  await ctx.db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (${name}, payload, ${queue ?? null}, now() + ${afterMs}::int * interval '1 millisecond', ${MAX_ATTEMPTS}, key, ${priority}::int, null)
        ::graphile_worker.job_spec
      from unnest(${column(rows, 'payload')}::json[], ${column(rows, 'key')}::text[]) as added (payload, key)))`);
}
