import { type EventNotice, findNotice } from '#server/content/events/events.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { composeMail, type Block, type Fact } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { ticketsCalendar } from './ticket.mail.ts';
import { findNoticeEvent, findNoticesTo, type NoticeEvent } from './event-mails.queries.ts';
import { findOpenTicketsOfEvent, type MailedTicket } from './tickets.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'event-notice': { noticeId: number; userId: number };
  }
}

/**
 * Notifies a ticket holder that an event moved, is cancelled, or takes place after all. Skipped when this is no longer true, a later notice
 * replaces it, the holder knows all of it, or has no usable ticket left.
 */
export const eventNoticeMail: MailKind<'event-notice'> = {
  async render(ctx, { payload: { noticeId, userId }, language }) {
    const notice = await findNotice(ctx.db, noticeId);
    const event = notice && (await findNoticeEvent(ctx.db, notice.eventId));
    if (!event || !isStillTrue(notice, event)) return undefined;
    const tickets = await findOpenTicketsOfEvent(ctx.db, userId, event.id);
    if (tickets.length === 0) return undefined;
    const news = await findNews(ctx, notice, { userId, event });
    if (!news) return undefined;
    const { kind, before } = news;
    const t = mailTranslator(language);
    const name = language === 'ka' ? event.name : event.nameLat;
    const date = dateText(event.startsAt, language, t);
    const content = composeMail(ctx.venue(), {
      language,
      subject: t(`mail:eventNotice.${kind}.subject`, { event: name, date }),
      heading: t(`mail:eventNotice.${kind}.heading`, { event: name }),
      colours: eventTheme(event.id),
      blocks: [
        { type: 'paragraph', text: t(`mail:eventNotice.${kind}.intro`) },
        {
          type: 'facts',
          rows: [[t('mail:eventNotice.event'), name], ...hoursFacts(event, before, language), ...moreFacts(notice, tickets, language)],
        },
        ...(kind === 'cancelled'
          ? []
          : [{ type: 'link' as const, label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.profile}` }]),
        ...notesOf(kind, before, tickets, language),
      ],
    });
    const calendar = Buffer.from(await ticketsCalendar(ctx, tickets, language));
    const contentType = 'text/calendar; charset=utf-8; method=PUBLISH';
    return { ...content, files: [{ filename: `event-${event.id}.ics`, contentType, content: calendar }] };
  },
};

function isStillTrue({ id, kind, startedAt, endedAt }: EventNotice, event: NoticeEvent): boolean {
  if (event.lastNoticeId !== id) return false;
  if (kind === 'cancelled') return event.state === 'cancelled';
  return event.state === 'published' && (kind === 'restored' || isMoved(event, { startedAt, endedAt }));
}

type HoursBefore = Pick<EventNotice, 'startedAt' | 'endedAt'>;

const isMoved = ({ startsAt, endsAt }: NoticeEvent, { startedAt, endedAt }: HoursBefore): boolean =>
  startsAt.getTime() !== startedAt.getTime() || endsAt.getTime() !== endedAt.getTime();

/** What a holder does not know yet; `before`: the hours that the holder knows, if the event has others now. */
type News = { kind: EventNotice['kind']; before: HoursBefore | undefined };

/**
 * Compares an event with this holder's last mail, because mails of earlier notices may not have been sent. A cancellation that was never
 * mailed needs no reversal: then only changed hours are news. Undefined without news.
 */
async function findNews(
  { db }: Context,
  notice: EventNotice,
  { userId, event }: { userId: number; event: NoticeEvent },
): Promise<News | undefined> {
  if (notice.kind === 'cancelled') return { kind: 'cancelled', before: undefined };
  const [, ...earlier] = await findNoticesTo(db, userId, notice);
  const lastSent = earlier.findIndex(({ isSent }) => isSent);
  const cancellation = earlier[lastSent]?.kind === 'cancelled' ? earlier[lastSent] : undefined;
  const known = cancellation ?? earlier.slice(0, lastSent < 0 ? earlier.length : lastSent).at(-1) ?? notice;
  const before = isMoved(event, known) ? known : undefined;
  if (cancellation) return { kind: 'restored', before };
  return before && { kind: 'moved', before };
}

/** Returns the former and the present hours; only the present ones of an event that did not move. */
function hoursFacts({ startsAt, endsAt }: NoticeEvent, before: HoursBefore | undefined, language: Language): Fact[] {
  const t = mailTranslator(language);
  const hours = (from: Date, until: Date): string =>
    t('mail:eventNotice.hours', {
      weekday: weekdayText(from, t),
      date: dateText(from, language, t),
      from: timeText(from),
      until: timeText(until),
    });
  if (!before) return [[t('mail:eventNotice.when'), hours(startsAt, endsAt)]];
  return [
    [t('mail:eventNotice.now'), hours(startsAt, endsAt)],
    [t('mail:eventNotice.before'), hours(before.startedAt, before.endedAt)],
  ];
}

function moreFacts({ reason }: EventNotice, tickets: readonly MailedTicket[], language: Language): Fact[] {
  const t = mailTranslator(language);
  const numbers: Fact = [t('mail:eventNotice.tickets'), tickets.map(({ id }) => String(id)).join('\n')];
  return [...(reason === '' ? [] : [[t('mail:eventNotice.reason'), reason] as const]), numbers];
}

function notesOf(
  kind: EventNotice['kind'],
  before: HoursBefore | undefined,
  tickets: readonly MailedTicket[],
  language: Language,
): Block[] {
  const t = mailTranslator(language);
  if (before) return [{ type: 'note', text: `${t('mail:eventNotice.moved.paper')}\n${t('mail:eventNotice.calendar')}` }];
  if (kind !== 'cancelled') return [{ type: 'note', text: t('mail:eventNotice.calendar') }];
  const isPaid = tickets.some(({ priceTetri }) => priceTetri > 0);
  return isPaid ? [{ type: 'note', text: t('mail:eventNotice.cancelled.money') }] : [];
}
