import { fullName } from '#shared/accounts/account-rules.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { timeText, venueDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import { seasonFileName, seasonText } from '#shared/season.ts';
import type { DAYS_BY, EventReport } from '#shared/staff/reports.contract.ts';
import { businessNight } from '#shared/venue-moments.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, withTransaction, requireUser } from '#server/platform/context.ts';
import { eventSubject } from '#server/content/events/edit-event.service.ts';
import { listSeasons, showMonths, showSeasonReport } from '#server/backoffice/reports/season-report.service.ts';
import { listDays } from '#server/backoffice/reports/days.service.ts';
import { listPromotedEvents, listPromoters } from '#server/sales/promoters/promoters.service.ts';
import { translators } from '#server/platform/translators.ts';
import { findChosenGuests, findEventName, findGuestsOfEvent, findLines } from './staff-files.queries.ts';

/** A file that is sent while it is written. */
export type CsvFile = { name: string; pieces: AsyncIterable<string> };
type EventFile = { eventId: number; language?: Language | undefined };
type Named = { name: string; nameLat: string };

const ROWS_AT_ONCE = 500;

/** The money of all days as a file; like every file, it is recorded in the audit log. */
export async function daysFile(ctx: Context, by: (typeof DAYS_BY)[number], language: Language = DEFAULT_LANGUAGE): Promise<CsvFile> {
  await recordExport(ctx, 'export.takings', 'takings');
  const { t } = translators[language];
  const day = by === 'night' ? t('staff-reports:business_day') : t('staff:date');
  const columns = ['gross', 'refunded', 'net', 'currency', 'tickets', 'given'] as const;
  const heading = [day, ...columns.map((name) => t(`staff-reports:${name}`))];
  return { name: `revenue-by-${by}.csv`, pieces: csvFile(heading, dayRows(ctx, by)) };
}

async function* dayRows(ctx: Context, by: (typeof DAYS_BY)[number]): AsyncGenerator<Cell[][]> {
  let before: string | undefined;
  do {
    const page = await listDays(ctx, { by, before });
    yield page.items.map(({ day, captured, refunded, net, currency, tickets, free }) => [
      day,
      captured,
      refunded,
      net,
      currency,
      tickets,
      free,
    ]);
    before = page.next ?? undefined;
  } while (before !== undefined);
}

const REPORT_COLUMNS = [
  'day',
  'event',
  'sold',
  'given',
  'capacity',
  'came',
  'listed',
  'no_shows',
  'guests',
  'again',
  'gross',
  'refunded',
  'net',
  'currency',
] as const;

const reportCells = ({ event, capacity, ...row }: EventReport, language: Language): Cell[] => {
  const day = businessNight(new Date(event.startDate));
  const people = [row.sold, row.given, capacity, row.came, row.listed, row.noShows, row.guests, row.again];
  return [day, nameIn(event, language), ...people, row.gross, row.refunded, row.net, row.currency];
};

/** The report of each event of all seasons, newest season first. */
export async function allReportsFile(ctx: Context, language: Language = DEFAULT_LANGUAGE): Promise<CsvFile> {
  await recordExport(ctx, 'export.numbers', 'takings');
  const { t } = translators[language];
  const heading = (['season', ...REPORT_COLUMNS] as const).map((name) => t(`staff-reports:${name}`));
  return { name: 'reports-all-seasons.csv', pieces: csvFile(heading, rowsOfSeasons(ctx, language)) };
}

async function* rowsOfSeasons(ctx: Context, language: Language): AsyncGenerator<Cell[][]> {
  for (const season of await listSeasons(ctx)) {
    const { months } = await showMonths(ctx, season);
    yield months.flatMap(({ items }) => items.map((item) => [seasonText(season), ...reportCells(item, language)]));
  }
}

