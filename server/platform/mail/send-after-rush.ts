import { setTimeout as sleep } from 'node:timers/promises';
import { perServer, type Context } from '#server/platform/context.ts';
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
  /** The payloads of the mails that wait, by the mail's id, longest waiting first. */
  mails: Map<number, Payload>;
  isWatched: boolean;
  /** Only a process that sends mails makes them wait. */
  hasWorkers: boolean;
};
const waitingOf = perServer((): Waiting => ({ mails: new Map(), isWatched: false, hasWorkers: false }));

/** There is a rush, and this process would send the mails that it queues. */
export const isMailToWait = (ctx: Context): boolean => waitingOf(ctx).hasWorkers && isRush();

/** Queues the sending of mails. A mail has one job at most: another one under its key replaces it. */
export const addSendings = (ctx: Context, payloads: readonly Payload[], when: When): Promise<void> =>
  addJobs(
    ctx,
    'send-mail',
    payloads.map((payload) => ({ payload, key: `mail:${payload.mailId}` })),
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
  for (const payload of payloads) waiting.mails.set(payload.mailId, payload);
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

async function sendWaiting(ctx: Context, { mails }: Waiting): Promise<void> {
  while (mails.size > 0) {
    await sleep(LOOK_MS, undefined, { signal: ctx.stopping });
    if (isRush()) continue;
    const due = [...mails.values()].slice(0, MAILS_A_LOOK);
    for (const { mailId } of due) mails.delete(mailId);
    for (const [priority, payloads] of Map.groupBy(due, (payload) => payload.priority ?? 0)) await addSendings(ctx, payloads, { priority });
  }
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
