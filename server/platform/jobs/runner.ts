import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type CronItem, Logger, parseCronItems, run, runOnce, type Runner, type RunnerOptions, type Task } from 'graphile-worker';
import { Pool } from 'pg';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { JOBS_POOL_SIZE, reportLostConnections } from '#server/platform/db/client.ts';
import { withoutValuesIn } from '#server/platform/log.ts';
import { holdWorkerLocks, ownPoolsOf } from './abandoned.jobs.ts';
import { addJob, type Job } from './jobs.ts';

/** Jobs of any payload: `run` gets what the job's own schema has checked. */
type Jobs = readonly Job<unknown>[];

const CONCURRENCY = 3;
/** How long a stopping process lets long jobs continue; the rest of its time is for the current piece. */
const STOP_LONG_WORK_MS = 500;
/** How long the current piece may take after that. */
const LAST_PIECE_MS = 1_000;
const RESTART_AFTER_MS = 1_000;
/** The time limit for the library to end: much longer than the last piece of a job. */
const END_LIMIT_MS = 5_000;

function options(deps: Deps, jobs: Jobs): RunnerOptions {
  const tasks = jobs.map((job): [string, Task] => [
    job.name,
    (stored, { abortSignal }) =>
      orCutOff(
        (hardStop) => job.run({ ...contextFor(deps), hardStop }, job.payload.parse(stored), abortSignal),
        deps.hardStop,
        abortSignal,
      ).catch((error: unknown) => {
        // The library logs the error of a job and stores it with the job.
        throw withoutValuesIn(error);
      }),
  ]);
  return {
    pgPool: deps.database.pool,
    taskList: Object.fromEntries(tasks),
    parsedCronItems: [],
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: STOP_LONG_WORK_MS,
    // Without batches, even without delay, the library stops before it has stored the results of its last jobs.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => {
      if (level === 'error') deps.log.warn({ job: message }, 'an error of the job queue');
      // Advice, such as that there are more workers than connections: only few of them write at a time.
      if (level === 'warning') deps.log.debug({ job: message }, 'a warning of the job queue');
    }),
  };
}

/**
 * Aborts a job that waits for a mail server, a bank or Google when its workers stop; it is retried later, as any job may be interrupted
 * anywhere. Workers also stop when the database is lost; the signal for `work` then aborts, too, so that no mail is sent twice at a time.
 */
async function orCutOff(work: (hardStop: AbortSignal) => Promise<void>, hardStop: AbortSignal, stopping?: AbortSignal): Promise<void> {
  if (!stopping) return work(hardStop);
  const done = new AbortController();
  const cutOff = new AbortController();
  const cut = async (): Promise<void> => {
    if (!stopping.aborted) await once(stopping, 'abort', { signal: done.signal });
    await setTimeout(LAST_PIECE_MS, undefined, { signal: done.signal });
    cutOff.abort();
    throw new Error('the workers stopped before the job was done');
  };
  const cutting = cut();
  cutting.catch(() => undefined);
  try {
    await Promise.race([work(AbortSignal.any([hardStop, cutOff.signal])), cutting]);
  } finally {
    done.abort();
  }
}

/** The scheduled jobs. The library stores their names, with `-again` for a second time. */
const timetable = (jobs: Jobs) =>
  parseCronItems(
    jobs.flatMap(({ name, queue, schedule }): CronItem[] => {
      if (!schedule) return [];
      const { cron, again, attempts = 1, priority = -1, replacesQueued = false } = schedule;
      const key = replacesQueued ? ({ jobKey: name, jobKeyMode: 'replace' } as const) : {};
      const options = { maxAttempts: attempts, priority, ...(queue !== undefined && { queueName: queue }), ...key };
      const first = { task: name, match: cron, identifier: name, options };
      return again === undefined ? [first] : [first, { ...first, match: again, identifier: `${name}-again` }];
    }),
  );