/** The report of each event of a season, or of the last twelve months and the events to come. */
export async function reportFile(ctx: Context, season: number | undefined, language: Language = DEFAULT_LANGUAGE): Promise<CsvFile> {
  await recordExport(ctx, 'export.numbers', 'takings');
  const { t } = translators[language];
  return {
    name: season === undefined ? 'reports.csv' : `reports-${seasonFileName(season)}.csv`,
    pieces: csvFile(
      REPORT_COLUMNS.map((name) => t(`staff-reports:${name}`)),
      reportRows(ctx, season, language),
    ),
  };
}

async function* reportRows(ctx: Context, season: number | undefined, language: Language): AsyncGenerator<Cell[][]> {
  const { items } = await showSeasonReport(ctx, season);
  yield items.map((item) => reportCells(item, language));
}

/** Attributed sales per promoter and event. */
export async function promotersFile(ctx: Context, language: Language = DEFAULT_LANGUAGE): Promise<CsvFile> {
  await recordExport(ctx, 'export.promoters', 'club');
  const { t } = translators[language];
  const columns = ['name', 'ref_code', 'day', 'night', 'opened', 'held', 'sold', 'arrived', 'money', 'commission'] as const;
  const heading = columns.map((name) => t(`staff-promoters:${name}`));
  return { name: 'promoters.csv', pieces: csvFile(heading, promoterRows(ctx, language)) };
}

async function* promoterRows(ctx: Context, language: Language): AsyncGenerator<Cell[][]> {
  for (const { id, name, refCode } of (await listPromoters(ctx)).items) {
    const { items } = await listPromotedEvents(ctx, id);
    yield items.map(({ event, opened, held, sold, arrived, money, commission }): Cell[] => {
      const day = event === null ? '' : businessNight(new Date(event.startDate));
      return [name, refCode, day, event === null ? '' : nameIn(event, language), opened, held, sold, arrived, money, commission];
    });
  }
}

/** @throws event_not_found */
export async function ordersFile(ctx: Context, { eventId, language = DEFAULT_LANGUAGE }: EventFile): Promise<CsvFile> {
  const day = await dayOfEvent(ctx, eventId);
  await recordExport(ctx, 'export.orders', eventSubject(eventId));
  return { name: `orders-${day}.csv`, pieces: orderLinesFile(ctx, { eventId }, language) };
}

type Chosen = { ids: readonly number[]; lang?: Language | undefined };

/** The orders that were chosen in a list; the audit log names them. */
export async function chosenOrdersFile(ctx: Context, { ids, lang = DEFAULT_LANGUAGE }: Chosen): Promise<CsvFile> {
  await recordExport(ctx, 'export.orders', 'club', { orderIds: ids.join(', ') });
  return { name: 'orders.csv', pieces: orderLinesFile(ctx, { orderIds: ids }, lang) };
}

/** The guests that were chosen in a list; the audit log names them. */
export async function chosenGuestsFile(ctx: Context, { ids, lang = DEFAULT_LANGUAGE }: Chosen): Promise<CsvFile> {
  await recordExport(ctx, 'export.guests', 'club', { guestIds: ids.join(', ') });
  const { t } = translators[lang];
  const columns = ['guest', 'email', 'phone', 'state', 'registered'] as const;
  const heading = columns.map((name) => t(`staff-orders:csv.${name}`));
  return { name: 'guests.csv', pieces: csvFile(heading, chosenGuestRows(ctx, ids, lang)) };
}

async function* chosenGuestRows({ db }: Context, ids: readonly number[], language: Language): AsyncGenerator<Cell[][]> {
  const { t } = translators[language];
  const guests = await findChosenGuests(db, ids);
  yield guests.map(({ email, phoneNumber, status, createdAt, ...guest }) => [
    fullName(guest),
    email,
    phoneNumber,
    t(`accounts:status.${status}`),
    venueDay(createdAt),
  ]);
}

