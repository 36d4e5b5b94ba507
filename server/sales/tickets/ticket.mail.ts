import { ICalCalendarMethod } from 'ical-generator';
import { calendarEntry, writeCalendar } from '#server/content/events/calendar-file.ts';
import { findRevision } from '#server/content/events/events.queries.ts';
import { findEventViews } from '#server/content/events/events.service.ts';
import type { Context } from '#server/platform/context.ts';
import { domainOf } from '#server/platform/config/mail-addresses.ts';
import { refreshKeys } from '#server/platform/kept-keys.ts';
import { composeMail, type Block, type Fact } from '#server/platform/mail/layout.ts';
import { type AttachedFile, type MailKind, type MailPayloads, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { translators } from '#server/platform/translators.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText } from '#shared/dates.ts';
import { eventText } from '#shared/events/event-texts.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { moneyText, toGel } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { claimEnd, hasCode } from '#shared/tickets/claims.ts';
import { qrPng } from '#server/platform/qr-picture.ts';
import { codeForHolder } from './ticket-code.ts';
import {
  findComingTicketsOf,
  findComplimentary,
  findPassedOnTicket,
  findValidTicketsOfOrder,
  isInPlaceOfCode,
  type MailedTicket,
} from './tickets.queries.ts';
import { printTickets, ticketPdfOf } from './ticket-print.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    /**
     * `ticketId`: only this ticket of the order, which was transferred to the recipient, or got its code later. `holderId`: only tickets of coming events that
     * this account has, whose codes were replaced.
     */
    ticket: { orderId: number; ticketId?: number; holderId?: number };
  }
}

/**
 * Mails an order's tickets: each code as a picture in the mail and as text, all of them as a PDF, the events for a calendar. Skipped when
 * all of them were refunded.
 */
export const ticketMail: MailKind<'ticket'> = {
  async render(ctx, { payload, language }) {
    const { orderId, ticketId, holderId } = payload;
    // A code that is mailed after the key was replaced must be a new one.
    await refreshKeys(ctx);
    const tickets = await findTickets(ctx, payload);
    const [first] = tickets;
    if (!first) return undefined;
    const t = mailTranslator(language);
    const isReplaced = holderId !== undefined;
    const isLater = ticketId !== undefined || isReplaced;
    const complimentary = isLater ? undefined : await findComplimentary(ctx.db, orderId);
    const count = tickets.filter(({ claim }) => hasCode(claim)).length;
    const receipt = complimentary?.receipt ?? undefined;
    const intro = await introOf(ctx, { payload, language, count, guest: receipt === undefined ? complimentary?.firstName : undefined });
    const price =
      receipt === undefined
        ? complimentary
          ? t('mail:ticket.complimentary')
          : money(sum(tickets))
        : t('mail:ticket.register', { receipt });
    const paid: Fact[] = isLater ? [] : [[t('mail:ticket.paid'), price]];
    const events = groups(tickets, ({ eventId }) => eventId);
    const content = composeMail(ctx.venue(), {
      language,
      subject: subjectOf(first, { count, events: events.length, isReplaced }, language),
      heading: eventText(first.event, 'name', language),
      colours: eventTheme(first.eventId),
      blocks: [
        { type: 'paragraph', text: intro },
        {
          type: 'facts',
          rows: [
            ...events.flatMap((event) => eventFacts(event, language, isLater || complimentary !== undefined)),
            [t('mail:ticket.place'), placeText(ctx, language)],
            ...paid,
          ],
        },
        ...tickets.filter(({ claim }) => hasCode(claim)).map((ticket) => codeOf(ctx, ticket, language)),
        ...unclaimedBlocks(ctx, tickets, language),
        ...(complimentary?.isUnclaimed ? claimBlocks(ctx, tickets, language) : []),
        { type: 'link', label: t('mail:ticket.profile'), url: `${ctx.env.publicUrl}${paths.profile}` },
        {
          type: 'note',
          text: [t('mail:ticket.door'), t('mail:ticket.once'), ...(isReplaced ? [t('mail:ticket.replacedNote')] : [])].join('\n'),
        },
      ],
    });
    return { ...content, files: await filesOf(ctx, orderId, tickets, language) };
  },
};

