import { type EventNotice, findCancellationBefore, findNotice } from '#server/content/events/events.queries.ts';
import type { Context } from '#server/platform/context.ts';
import type { Block, Fact } from '#server/platform/mail/blocks.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { ticketsCalendar } from './ticket.mail.ts';
import { findOpenTicketsOfEvent, findNoticeEvent, findNoticesTo, type MailedTicket, type NoticeEvent } from './ticket-mail.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'event-notice': { noticeId: number; userId: number };
  }
}

/**
 * Notifies a ticket holder that an event moved, is cancelled, or takes place after all. Skipped when it is no longer true, a later notice
 * replaces it, the event is back at the hours that the holder knows, or the holder has no usable ticket left.
 */
export const eventNoticeMail: MailKind<'event-notice'> = {
  async render(ctx, { payload: { noticeId, userId }, language }) {
    const notice = await findNotice(ctx.db, noticeId);
    const event = notice && (await findNoticeEvent(ctx.db, notice.eventId));
    if (!event || !isStillTrue(notice, event)) return undefined;
    const tickets = await findOpenTicketsOfEvent(ctx.db, userId, event.id);
    if (tickets.length === 0) return undefined;
    const before = await findHoursBefore(ctx, notice, { userId, event });
    if (notice.kind === 'moved' && !before) return undefined;
    const t = mailTranslator(language);
    const name = language === 'ka' ? event.name : event.nameLat;
    const date = dateText(event.startsAt, language, t);
    const content = composeMail(ctx.venue(), {
      language,
      subject: t(`mail:eventNotice.${notice.kind}.subject`, { event: name, date }),
      heading: t(`mail:eventNotice.${notice.kind}.heading`, { event: name }),
      colours: eventTheme(event.id),
      blocks: [
        { type: 'paragraph', text: t(`mail:eventNotice.${notice.kind}.intro`) },
        {
          type: 'facts',
          rows: [[t('mail:eventNotice.event'), name], ...hoursFacts(event, before, language), ...moreFacts(notice, tickets, language)],
        },
        ...(notice.kind === 'cancelled'
          ? []
          : [{ type: 'link' as const, label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.profile}` }]),
        ...notesOf(notice, before, tickets, language),
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

/** The hours that a holder knows, if the event has others now. Changes during a cancellation were announced to nobody. */
async function findHoursBefore(
  ctx: Context,
  notice: EventNotice,
  { userId, event }: { userId: number; event: NoticeEvent },
): Promise<HoursBefore | undefined> {
  if (notice.kind === 'cancelled') return undefined;
  const known = notice.kind === 'restored' ? await findCancellationBefore(ctx.db, notice) : await findKnownHours(ctx, notice, userId);
  return known && isMoved(event, known) ? known : undefined;
}

/** The hours before the first move since this holder's last mail: an earlier move whose mail did not leave is still unknown. */
async function findKnownHours({ db }: Context, notice: EventNotice, userId: number): Promise<HoursBefore> {
  const [, ...earlier] = await findNoticesTo(db, userId, notice);
  const lastSent = earlier.findIndex(({ isSent }) => isSent);
  return earlier.slice(0, lastSent < 0 ? earlier.length : lastSent).at(-1) ?? notice;
}

/** The former and the present hours; of an event that did not move, only the present ones. */
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

function notesOf({ kind }: EventNotice, before: HoursBefore | undefined, tickets: readonly MailedTicket[], language: Language): Block[] {
  const t = mailTranslator(language);
  if (before) return [{ type: 'note', text: `${t('mail:eventNotice.moved.paper')}\n${t('mail:eventNotice.calendar')}` }];
  if (kind !== 'cancelled') return [{ type: 'note', text: t('mail:eventNotice.calendar') }];
  const isPaid = tickets.some(({ priceTetri }) => priceTetri > 0);
  return isPaid ? [{ type: 'note', text: t('mail:eventNotice.cancelled.money') }] : [];
}
