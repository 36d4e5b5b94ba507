import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { perServer, withTransaction } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { findOldestQueued, wasSentAfter } from './mail.queries.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'watch-mails': Record<string, never>;
  }
}

/** A mail server that wants a mail to be tried again takes it within this time. */
const STUCK_MINUTES = 5;
const cause = { kind: 'mails_stuck', subject: 'mails' } as const;

/** Since when this server has sent mails, to the minute. */
const openSince = perServer(({ clock }) => clock.now());

/**
 * Raises an alert while mails wait and none leaves, and ends it when they do. One mail that its own recipient's server defers is no alert. A
 * server that has just started, maybe on a restored database, has had no time to send what waited.
 */
export const watchMails: Job<'watch-mails'> = async (ctx) => {
  const since = new Date(ctx.clock.now().getTime() - STUCK_MINUTES * MINUTE_MS);
  const hadTime = openSince(ctx) <= since;
  const oldest = await findOldestQueued(ctx.db, since);
  const isStuck = oldest !== undefined && !(await wasSentAfter(ctx.db, oldest.id));
  if (isStuck && !hadTime) return;
  const detail = `No mail has left for ${STUCK_MINUTES} minutes, and some wait. See SMTP_URL and the mail server; the reasons stand at the failed mails.`;
  await withTransaction(ctx, (tx) => (isStuck ? raiseAlert(tx, { ...cause, detail }) : resolveAlert(tx, cause)));
};