function findTickets({ db, clock }: Context, { orderId, ticketId, holderId }: MailPayloads['ticket']): Promise<MailedTicket[]> {
  if (holderId !== undefined) return findComingTicketsOf(db, { orderId, userId: holderId }, clock.now());
  return ticketId === undefined ? findValidTicketsOfOrder(db, orderId) : findPassedOnTicket(db, orderId, ticketId);
}

/** Returns the address, and the directions if staff described them. */
function placeText(ctx: Context, language: Language): string {
  const { name, nameKa, address, addressKa, directions, directionsKa } = ctx.venue();
  const lines = language === 'ka' ? [`${nameKa}, ${addressKa}`, directionsKa] : [`${name}, ${address}`, directions];
  return lines.filter((line) => line !== '').join('\n');
}

type Intro = { payload: MailPayloads['ticket']; language: Language; count: number; guest: string | undefined };

/** Returns the first sentence. `count`: of codes in the mail; `guest`: whom the club invited. */
async function introOf({ db }: Context, { payload, language, count, guest: name }: Intro): Promise<string> {
  const t = mailTranslator(language);
  const { ticketId, holderId } = payload;
  if (holderId !== undefined) return t('mail:ticket.replaced', { count });
  if (ticketId !== undefined) return t((await isInPlaceOfCode(db, ticketId)) ? 'mail:ticket.passedOn' : 'mail:ticket.ready');
  if (name !== undefined) return count === 0 ? t('mail:ticket.givenNoCode', { name }) : t('mail:ticket.invited', { count, name });
  return count === 0 ? t('mail:ticket.noCode') : t('mail:ticket.intro', { count });
}

/** Returns the link into an account that was made for these tickets. */
function claimBlocks(ctx: Context, tickets: readonly MailedTicket[], language: Language): Block[] {
  const t = mailTranslator(language);
  const hasCodes = tickets.some(({ claim }) => hasCode(claim));
  const { toShare } = forFriends(ctx, tickets);
  return [
    { type: 'paragraph', text: t(`mail:ticket.${hasCodes ? 'claim' : toShare > 0 ? 'claimNoCode' : 'claimTooLate'}`) },
    { type: 'link', label: t('mail:ticket.claimLink'), url: `${ctx.env.publicUrl}${paths.forgotPassword}` },
  ];
}

/** Returns how many tickets friends can still claim with a link, and how many are too late for it. */
function forFriends({ clock, venue }: Context, tickets: readonly MailedTicket[]): { toShare: number; tooLate: number } {
  const unclaimed = tickets.filter(({ claim }) => claim === 'unclaimed');
  const toShare = unclaimed.filter(({ startsAt }) => clock.now() < claimEnd(startsAt, venue().claimHours)).length;
  return { toShare, tooLate: unclaimed.length - toShare };
}

/** Returns what the buyer does with places that have no code yet. */
function unclaimedBlocks(ctx: Context, tickets: readonly MailedTicket[], language: Language): Block[] {
  const t = mailTranslator(language);
  const isWaiting = tickets.some(({ claim }) => claim === 'waiting');
  const { toShare, tooLate } = forFriends(ctx, tickets);
  return [
    ...(isWaiting ? [{ type: 'paragraph', text: t('mail:ticket.waiting') } as const] : []),
    ...(toShare > 0
      ? ([
          { type: 'paragraph', text: t('mail:ticket.unclaimed', { count: toShare }) },
          { type: 'link', label: t('mail:ticket.unclaimedLink'), url: `${ctx.env.publicUrl}${paths.myTickets}` },
        ] as const)
      : []),
    ...(tooLate > 0 ? [{ type: 'paragraph', text: t('mail:ticket.tooLate', { count: tooLate }) } as const] : []),
  ];
}

async function filesOf(ctx: Context, orderId: number, tickets: MailedTicket[], language: Language): Promise<AttachedFile[]> {
  const calendar = Buffer.from(await ticketsCalendar(ctx, tickets, language));
  const pdf = await printCoded(ctx, tickets, language).catch((error: unknown) => {
    // The codes are in the mail itself, so it is sent without the PDF.
    ctx.log.error({ err: error, orderId }, 'a ticket mail is sent without its PDF');
    return undefined;
  });
  return [
    ...(pdf ? [{ filename: `tickets-${orderId}.pdf`, contentType: 'application/pdf', content: pdf }] : []),
    { filename: `tickets-${orderId}.ics`, contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: calendar },
  ];
}

