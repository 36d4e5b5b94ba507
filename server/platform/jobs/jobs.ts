import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '#server/platform/context.ts';
import { column } from '#server/platform/db/sql-parts.ts';

/** The part of a job that is needed to queue it. */
export type JobDeclaration<Payload> = {
  name: string;
  /** Jobs of one queue run one at a time over all processes. */
  queue?: string;
  /** Payloads are stored as JSON and checked when the job runs. */
  payload: z.ZodType<Payload>;
};

/** When a scheduled job runs. */
type Schedule = {
  /** In cron's format, in UTC: in Tbilisi it is four hours later. */
  cron: string;
  /** A second time, in the same format. */
  again?: string;
  /** How often it is tried; by default once, because the next run comes soon. */
  attempts?: number;
  /** As in `When`; by default -1: scheduled jobs are short and begin before those that commands queue. */
  priority?: number;
  /** Replaces a run that is still queued under the job's name. */
  replacesQueued?: boolean;
  /** Also runs this long after a process started, for changes that happened while none ran. */
  afterStartMs?: number;
};

/** Work done later, with retries. */
export type Job<Payload> = JobDeclaration<Payload> & {
  schedule?: Schedule;
  /** The number of its own workers in each process; a job without them shares the common workers. */
  workers?: number;
  /** A long job checks `stopping` and ends early; it continues at the next start. */
  run(ctx: Context, payload: Payload, stopping?: AbortSignal): Promise<void>;
};

/** Defines in one file when and how a job runs, and its payload. server/registry.ts lists all jobs. */
export const defineJob = <Payload>(job: Job<Payload>): Job<Payload> => job;

/** Declares a job without its handler, for a lower folder that queues it, or for a file that the handler imports. */
export const declareJob = <Payload>(job: JobDeclaration<Payload>): JobDeclaration<Payload> => job;

export const noPayload = z.object({});

const MAX_ATTEMPTS = 25;

type QueuedJob<Payload> = { payload: Payload; key?: string | undefined };

/** Of the due jobs, the one with the smallest `priority` begins first; the default is 0. */
export type When = { afterMs?: number; priority?: number };
/** The priority of jobs that report a fault to people. */
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

/** Drops a queued job, in the caller's transaction. Returns false when it has begun, or there is none. */
export async function dropJob(ctx: Context, key: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ dropped: boolean }>(
    sql`select (j).key is not null and (j).locked_at is null as dropped from (select graphile_worker.remove_job(${key}) as j) removed`,
  );
  return rows[0]?.dropped ?? false;
}
