import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { perServer, withTransaction } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/durations.ts';
import { metFaults } from '#server/platform/mail/mail-transport.ts';
import { watchMailsJob } from '#server/platform/mail/mail.jobs.ts';
import { findStuck, wasSentAfter } from '#server/platform/mail/mail.queries.ts';

/** A mail server that defers a mail (greylisting) accepts it within this time. */
const STUCK_MINUTES = 5;
/** A mail server that hangs for this long accepts no mail at all. */
const FAULT_SECONDS = 20;
const cause = { kind: 'mails_stuck', subject: 'mails' } as const;

/** The time from which this server has sent mails, to the minute. */
const openSince = perServer(({ clock }) => clock.now());

/**
 * Raises an alert while mails wait and none is sent, and ends it afterwards: at once for a fault of the mail server, else after five
 * minutes. One mail deferred by its recipient's server is no alert. A server that just started has had no time to send what waited, so only
 * a fault that it met itself counts.
 */
export const watchMails = defineJob({
  ...watchMailsJob,
  schedule: { cron: '* * * * *' },
  async run(ctx) {
    const ago = (ms: number) => new Date(ctx.clock.now().getTime() - ms);
    const since = ago(STUCK_MINUTES * MINUTE_MS);
    const isSure = openSince(ctx) <= since || metFaults(ctx).count > 0;
    const oldest = await findStuck(ctx.db, { since, faultSince: ago(FAULT_SECONDS * SECOND_MS) });
    const isStuck = oldest !== undefined && !(await wasSentAfter(ctx.db, oldest.id));
    if (isStuck && !isSure) return;
    const detail = 'No mail leaves, and some wait. See SMTP_URL and the mail server; the reasons stand at the failed mails.';
    await withTransaction(ctx, (tx) => (isStuck ? raiseAlert(tx, { ...cause, detail }) : resolveAlert(tx, cause)));
  },
});