/** The order lines of an event, or of these orders with the event of each. */
function orderLinesFile(ctx: Context, of: Parameters<typeof findLines>[1]['of'], language: Language): AsyncIterable<string> {
  const { t } = translators[language];
  const hasEvents = !('eventId' in of);
  const columns = [
    ...(['order', 'ordered', 'time', 'state', 'guest', 'email'] as const),
    ...(hasEvents ? (['event', 'day'] as const) : []),
    ...(['ticketType', 'quantity', 'price', 'sum', 'receipt', 'source', 'medium', 'campaign'] as const),
  ];
  const rows = inParts(
    (after) => findLines(ctx.db, { of, after, limit: ROWS_AT_ONCE }),
    ({ orderId, createdAt, state, guest, event, ticketType, quantity, priceTetri, receipt, utm }): Cell[] => [
      orderId,
      venueDay(createdAt),
      timeText(createdAt),
      t(`staff-orders:payments.states.${state}`),
      fullName(guest),
      guest.email,
      ...(hasEvents ? [nameIn(event, language), businessNight(event.startsAt)] : []),
      nameIn(ticketType, language),
      quantity,
      toGel(priceTetri),
      toGel(quantity * priceTetri),
      receipt,
      utm.source,
      utm.medium,
      utm.campaign,
    ],
  );
  return csvFile(
    columns.map((name) => t(`staff-orders:csv.${name}`)),
    rows,
  );
}

/** The names of all holders of valid tickets. @throws event_not_found */
export async function guestsFile(ctx: Context, { eventId, language = DEFAULT_LANGUAGE }: EventFile): Promise<CsvFile> {
  const day = await dayOfEvent(ctx, eventId);
  await recordExport(ctx, 'export.guests', eventSubject(eventId));
  const { t } = translators[language];
  const columns = ['ticket', 'guest', 'ticketType', 'came', 'receipt'] as const;
  const rows = inParts(
    (after) => findGuestsOfEvent(ctx.db, { eventId, after, limit: ROWS_AT_ONCE }),
    ({ id, guest, ticketType, usedAt, cameElsewhere, receipt }): Cell[] => {
      const came =
        usedAt && (cameElsewhere ? t('staff-orders:csv.other_event', { day: venueDay(usedAt), time: timeText(usedAt) }) : timeText(usedAt));
      return [id, fullName(guest), nameIn(ticketType, language), came, receipt];
    },
  );
  return {
    name: `guests-${day}.csv`,
    pieces: csvFile(
      columns.map((name) => t(`staff-orders:csv.${name}`)),
      rows,
    ),
  };
}

function recordExport(
  ctx: Context,
  action: 'export.orders' | 'export.guests' | 'export.takings' | 'export.numbers' | 'export.promoters',
  subject: string,
  detail: Record<string, string> = {},
): Promise<void> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    await recordAction(tx, { action, subject, detail });
    await recordSecurityEvent(tx, 'export', userId);
  });
}

async function dayOfEvent(ctx: Context, id: number): Promise<string> {
  const event = await findEventName(ctx.db, id);
  if (!event) throw new AppError('event_not_found');
  return venueDay(event.startsAt);
}

/** Reads page by page until a page is not full. */
async function* inParts<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
  toCells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for (let after = 0, isFull = true; isFull;) {
    const rows = await read(after);
    after = rows.at(-1)?.id ?? after;
    isFull = rows.length === ROWS_AT_ONCE;
    yield rows.map(toCells);
  }
}

const nameIn = ({ name, nameLat }: Named, language: Language): string => (language === 'ka' ? name : nameLat);

type Cell = string | number | null;

/** Without it spreadsheets decode Georgian letters wrongly. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Characters that start a formula in a spreadsheet; text from guests must never be run as one. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n\t]/;

/** Returns a cell as written to the file: text that would be a formula gets an apostrophe in front, numbers are unchanged. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = BEGINS_FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',') + LINE_END;

/** Yields a whole file: its heading, then the rows in pages. */
export async function* csvFile(heading: readonly string[], pages: AsyncIterable<readonly (readonly Cell[])[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(heading);
  for await (const rows of pages) yield rows.map(csvLine).join('');
}
