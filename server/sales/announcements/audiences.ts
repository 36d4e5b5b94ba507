import { countSubscribers, findSubscribers } from '#server/accounts/newsletter/newsletter.queries.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { Context } from '#server/platform/context.ts';
import type { MailContent } from '#server/platform/mail/mail-kind.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { findNoticeEvent, type NoticeEvent } from '#server/sales/tickets/event-mails.queries.ts';
import type { Language } from '#shared/constants.ts';
import { DAY_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { AnnouncementTexts } from '#shared/staff/announcements.schemas.ts';
import { composeAnnouncement } from './announcement.mail.ts';
import { type Announcement, countHolders, findHolders, lockNewsletters, type Recipient } from './announcements.queries.ts';
import { composeNewsletter } from './newsletter.mail.ts';

/** How many messages may be planned per day, so that a slip does not flood the guests. */
const MESSAGES_OF_AN_EVENT_A_DAY = 5;
const NEWSLETTERS_A_DAY = 2;
const NEWSLETTER_AHEAD_MS = 90 * DAY_MS;
/** A newsletter that is this late, such as one about an event, is out of date and not sent. */
const NEWSLETTER_LATE_MS = DAY_MS;

/** Who gets a message, and what depends on that. `eventId` is null for the newsletter. */
export type Audience = {
  eventId: number | null;
  /** The kind of its mails, and the prefix of their keys and of its audit actions. */
  name: 'announcement' | 'newsletter';
  mostADay: number;
  /** Locks until the transaction ends, so that messages are counted and planned one at a time. */
  lock(db: Db): Promise<unknown>;
  count(db: Db, now: Date): Promise<number>;
  find(db: Db, now: Date): Promise<Recipient[]>;
  /** @throws the reason why it may get no message now, invalid_fields for a `sendAt` that it cannot have */
  check(sendAt: Date, now: Date): void;
  /** Returns true if a planned message is too late to be sent. */
  isMissed(message: Announcement, now: Date): boolean;
  /** Composes the message as it is shown before it is sent: to its author, or without a user as a preview. */
  compose(ctx: Context, texts: AnnouncementTexts, to: { language: Language; userId?: number }): MailContent;
};

/** Returns the ticket holders of an event, or with null the newsletter's subscribers; undefined when there is no such event. */
export async function findAudience({ db }: Context, eventId: number | null): Promise<Audience | undefined> {
  if (eventId === null) return newsletter;
  const event = await findNoticeEvent(db, eventId);
  return event && holdersOf(event);
}

const refuseMoment = (key: 'announcement_moment' | 'newsletter_moment') =>
  new AppError('invalid_fields', { errors: { sendAt: `validation.${key}` } });

const holdersOf = (event: NoticeEvent): Audience => ({
  eventId: event.id,
  name: 'announcement',
  mostADay: MESSAGES_OF_AN_EVENT_A_DAY,
  lock: (db) => lockEvents(db, [event.id]),
  count: (db) => countHolders(db, event.id),
  find: (db) => findHolders(db, event.id),
  check(sendAt, now) {
    if (event.state === 'draft') throw new AppError('not_on_sale');
    if (event.endsAt <= now) throw new AppError('event_ended');
    if (sendAt <= now || sendAt >= event.endsAt) throw refuseMoment('announcement_moment');
  },
  isMissed: (_message, now) => event.state === 'draft' || event.endsAt <= now,
  compose: (ctx, texts, { language }) => composeAnnouncement(ctx, { event, texts, language, tickets: [] }),
});

const newsletter: Audience = {
  eventId: null,
  name: 'newsletter',
  mostADay: NEWSLETTERS_A_DAY,
  lock: lockNewsletters,
  count: countSubscribers,
  find: findSubscribers,
  check(sendAt, now) {
    if (sendAt <= now || sendAt.getTime() > now.getTime() + NEWSLETTER_AHEAD_MS) throw refuseMoment('newsletter_moment');
  },
  isMissed: ({ sendAt }, now) => sendAt.getTime() + NEWSLETTER_LATE_MS < now.getTime(),
  compose: (ctx, texts, { language, userId }) => composeNewsletter(ctx, { texts, language, userId }),
};
