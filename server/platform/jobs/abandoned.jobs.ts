import { makeWorkerUtils, type WorkerEvents } from 'graphile-worker';
import { sql } from 'drizzle-orm';
import type { Job } from './jobs.ts';

/** The first of the two numbers of our advisory locks for workers; the second is made from the name of the pool of workers. */
const WORKERS_LOCK = 20_261_122;
/** A pool takes its lock a moment after its first job. */
const GRACE = '10 seconds';
/** When a process that starts looks: whatever a killed one had at work is older than the grace by then. */
export const LOOK_AFTER_START_MS = 12_000;

/**
 * Has every pool of workers hold a lock on the connection it listens on: PostgreSQL gives the lock back when the process dies. Returns the
 * names of the pools of this process, which may lose that connection and live on.
 */
export function holdWorkerLocks(events: WorkerEvents): ReadonlySet<string> {
  const own = new Set<string>();
  events.on('pool:create', ({ workerPool: { id } }) => own.add(id));
  events.on('pool:release', ({ workerPool: { id } }) => own.delete(id));
  events.on('pool:listen:success', ({ workerPool: { id }, client }) => {
    // A connection that broke is replaced, and the next one asks again.
    client.query('select pg_advisory_lock($1, hashtext($2))', [WORKERS_LOCK, id]).catch(() => undefined);
  });
  events.on('pool:listen:release', ({ workerPool: { id }, client }) => {
    client.query('select pg_advisory_unlock($1, hashtext($2))', [WORKERS_LOCK, id]).catch(() => undefined);
  });
  return own;
}

/**
 * Frees the jobs of workers whose process died, so that others take them up; the library itself would wait for four hours. Its view
 * `jobs` is the documented way to see who works on what.
 */
export const createReleaseAbandoned =
  (own: ReadonlySet<string> = new Set()): Job<'release-abandoned'> =>
  async ({ db, database }) => {
    const { rows } = await db.execute<{ worker: string }>(sql`
      with working as materialized (
        select distinct locked_by as worker from graphile_worker.jobs where locked_at < now() - ${GRACE}::interval
      )
      select worker from working where pg_try_advisory_xact_lock(${WORKERS_LOCK}, hashtext(worker))`);
    const dead = rows.map(({ worker }) => worker).filter((worker) => !own.has(worker));
    if (dead.length === 0) return;
    const utils = await makeWorkerUtils({ pgPool: database.pool });
    try {
      await utils.forceUnlockWorkers(dead);
    } finally {
      await utils.release();
    }
  };
