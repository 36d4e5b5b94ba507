import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/platform/context.ts';
import { addJob, addJobs, type Job } from '#server/platform/jobs/jobs.ts';
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

/** A mail has one job at most: another one under its key replaces it. */
export const sendingKey = (mailId: number): string => `mail:${mailId}`;

/**
 * Sends a mail unless there is a rush: then its job waits in the queue until the rush is over, `LONGEST_WAIT_MS` at most, so that buyers and
 * the door get their answers first. A mail that failed before does not wait: the queue would forget how often.
 */
export function sendAfterRush(send: Job<'send-mail'>): Job<'send-mail'> {
  /** The latest times of the mails that wait, by the mail's id, longest waiting first. */
  const waiting = new Map<number, number>();
  let isWatching = false;

  async function sendWaiting(ctx: Context): Promise<void> {
    while (waiting.size > 0) {
      await sleep(LOOK_MS, undefined, { signal: ctx.stopping });
      if (isRush()) continue;
      const due = [...waiting].slice(0, MAILS_A_LOOK);
      for (const [mailId] of due) waiting.delete(mailId);
      await addJobs(
        ctx,
        'send-mail',
        due.map(([mailId, latest]) => ({ payload: { mailId, latest }, key: sendingKey(mailId) })),
      );
    }
  }

  function watch(ctx: Context): void {
    if (isWatching) return;
    isWatching = true;
    sendWaiting(ctx)
      .catch((error: unknown) => {
        if (!ctx.stopping.aborted) ctx.processLog.warn({ reason: failureText(error) }, 'mails wait longer than the rush');
      })
      .finally(() => (isWatching = false));
  }

  return async (ctx, { mailId, latest }, stopping, attempt = 1) => {
    const now = ctx.clock.now().getTime();
    const until = latest ?? now + LONGEST_WAIT_MS;
    if (!isRush() || now >= until || attempt > 1) return send(ctx, { mailId }, stopping);
    await addJob(ctx, 'send-mail', { mailId, latest: until }, { key: sendingKey(mailId), afterMs: until - now });
    waiting.set(mailId, until);
    watch(ctx);
  };
}
