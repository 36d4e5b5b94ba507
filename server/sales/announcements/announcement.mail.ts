import type { Context } from '#server/platform/context.ts';
import { composeMail, type Block } from '#server/platform/mail/layout.ts';
import { type MailContent, type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { findNoticeEvent, type NoticeEvent } from '#server/sales/tickets/event-mails.queries.ts';
import { findOpenTicketsOfEvent } from '#server/sales/tickets/tickets.queries.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import type { AnnouncementTexts } from '#shared/staff/announcements.schemas.ts';
import { findAnnouncement } from './announcements.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    announcement: { announcementId: number; userId: number };
  }
}

/** A message to a ticket holder. Skipped when the holder has no usable ticket left, or the event was withdrawn. */
export const announcementMail: MailKind<'announcement'> = {
  async render(ctx, { payload: { announcementId, userId }, language }) {
    const announcement = await findAnnouncement(ctx.db, announcementId);
    if (!announcement?.eventId) return undefined;
    const event = await findNoticeEvent(ctx.db, announcement.eventId);
    if (!event || event.state === 'draft') return undefined;
    const tickets = await findOpenTicketsOfEvent(ctx.db, userId, event.id);
    if (tickets.length === 0) return undefined;
    return composeAnnouncement(ctx, { event, texts: announcement, language, tickets: tickets.map(({ id }) => String(id)) });
  },
};

export const subjectOf = ({ subject, subjectLat }: AnnouncementTexts, language: Language): string =>
  language === 'ka' ? subject : subjectLat;

/** An empty line ends a paragraph; there is no other markup. */
export const paragraphsOf = ({ body, bodyLat }: AnnouncementTexts, language: Language): Block[] =>
  (language === 'ka' ? body : bodyLat).split(/\n{2,}/).map((text) => ({ type: 'paragraph', text }));

type Announced = { event: NoticeEvent; texts: AnnouncementTexts; language: Language; tickets: readonly string[] };

/** Composes the message, followed by its event, the holder's tickets and where to find them. */
export function composeAnnouncement(ctx: Context, { event, texts, language, tickets }: Announced): MailContent {
  const t = mailTranslator(language);
  const subject = subjectOf(texts, language);
  const when = t('mail:eventNotice.hours', {
    weekday: weekdayText(event.startsAt, t),
    date: dateText(event.startsAt, language, t),
    from: timeText(event.startsAt),
    until: timeText(event.endsAt),
  });
  return composeMail(ctx.venue(), {
    language,
    subject,
    heading: subject,
    colours: eventTheme(event.id),
    blocks: [
      ...paragraphsOf(texts, language),
      {
        type: 'facts',
        rows: [
          [t('mail:eventNotice.event'), language === 'ka' ? event.name : event.nameLat],
          [t('mail:eventNotice.when'), when],
          ...(tickets.length > 0 ? [[t('mail:eventNotice.tickets'), tickets.join('\n')] as const] : []),
        ],
      },
      { type: 'link', label: t('mail:eventReminder.link'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
      { type: 'note', text: t('mail:announcement.why') },
    ],
  });
}
