import type { Context } from '#server/platform/context.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { MINIMUM_AGE } from '#shared/constants.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { hasCode } from '#shared/tickets/claims.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { findNoticeEvent, type NoticeEvent } from './event-mails.queries.ts';
import { findOpenTicketsOfEvent } from './tickets.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'event-reminder': { eventId: number; userId: number };
  }
}

/**
 * Reminds a ticket holder of tomorrow's event: when, where, and where the code is. Skipped when the event does not take place, has moved,
 * or has begun, or when the holder has no usable ticket left.
 */
export const eventReminderMail: MailKind<'event-reminder'> = {
  async render(ctx, { payload: { eventId, userId }, language }) {
    const event = await findNoticeEvent(ctx.db, eventId);
    if (!event || !isAhead(ctx, event)) return undefined;
    const tickets = (await findOpenTicketsOfEvent(ctx.db, userId, eventId)).filter(({ claim }) => hasCode(claim));
    if (tickets.length === 0) return undefined;
    const t = mailTranslator(language);
    const name = language === 'ka' ? event.name : event.nameLat;
    const { address, addressKa, directions, directionsKa } = ctx.venue();
    const where = language === 'ka' ? [addressKa, directionsKa] : [address, directions];
    const when = t('mail:eventNotice.hours', {
      weekday: weekdayText(event.startsAt, t),
      date: dateText(event.startsAt, language, t),
      from: timeText(event.startsAt),
      until: timeText(event.endsAt),
    });
    return composeMail(ctx.venue(), {
      language,
      subject: t('mail:eventReminder.subject', { event: name, time: timeText(event.startsAt) }),
      heading: t('mail:eventReminder.heading', { event: name }),
      colours: eventTheme(event.id),
      blocks: [
        { type: 'paragraph', text: t('mail:eventReminder.intro') },
        {
          type: 'facts',
          rows: [
            [t('mail:eventNotice.when'), when],
            [t('mail:eventReminder.where'), where.filter((line) => line !== '').join('\n')],
            [t('mail:eventNotice.tickets'), tickets.map(({ id }) => String(id)).join('\n')],
          ],
        },
        { type: 'link', label: t('mail:eventReminder.link'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
        { type: 'note', text: t('mail:eventReminder.note', { age: MINIMUM_AGE }) },
      ],
    });
  },
};

/** Returns true if the event is still tomorrow's: a late mail, or one about an event that moved, would name the wrong day. */
function isAhead({ clock }: Context, { state, startsAt }: NoticeEvent): boolean {
  const now = clock.now();
  return state === 'published' && startsAt > now && startsAt <= daysLater(now, 1);
}
