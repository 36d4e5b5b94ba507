import { sql } from 'drizzle-orm';
import { runDueJobs } from '#server/registry.ts';
import type { OpenDoor } from './door.ts';

/** Waits out the minute before the door's refunds; the queue follows the database's clock. */
export async function runRefundsAtDoor({ ctx, clock, deps }: OpenDoor): Promise<void> {
  clock.advanceMinutes(1);
  await ctx.db.execute(sql`
    select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'refund-at-door'), run_at := now())`);
  await runDueJobs(deps);
}
