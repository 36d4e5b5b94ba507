import { type Context, withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { findAudience } from './audiences.ts';
import { endPlanned, findAnnouncement, findDue } from './announcements.queries.ts';

/** Behind tickets and all other mails that people wait for. */
const LAST = 1;

/** Queues the mails of due messages, each message in one transaction: one mail per person, even if a process is killed. */
export const sendAnnouncements = defineJob({
  name: 'send-announcements',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    for (const { id } of await findDue(ctx.db, ctx.clock.now())) await withTransaction(ctx, (tx) => send(tx, id));
  },
});

async function send(tx: Context, id: number): Promise<void> {
  const planned = await findAnnouncement(tx.db, id);
  const audience = planned && (await findAudience(tx, planned.eventId));
  if (!audience || audience.isMissed(planned, tx.clock.now())) {
    await endPlanned(tx.db, id, { state: 'missed' });
    return;
  }
  const recipients = await audience.find(tx.db, tx.clock.now());
  if (!(await endPlanned(tx.db, id, { state: 'sent', recipients: recipients.length }))) return;
  await queueMails(
    tx,
    recipients.map(({ userId, email, language }) => ({
      key: `${audience.name}:${id}:${userId}`,
      kind: audience.name,
      recipient: email,
      language,
      payload: { announcementId: id, userId },
    })),
    { priority: LAST },
  );
}
