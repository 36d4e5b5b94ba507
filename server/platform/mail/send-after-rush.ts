import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { perServer, type Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { addJobs, type Job, type JobPayloads, type When } from '#server/platform/jobs/jobs.ts';
import { isRush } from '#server/platform/load.ts';
import { failureText } from '#server/platform/log.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** `latest`: milliseconds since 1970, on a mail that waits for the end of a rush. `priority`: that of its job, when it waits again. */
    'send-mail': { mailId: number; latest?: number; priority?: number };
  }
}

/** A mail waits at most this long, even when the rush does not end. */
export const LONGEST_WAIT_MS = 30_000;
const LOOK_MS = 200;
/** The mails that become due at each look without a rush: about as many as leave before the next look. */
const MAILS_A_LOOK = 25;

type Payload = JobPayloads['send-mail'];
type Waiting = {
  /** The mails that wait, with the latest time of each. */
  latest: Map<number, number>;
  isWatched: boolean;
  /** Only a process that sends mails makes them wait. */
  hasWorkers: boolean;
};
const waitingOf = perServer((): Waiting => ({ latest: new Map(), isWatched: false, hasWorkers: false }));

/** There is a rush, and this process would send the mails that it queues. */
export const isMailToWait = (ctx: Context): boolean => waitingOf(ctx).hasWorkers && isRush();

const keyOf = (mailId: number): string => `mail:${mailId}`;

/** Queues the sending of mails. A mail has one job at most: another one under its key replaces it. */
export const addSendings = (ctx: Context, payloads: readonly Payload[], when: When): Promise<void> =>
  addJobs(
    ctx,
    'send-mail',
    payloads.map((payload) => ({ payload, key: keyOf(payload.mailId) })),
    when,
  );

/**
 * Queues mails in the caller's transaction for the end of the rush, `LONGEST_WAIT_MS` later at the latest, so that buyers and the door get
 * their answers first and no worker looks at them meanwhile.
 */
export async function sendLater(ctx: Context, mailIds: readonly number[], { priority = 0, until = longestWait(ctx) } = {}): Promise<void> {
  const payloads = mailIds.map((mailId) => ({ mailId, latest: until, priority }));
  await addSendings(ctx, payloads, { priority, afterMs: until - ctx.clock.now().getTime() });
  const waiting = waitingOf(ctx);
  for (const mailId of mailIds) waiting.latest.set(mailId, until);
  if (waiting.isWatched) return;
  waiting.isWatched = true;
  // The watch lasts longer than the caller's transaction, so it uses the pool.
  sendWaiting({ ...ctx, db: ctx.database.db }, waiting)
    .catch((error: unknown) => {
      if (!ctx.stopping.aborted) ctx.processLog.warn({ reason: failureText(error) }, 'mails wait longer than the rush');
    })
    .finally(() => (waiting.isWatched = false));
}

const longestWait = ({ clock }: Context): number => clock.now().getTime() + LONGEST_WAIT_MS;

async function sendWaiting(ctx: Context, { latest }: Waiting): Promise<void> {
  while (latest.size > 0) {
    await sleep(LOOK_MS, undefined, { signal: ctx.stopping });
    if (isRush()) continue;
    const now = ctx.clock.now().getTime();
    for (const [mailId, until] of latest) if (until <= now) latest.delete(mailId);
    const due = await findWaiting(ctx.db, latest);
    for (const { mailId } of due) latest.delete(mailId);
    for (const [priority, payloads] of Map.groupBy(due, (payload) => payload.priority)) await addSendings(ctx, payloads, { priority });
  }
}

/**
 * Returns the payloads of the first `MAILS_A_LOOK` of these mails, in the queue's order. Those of transactions that are still open are not
 * among them, because adding their jobs again would wait for these; nor those that are being sent or failed before.
 */
async function findWaiting(db: Db, latest: Waiting['latest']): Promise<Required<Payload>[]> {
  const mails = [...latest].map(([mailId, until]) => ({ mailId, until, key: keyOf(mailId) }));
  const { rows } = await db.execute<{ mail_id: string; until: string; priority: number }>(sql`
    select mail_id, until, priority
    from unnest(${column(mails, 'mailId')}::bigint[], ${column(mails, 'until')}::bigint[], ${column(mails, 'key')}::text[]) as m (mail_id, until, key)
    join graphile_worker.jobs using (key)
    where locked_at is null and attempts = 0 and run_at > now()
    order by priority, run_at limit ${MAILS_A_LOOK}`);
  return rows.map((row) => ({ mailId: Number(row.mail_id), latest: Number(row.until), priority: row.priority }));
}

/**
 * Returns the job of this process's workers: it sends a mail that became due unless there is a rush; see `sendLater`. A mail that failed
 * before does not wait: the queue would forget how often.
 */
export function sendAfterRush(worker: Context, send: Job<'send-mail'>): Job<'send-mail'> {
  waitingOf(worker).hasWorkers = true;
  return async (ctx, { mailId, latest, priority = 0 }, stopping, attempt = 1) => {
    const until = latest ?? longestWait(ctx);
    if (!isRush() || ctx.clock.now().getTime() >= until || attempt > 1) return send(ctx, { mailId }, stopping);
    await sendLater(ctx, [mailId], { priority, until });
  };
}
