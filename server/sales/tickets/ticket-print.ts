import { Piscina } from 'piscina';
import type { Context } from '#server/platform/context.ts';
import { translators } from '#server/platform/translators.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText, type TranslateDate } from '#shared/dates.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { moneyText, toGel } from '#shared/money.ts';
import { codeForHolder } from './ticket-code.ts';
import type { MailedTicket } from './tickets.queries.ts';
import type { TicketPage } from './ticket-page.ts';
import type { TicketPdf } from './ticket-pdf.ts';

/** Returns the PDF content of these tickets, in a language. */
export function ticketPdfOf(ctx: Context, tickets: readonly MailedTicket[], language: Language): TicketPdf {
  const pages = tickets.map((ticket) => pageOf(ctx, ticket, language));
  const { t } = translators[language];
  const title = `${t('tickets:ticket')} ${tickets.map(({ id }) => id).join(', ')}`;
  return { title, author: ctx.venue().name, language, createdAt: ctx.clock.now(), pages };
}

function pageOf(ctx: Context, ticket: MailedTicket, language: Language): TicketPage {
  const venue = ctx.venue();
  const { t } = translators[language];
  const isGeorgian = language === 'ka';
  const { startsAt, event, ticketTypeName, ticketTypeNameLat } = ticket;
  const { paper, on, second } = eventTheme(ticket.eventId);
  const club = isGeorgian ? venue.nameKa : venue.name;
  const label: TranslateDate = (key) => t(key);
  return {
    colours: { paper, on, second },
    club,
    names: [...(isGeorgian ? [event.name, event.nameLat] : [event.nameLat, event.name]), club],
    when: `${weekdayText(startsAt, label)}, ${dateText(startsAt, language, label)}`,
    doors: t('tickets:doors', { time: timeText(startsAt) }),
    facts: [
      [t('tickets:ticket'), String(ticket.id)],
      [t('tickets:ticketType'), isGeorgian ? ticketTypeName : ticketTypeNameLat],
      [t('tickets:price'), moneyText(toGel(ticket.priceTetri))],
      [t('tickets:place'), `${club}, ${isGeorgian ? venue.addressKa : venue.address}`],
    ],
    notes: [t('mail:ticket.once'), t('mail:ticket.door')],
    contact: `${venue.email} · ${venue.phone}`,
    code: codeForHolder(ctx.keys, ticket),
  };
}

/** The thread, which holds the fonts in memory, ends after this long without work. */
const IDLE_MS = 60_000;
/** After this long the thread counts as stuck and is replaced. */
const TIMEOUT_MS = 30_000;

/** One thread, started by the first ticket, without this process's debugger port and other flags. */
const printers = new Piscina<TicketPdf, Uint8Array>({
  filename: new URL('./ticket-pdf.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: IDLE_MS,
  execArgv: [],
});

/** Draws tickets in a thread, in the order of the requests, so that the server continues to respond. */
export const printTickets = async (pdf: TicketPdf): Promise<Buffer> =>
  Buffer.from(await printers.run(pdf, { signal: AbortSignal.timeout(TIMEOUT_MS) }));
