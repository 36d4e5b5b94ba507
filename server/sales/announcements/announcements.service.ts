import { randomUUID } from 'node:crypto';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, keepAnswer, requireUser, withTransaction } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { findUserById } from '#server/accounts/accounts.queries.ts';
import { lockEvents } from '#server/sales/cart/locks.queries.ts';
import { findNoticeEvent, type NoticeEvent } from '#server/sales/tickets/ticket-mail.queries.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { AnnouncementView, EventAnnouncementsView } from '#shared/staff/announcements.contract.ts';
import type { AnnouncementInput, AnnouncementTexts } from '#shared/staff/announcements.schemas.ts';
import { composeAnnouncement } from './announcement.mail.ts';
import { countHolders, countSince, endPlanned, findAnnouncement, findAnnouncements, insertAnnouncement } from './announcements.queries.ts';

/** How many messages of one event may be planned within a day. */
const ANNOUNCEMENTS_A_DAY = 5;
/** So long one that goes out at once can still be stopped. */
const STOPPABLE_MS = 60_000;

/** The messages of an event and how many holders it has. @throws event_not_found */
export async function listAnnouncements(ctx: Context, eventId: number): Promise<EventAnnouncementsView> {
  await findEvent(ctx, eventId);
  const rows = await findAnnouncements(ctx.db, eventId);
  const items = rows.map(
    ({ announcement: { id, subject, subjectLat, body, bodyLat, state, sendAt, recipients }, by }): AnnouncementView => {
      return { id, subject, subjectLat, body, bodyLat, state, sendAt: toWireTime(sendAt), recipients, by: by ? fullName(by) : '' };
    },
  );
  return { id: eventId, at: toWireTime(ctx.clock.now()), holders: await countHolders(ctx.db, eventId), items };
}

async function findEvent({ db }: Context, eventId: number): Promise<NoticeEvent> {
  const event = await findNoticeEvent(db, eventId);
  if (!event) throw new AppError('event_not_found');
  return event;
}

/** @throws event_not_found */
export async function previewAnnouncement(ctx: Context, eventId: number, texts: AnnouncementTexts) {
  const event = await findEvent(ctx, eventId);
  const show = (language: 'ka' | 'en') => {
    const { subject, html, text } = composeAnnouncement(ctx, { event, texts, language, tickets: [] });
    return { subject, html, text };
  };
  return { ka: show('ka'), en: show('en') };
}

/** Sends the message to the caller alone, in both languages. @throws event_not_found */
export function testAnnouncement(ctx: Context, eventId: number, texts: AnnouncementTexts): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    await findEvent(tx, eventId);
    const user = await findUserById(tx.db, userId);
    if (!user) throw new AppError('unauthorized');
    const key = randomUUID();
    await queueMails(
      tx,
      LANGUAGES.map((language) => ({
        key: `announcement-test:${key}:${language}`,
        kind: 'announcement-test' as const,
        recipient: user.email,
        language,
        payload: { eventId, texts },
      })),
    );
    await recordAction(tx, { action: 'announcement.test', subject: `event ${eventId}`, detail: { eventId } });
    return keepAnswer(tx, {});
  });
}

/**
 * Plans a message to every holder. At once means in a minute, until then it can be stopped. @throws event_not_found, not_on_sale for a draft,
 * event_ended, announcements_limit after five within a day, invalid_fields for a moment that is past or after the event
 */
export function planAnnouncement(
  ctx: Context,
  eventId: number,
  { sendAt: wanted, ...texts }: AnnouncementInput,
): Promise<EventAnnouncementsView> {
  return withTransaction(ctx, async (tx) => {
    // One after the other, because they are counted.
    await lockEvents(tx.db, [eventId]);
    const event = await findEvent(tx, eventId);
    const now = tx.clock.now();
    if (event.state === 'draft') throw new AppError('not_on_sale');
    if (event.endsAt <= now) throw new AppError('event_ended');
    const sendAt = wanted === null ? new Date(now.getTime() + STOPPABLE_MS) : new Date(wanted);
    if (sendAt <= now || sendAt >= event.endsAt)
      throw new AppError('invalid_fields', { errors: { sendAt: 'validation.announcement_moment' } });
    if ((await countSince(tx.db, eventId, new Date(now.getTime() - DAY_MS))) >= ANNOUNCEMENTS_A_DAY)
      throw new AppError('announcements_limit');
    const id = await insertAnnouncement(tx.db, { ...texts, eventId, sendAt, createdBy: requireUser(tx).userId, createdAt: now });
    const detail = { eventId, subject: texts.subjectLat, until: sendAt };
    await recordAction(tx, { action: 'announcement.plan', subject: announcementSubject(id), detail });
    return keepAnswer(tx, await listAnnouncements(tx, eventId));
  });
}

/** @throws not_found, conflict when it has left or was stopped */
export async function cancelAnnouncement(ctx: Context, id: number): Promise<EventAnnouncementsView> {
  if (!(await findAnnouncement(ctx.db, id))) throw new AppError('not_found');
  return withTransaction(ctx, async (tx) => {
    const stopped = await endPlanned(tx.db, id, { state: 'cancelled' });
    if (!stopped) throw new AppError('conflict');
    const { eventId } = stopped;
    await recordAction(tx, { action: 'announcement.cancel', subject: announcementSubject(id), detail: { eventId } });
    return keepAnswer(tx, await listAnnouncements(tx, eventId));
  });
}

const announcementSubject = (id: number): string => `announcement ${id}`;
