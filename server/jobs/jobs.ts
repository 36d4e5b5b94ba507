import { sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';

/** Work done later, with retries: every job by name, with what it is told. */
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
/** Long work looks at `stopping` and ends early, to go on at the next start. */
export type Job<N extends JobName> = (ctx: Context, payload: JobPayloads[N], stopping?: AbortSignal) => Promise<void>;

/** Jobs of one queue run one at a time, whichever process runs them; the timetable in runner.ts names it too. */
const QUEUES: Partial<Record<JobName, string>> = { 'mirror-drive': 'pictures', 'scan-pictures': 'pictures', 'clean-pictures': 'pictures' };

const MAX_ATTEMPTS = 25;

/**
 * Asks for a job in the caller's transaction: it runs only if that commits, and `afterMs` later. Asking again under the same `key`
 * replaces it.
 */
export async function addJob<N extends JobName>(ctx: Context, name: N, payload: JobPayloads[N], key?: string, afterMs = 0): Promise<void> {
  await ctx.db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name => ${QUEUES[name] ?? null}::text,
      job_key => ${key ?? null}::text, max_attempts => ${MAX_ATTEMPTS}, run_at => now() + ${afterMs} * interval '1 millisecond')`,
  );
}