async function queueAtStart(ctx: Context, jobs: Jobs): Promise<void> {
  for (const job of jobs) {
    const afterMs = job.schedule?.afterStartMs;
    if (afterMs !== undefined) await addJob(ctx, job, {}, { key: job.name, afterMs });
  }
}

export type Runners = { stop(): Promise<void> };

/** Runs jobs in this process until stopped; several processes share the queue. */
export async function startRunners(deps: Deps, jobs: Jobs): Promise<Runners> {
  const ctx = contextFor(deps);
  await queueAtStart(ctx, jobs);
  // graphile-worker sends statements before the previous one is answered, which pg accepts in pipeline mode only.
  const pgPool = new Pool({ ...deps.database.direct, max: JOBS_POOL_SIZE, pipeline: true });
  reportLostConnections(pgPool, (error) => deps.log.warn({ reason: error.message }, 'a database connection of the jobs was lost'));
  const start = (own: Jobs, also: Partial<RunnerOptions>) =>
    keepRunning(deps, () => run({ ...options(deps, own), pgPool, events: holdWorkerLocks(new EventEmitter(), ownPoolsOf(ctx)), ...also }));
  const common = jobs.filter(({ workers }) => workers === undefined);
  const runners = await Promise.all([
    start(common, { parsedCronItems: timetable(jobs) }),
    ...jobs.flatMap((job) => (job.workers === undefined ? [] : [start([job], { concurrency: job.workers })])),
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await pgPool.end();
  };
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stop()) };
}

/** Restarts the library until the database is back: it stops when it cannot store the result of a job. */
export async function keepRunning({ log }: Pick<Deps, 'log'>, start: () => Promise<Runner>): Promise<Runners> {
  const stopping = new AbortController();
  let runner = await start();
  const restart = async (): Promise<string | undefined> => {
    try {
      runner = await start();
    } catch (error) {
      return asReason(error);
    }
    const end = endOf(runner);
    if (stopping.signal.aborted) await stopRunner(runner);
    return end;
  };
  const watch = async (): Promise<void> => {
    let end = endOf(runner);
    while (!stopping.signal.aborted) {
      const reason = await end;
      if (stopping.signal.aborted) return;
      log.warn({ reason }, 'the job runner ended and is restarted');
      // Its schedule may still run.
      void stopRunner(runner);
      await setTimeout(RESTART_AFTER_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      end = restart();
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await stopRunner(runner);
      await watching;
    },
  };
}

/** A runner that ended by itself cannot be stopped, and one that could not store the results of its jobs may never stop. */
const stopRunner = (runner: Runner): Promise<unknown> =>
  Promise.race([runner.stop().catch(() => undefined), setTimeout(END_LIMIT_MS, undefined, { ref: false })]);

/**
 * Resolves with the reason when a runner has ended, or `END_LIMIT_MS` after it began to end: the library's own promise never resolves if
 * the results of two jobs could not be stored.
 */
const endOf = ({ promise, events }: Runner): Promise<string | undefined> =>
  Promise.race([
    promise.then(() => undefined, asReason),
    once(events, 'pool:gracefulShutdown').then(() => setTimeout(END_LIMIT_MS, 'it did not end by itself', { ref: false })),
  ]);

const asReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs all due jobs, then returns. For tests and tools. */
export async function runDue(deps: Deps, jobs: Jobs): Promise<void> {
  let due = Infinity;
  let before: number;
  do {
    before = due;
    await runOnce(options(deps, jobs));
    // The library returns even if a queue that runs one job at a time has more; jobs of a queue that another worker has locked are left.
    due = await countDue(
      deps,
      jobs.map(({ name }) => name),
    );
  } while (due > 0 && due < before);
}

const countDue = async ({ database }: Deps, names: readonly string[]): Promise<number> => {
  const isDue = 'run_at <= now() and locked_at is null and attempts < max_attempts and task_identifier = any($1)';
  return (await database.pool.query(`select from graphile_worker.jobs where ${isDue}`, [names])).rowCount ?? 0;
};
