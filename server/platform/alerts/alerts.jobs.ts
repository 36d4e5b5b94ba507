import { type Context, withTransaction } from '#server/platform/context.ts';
import { addJobs, defineJob, FIRST, noPayload } from '#server/platform/jobs/jobs.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { postAlert } from './alerts-webhook.jobs.ts';
import { countMessagesSince, type Notice, claimNotices } from './alerts.queries.ts';
import { lastKnownMailboxes, type Mailbox } from './direct-message.ts';

/** A message about an alert that is still open is repeated this often. */
const REPEAT_MS = DAY_MS;
/** One fault may raise many alerts, or one again and again: above this limit, messages wait until the hour has fewer. */
const MESSAGES_AN_HOUR = 10;

/** Notifies the Owners by mail, and the webhook, of alerts that opened, ended, or have been open for another day. */
export const mailAlerts = defineJob({
  name: 'mail-alerts',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  run: (ctx) =>
    withTransaction(ctx, async (tx) => {
      const now = tx.clock.now();
      const mailboxes = await mailboxesOf(tx);
      lastKnownMailboxes(tx).mailboxes = mailboxes;
      const ago = (ms: number) => new Date(now.getTime() - ms);
      if ((await countMessagesSince(tx.db, ago(HOUR_MS))) >= MESSAGES_AN_HOUR) return;
      const notices = await claimNotices(tx.db, { now, mailedBefore: ago(REPEAT_MS) });
      if (notices.length === 0) return;
      await mailNotices(tx, notices, mailboxes, now);
      if (tx.env.alertWebhook === undefined) return;
      const calls = notices.map((notice) => ({ payload: notice }));
      await addJobs(tx, postAlert, calls, { priority: FIRST });
    }),
});

async function mailNotices(tx: Context, notices: readonly Notice[], mailboxes: readonly Mailbox[], now: Date): Promise<void> {
  const idsOf = (isEnded: boolean) => notices.flatMap(({ id, event }) => ((event === 'ended') === isEnded ? [id] : []));
  const name = `${now.toISOString()}:${notices.map(({ id, event }) => `${event}-${id}`)[0]}`;
  const payload = { alertIds: idsOf(false), endedIds: idsOf(true) };
  const mails = mailboxes.map(({ address, language }) => {
    return { key: `alerts:${name}:${address}`, kind: 'alerts', recipient: address, language, payload } as const;
  });
  await queueMails(tx, mails, { isUrgent: true });
}

/** The club's own address receives alerts while no Owner has a proved address. */
async function mailboxesOf(tx: Context): Promise<Mailbox[]> {
  const owners = await tx.hooks.findOwnerMailboxes(tx.db);
  return owners.length > 0 ? owners : [{ address: tx.venue().email, language: DEFAULT_LANGUAGE }];
}
