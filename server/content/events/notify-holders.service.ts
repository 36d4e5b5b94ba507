import { requireAdmin, type Context } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { findHolders, insertNotice, type EventNotice } from './event-notices.queries.ts';
import type { EventRecord } from './staff-events.queries.ts';

type News = Pick<EventNotice, 'kind'> & {
  reason: string | undefined;
  /** Leaves out those to whom the event's tickets were sold: they are written to about their money. */
  onlyUnpaid?: boolean;
};

/**
 * Writes down, in the caller's transaction, that each holder of an unused ticket is notified of a change of an event by one mail. `before` is
 * the event without the change. Returns the number of people; 0 when they were notified of this change before.
 */
export async function notifyHolders(tx: Context, before: EventRecord, { kind, reason = '', onlyUnpaid = false }: News): Promise<number> {
  const { userId: createdBy } = requireAdmin(tx);
  const { id: eventId, revision: version, startsAt: startedAt, endsAt: endedAt } = before;
  const holders = await findHolders(tx.db, eventId, { onlyUnpaid });
  if (holders.length === 0) return 0;
  const createdAt = tx.clock.now();
  const noticeId = await insertNotice(tx.db, { eventId, kind, version, startedAt, endedAt, reason, createdBy, createdAt });
  if (noticeId === undefined) return 0;
  await queueMails(
    tx,
    holders.map(({ userId, email, language }) => ({
      key: `event-notice:${noticeId}:${userId}`,
      kind: 'event-notice' as const,
      recipient: email,
      language,
      payload: { noticeId, userId },
    })),
  );
  return holders.length;
}
