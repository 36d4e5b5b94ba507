import { makeWorkerUtils, type WorkerEvents } from 'graphile-worker';
import { sql } from 'drizzle-orm';
import { type Context, perServer } from '#server/platform/context.ts';
import { defineJob, noPayload } from './jobs.ts';

/** The first number of our advisory locks for workers; the second is a hash of the worker pool's name. */
const WORKERS_LOCK = 20_261_122;
/** A pool takes its lock a moment after its first job. */
const GRACE = '4 seconds';
/** A starting process looks for abandoned jobs after this time: those of a killed process are older than the grace period by then. */
const CHECK_AFTER_START_MS = 5_000;

/**
 * Makes every worker pool hold a lock on its listening connection, which PostgreSQL releases when the process dies. `own` gets the names of
 * this process's pools, which may lose that connection and survive. Returns the events.
 */
export function holdWorkerLocks(events: WorkerEvents, own: Set<string>): WorkerEvents {
  events.on('pool:create', ({ workerPool: { id } }) => own.add(id));
  events.on('pool:gracefulShutdown', ({ workerPool: { id } }) => own.delete(id));
  events.on('pool:listen:success', ({ workerPool: { id }, client }) => {
    // If the connection breaks, the next one takes the lock again.
    client.query('select pg_advisory_lock($1, hashtext($2))', [WORKERS_LOCK, id]).catch(() => undefined);
  });
  events.on('pool:listen:release', ({ workerPool: { id }, client }) => {
    client.query('select pg_advisory_unlock($1, hashtext($2))', [WORKERS_LOCK, id]).catch(() => undefined);
  });
  return events;
}

/** The names of this process's worker pools. */
export const ownPoolsOf = perServer(() => new Set<string>());

/**
 * Frees the jobs of workers whose process died; the library itself would wait for four hours. Its view `jobs` is the documented way to see
 * which worker has which job.
 */
export const releaseAbandoned = defineJob({
  name: 'release-abandoned',
  schedule: { cron: '* * * * *', afterStartMs: CHECK_AFTER_START_MS },
  payload: noPayload,
  async run(ctx) {
    const { rows } = await ctx.db.execute<{ worker: string }>(sql`
      with working as materialized (
        select distinct locked_by as worker from graphile_worker.jobs where locked_at < now() - ${GRACE}::interval
      )
      select worker from working where pg_try_advisory_xact_lock(${WORKERS_LOCK}, hashtext(worker))`);
    const dead = rows.map(({ worker }) => worker).filter((worker) => !ownPoolsOf(ctx).has(worker));
    if (dead.length > 0) await unlock(ctx, dead);
  },
});

async function unlock({ database }: Context, workers: string[]): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: database.pool });
  try {
    await utils.forceUnlockWorkers(workers);
  } finally {
    await utils.release();
  }
}