async function printCoded(ctx: Context, tickets: readonly MailedTicket[], language: Language): Promise<Buffer | undefined> {
  const coded = tickets.filter(({ claim }) => hasCode(claim));
  return coded.length > 0 ? printTickets(ticketPdfOf(ctx, coded, language)) : undefined;
}

const ticketTypeName = (ticket: MailedTicket, language: Language): string =>
  language === 'ka' ? ticket.ticketTypeName : ticket.ticketTypeNameLat;
const sum = (tickets: MailedTicket[]): number => tickets.reduce((total, { priceTetri }) => total + priceTetri, 0);
const money = (tetri: number): string => moneyText(toGel(tetri));

type Subject = { count: number; events: number; isReplaced: boolean };

function subjectOf(first: MailedTicket, { count, events, isReplaced }: Subject, language: Language): string {
  const t = mailTranslator(language);
  const facts = { event: eventText(first.event, 'name', language), date: dateText(first.startsAt, language, t), count };
  if (isReplaced) return t('mail:ticket.replacedSubject', facts);
  return events > 1 ? t('mail:ticket.subjectMany', facts) : t('mail:ticket.subject', facts);
}

/** Returns one event with its start and its tickets. */
function eventFacts({ first, tickets }: Group, language: Language, isWithoutPrice: boolean): Fact[] {
  const t = mailTranslator(language);
  const start = { weekday: weekdayText(first.startsAt, t), date: dateText(first.startsAt, language, t), time: timeText(first.startsAt) };
  const dressCode = eventText(first.event, 'dressCode', language);
  const bought = groups(tickets, ({ ticketTypeId }) => ticketTypeId).map((ticketType) =>
    t(isWithoutPrice ? 'mail:ticket.givenText' : 'mail:ticket.ticketsText', {
      quantity: ticketType.tickets.length,
      ticketType: ticketTypeName(ticketType.first, language),
      price: money(ticketType.first.priceTetri),
    }),
  );
  return [
    [t('mail:ticket.event'), eventText(first.event, 'name', language)],
    [t('mail:ticket.start'), t('mail:ticket.startText', start)],
    ...(dressCode ? [[t('mail:ticket.dressCode'), dressCode] as const] : []),
    [t('mail:ticket.tickets'), bought.join('\n')],
  ];
}

type Group = { first: MailedTicket; tickets: MailedTicket[] };

/** Groups tickets by a key, in their order, each group with its first ticket. */
function groups(tickets: MailedTicket[], keyOf: (ticket: MailedTicket) => number): Group[] {
  const shared = [...Map.groupBy(tickets, keyOf).values()];
  return shared.flatMap((group) => group.slice(0, 1).map((first) => ({ first, tickets: group })));
}

function codeOf(ctx: Context, ticket: MailedTicket, language: Language): Block {
  const t = mailTranslator(language);
  const code = codeForHolder(ctx.keys, ticket);
  const facts = { number: ticket.id, event: eventText(ticket.event, 'name', language) };
  return {
    type: 'code',
    caption: t('mail:ticket.caption', facts),
    picture: { cid: `ticket-${ticket.id}@${domainOf(ctx.env.mailFrom)}`, filename: `ticket-${ticket.id}.png`, png: qrPng(code) },
    alt: t('mail:ticket.codeAlt', facts),
    code,
  };
}

/** Returns the events of these tickets for a calendar, with the ticket numbers. Never a code, because calendars are shared. */
export async function ticketsCalendar(ctx: Context, tickets: readonly MailedTicket[], language: Language): Promise<string> {
  const events = [...Map.groupBy(tickets, ({ eventId }) => eventId)];
  const views = await findEventViews(
    ctx,
    events.map(([eventId]) => eventId),
  );
  const entries = events.map(async ([eventId, own]) => {
    const event = views.get(eventId);
    const revision = await findRevision(ctx.db, eventId);
    const numbers = own.map(({ id }) => `${translators[language].t('tickets:ticket')} ${id}`).join('\n');
    return event && revision ? [calendarEntry(event, revision, ctx, language, numbers)] : [];
  });
  return writeCalendar((await Promise.all(entries)).flat(), ctx.venue(), language, { method: ICalCalendarMethod.PUBLISH });
}
