import { setTimeout as sleep } from 'node:timers/promises';
import { perServer, type Context } from '#server/platform/context.ts';
import { addJobs, type Job } from '#server/platform/jobs/jobs.ts';
import { isRush } from '#server/platform/load.ts';
import { failureText } from '#server/platform/log.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** `latest`: milliseconds since 1970, on a mail that waits for the end of a rush. */
    'send-mail': { mailId: number; latest?: number };
  }
}

/** A mail waits at most this long, even when the rush does not end. */
export const LONGEST_WAIT_MS = 30_000;
const LOOK_MS = 200;
/** The mails that become due at each look without a rush: about as many as leave before the next look. */
const MAILS_A_LOOK = 25;

type Waiting = {
  /** The latest times of the mails that wait, by the mail's id, longest waiting first. */
  latest: Map<number, number>;
  isWatched: boolean;
};
const waitingOf = perServer((): Waiting => ({ latest: new Map(), isWatched: false }));

/** A mail has one job at most: another one under its key replaces it. */
export const sendingKey = (mailId: number): string => `mail:${mailId}`;

/**
 * Queues mails in the caller's transaction for the end of the rush, `LONGEST_WAIT_MS` later at the latest, so that buyers and the door get
 * their answers first and no worker looks at them meanwhile.
 */
export async function sendLater(ctx: Context, mailIds: readonly number[], until = longestWait(ctx)): Promise<void> {
  await addJobs(ctx, 'send-mail', jobsOf(mailIds, until), { afterMs: until - ctx.clock.now().getTime() });
  const waiting = waitingOf(ctx);
  for (const mailId of mailIds) waiting.latest.set(mailId, until);
  if (waiting.isWatched) return;
  waiting.isWatched = true;
  // Longer than the caller's transaction. A mail that this undoes has a job that finds nothing to send.
  sendWaiting({ ...ctx, db: ctx.database.db }, waiting)
    .catch((error: unknown) => {
      if (!ctx.stopping.aborted) ctx.processLog.warn({ reason: failureText(error) }, 'mails wait longer than the rush');
    })
    .finally(() => (waiting.isWatched = false));
}

const longestWait = ({ clock }: Context): number => clock.now().getTime() + LONGEST_WAIT_MS;

const jobsOf = (mailIds: readonly number[], latest: number) =>
  mailIds.map((mailId) => ({ payload: { mailId, latest }, key: sendingKey(mailId) }));

async function sendWaiting(ctx: Context, { latest }: Waiting): Promise<void> {
  while (latest.size > 0) {
    await sleep(LOOK_MS, undefined, { signal: ctx.stopping });
    if (isRush()) continue;
    const due = [...latest].slice(0, MAILS_A_LOOK);
    for (const [mailId] of due) latest.delete(mailId);
    await addJobs(
      ctx,
      'send-mail',
      due.flatMap(([mailId, until]) => jobsOf([mailId], until)),
    );
  }
}

/**
 * Sends a mail that became due unless there is a rush; see `sendLater`. A mail that failed before does not wait: the queue would forget how
 * often.
 */
export function sendAfterRush(send: Job<'send-mail'>): Job<'send-mail'> {
  return async (ctx, { mailId, latest }, stopping, attempt = 1) => {
    const until = latest ?? longestWait(ctx);
    if (!isRush() || ctx.clock.now().getTime() >= until || attempt > 1) return send(ctx, { mailId }, stopping);
    await sendLater(ctx, [mailId], until);
  };
}
