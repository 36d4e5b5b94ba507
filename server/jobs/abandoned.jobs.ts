import { sql } from 'drizzle-orm';
import type { Job } from './jobs.ts';

/**
 * Frees jobs and their queues whose process died at work, so that another one takes them up. No job of ours works for five minutes; the
 * library itself would wait for four hours.
 */
export const releaseAbandoned: Job<'release-abandoned'> = async ({ db }) => {
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
    where locked_at < now() - interval '5 minutes'`);
  await db.execute(sql`
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null
    where locked_at < now() - interval '5 minutes'`);
};
