import { type Context, withTransaction } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { findNoticeEvent } from '#server/sales/tickets/ticket-mail.queries.ts';
import { endPlanned, findAnnouncement, findDue, findHolders } from './announcements.queries.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'send-announcements': Record<string, never>;
  }
}

/** Queues the mails of messages whose moment has come, each message in one transaction: one mail per holder, whatever is killed. */
export const sendAnnouncements: Job<'send-announcements'> = async (ctx) => {
  for (const { id } of await findDue(ctx.db, ctx.clock.now())) await withTransaction(ctx, (tx) => send(tx, id));
};

async function send(tx: Context, id: number): Promise<void> {
  const planned = await findAnnouncement(tx.db, id);
  const event = planned && (await findNoticeEvent(tx.db, planned.eventId));
  if (!event || event.state === 'draft' || event.endsAt <= tx.clock.now()) {
    await endPlanned(tx.db, id, { state: 'missed' });
    return;
  }
  const holders = await findHolders(tx.db, event.id);
  if (!(await endPlanned(tx.db, id, { state: 'sent', recipients: holders.length }))) return;
  await queueMails(
    tx,
    holders.map(({ userId, email, language }) => ({
      key: `announcement:${id}:${userId}`,
      kind: 'announcement' as const,
      recipient: email,
      language,
      payload: { announcementId: id, userId },
    })),
  );
}
