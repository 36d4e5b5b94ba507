import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { SEASON_YEARS } from '#shared/season.ts';
import { gel, jsonId, wireDay, wireId, wireInteger, wireTime } from '#shared/wire.ts';
import { EVENT_STATES } from './events.schemas.ts';
import { PAGE_MAX } from './paging.ts';

const count = z.number().int();
const DAYS_MAX = 62;

/**
 * The figures of every report, in one currency. Money is the ledger's: `gross` what the bank took, `refunded` what it returned, `net` their
 * difference, before the bank's own fees, which nobody reports to us. `sold`: valid tickets with the `given` ones, which cost nothing;
 * `came`: the people counted at the door, and `listed` those of them who came by guest list; `noShows`: valid unused tickets, null until the
 * event is over; `guests`: accounts with a valid ticket, and `again` those of them who had come to an earlier event. Only sums in the club's
 * currency count people.
 */
const ReportSum = z.object({
  currency: z.string(),
  sold: count,
  given: count,
  came: count,
  listed: count,
  noShows: count.nullable(),
  guests: count,
  again: count,
  gross: gel,
  refunded: gel,
  net: z.number(),
});
export type ReportSum = z.infer<typeof ReportSum>;

const NumberedEvent = z.object({ id: jsonId, name: z.string(), nameLat: z.string(), state: z.enum(EVENT_STATES), startDate: wireTime });
export type NumberedEvent = z.infer<typeof NumberedEvent>;

const EventReport = ReportSum.extend({ event: NumberedEvent, offered: count, capacity: count });
export type EventReport = z.infer<typeof EventReport>;

/**
 * Orders from links with the same `utm_source`, `utm_medium` and `utm_campaign`, most money first. `tickets`: the valid ones, and `money`
 * (lari) their price; `arrived`: how many of them were used. Orders without a valid ticket or without such a link are left out. The last
 * row, without any of the three values, sums up all beyond the first hundred.
 */
const Source = z.object({
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  orders: count,
  tickets: count,
  arrived: count,
  money: gel,
});
export type Source = z.infer<typeof Source>;

/**
 * `season`: by its first year, or null for the last twelve months and the events to come. One sum for each currency; a guest of two events
 * counts twice.
 */
export const SeasonReport = z.object({
  season: count.nullable(),
  /** All seasons with an event, newest first. */
  seasons: z.array(count),
  /** By start, earliest first. */
  items: z.array(EventReport),
  sums: z.array(ReportSum),
  /** For all these events; an order for two of them counts twice. */
  bySource: z.array(Source),
  /** Of all public pages in this time. */
  pageViews: count,
});
export type SeasonReport = z.infer<typeof SeasonReport>;

/**
 * How many tickets were sold at the end of a day, by days before the doors: a point for each day with a change, from the first one on.
 * Later sales count for the day of the doors.
 */
const SalesCurve = z.object({ event: NumberedEvent, points: z.array(z.object({ daysBefore: count, sold: count })) });
export type SalesCurve = z.infer<typeof SalesCurve>;

/**
 * A part of the sales: by ticket type, promoter or promo code; without a name, sales without one. `back`: refunded or revoked tickets. The
 * money of all parts adds up to the event.
 */
const SalesPart = z.object({
  key: z.string(),
  name: z.string().nullable(),
  nameLat: z.string().nullable(),
  currency: z.string(),
  sold: count,
  back: count,
  gross: gel,
  refunded: gel,
  net: z.number(),
});
export type SalesPart = z.infer<typeof SalesPart>;

export const EventReportView = z.object({
  event: NumberedEvent,
  capacity: count,
  /** Tickets of an event that wants names: with a guest, waiting for the verification, unclaimed, and resold unclaimed. */
  claims: z.object({ claimed: count, waiting: count, unclaimed: count, resold: count }),
  /** The club's currency first. */
  sums: z.array(ReportSum),
  /** Days until the doors; 0 from that day on. */
  daysLeft: count,
  /** Of this event first, then of the last comparable ones, the latest first. */
  curves: z.array(SalesCurve),
  byTicketType: z.array(SalesPart),
  byPromoter: z.array(SalesPart),
  byCode: z.array(SalesPart),
  bySource: z.array(Source),
  /** Of the event's page. */
  pageViews: count,
});
export type EventReportView = z.infer<typeof EventReportView>;

/** Sums have one entry for each currency. A season begins in September; months and seasons go by the business night of an event's start. */
export const MonthsReport = z.object({
  season: count,
  /** All seasons with an event, newest first. */
  seasons: z.array(count),
  months: z.array(z.object({ month: wireDay, items: z.array(EventReport), sums: z.array(ReportSum) })),
  sums: z.array(ReportSum),
});
export type MonthsReport = z.infer<typeof MonthsReport>;

export const SeasonsReport = z.object({ items: z.array(z.object({ season: count, sums: z.array(ReportSum) })), sums: z.array(ReportSum) });
export type SeasonsReport = z.infer<typeof SeasonsReport>;

export const DAYS_BY = ['night', 'day'] as const;

/** Money on the business night or calendar day of its booking, in one currency. `free` places cost nothing and are not in `tickets`. */
export const DayReport = z.object({
  day: wireDay,
  currency: z.string(),
  captured: gel,
  refunded: gel,
  net: z.number(),
  tickets: count,
  free: count,
});
export type DayReport = z.infer<typeof DayReport>;

/** Ids of events, joined by commas. */
const events = z
  .string()
  .transform((text): z.input<typeof wireId>[] => text.split(','))
  .pipe(z.array(wireId).min(1).max(PAGE_MAX))
  .meta({ type: 'string', pattern: `^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,${PAGE_MAX - 1}}$` });

const season = wireInteger(SEASON_YEARS.first, SEASON_YEARS.last).optional();
const lang = z.enum(LANGUAGES).optional();
const csv = { output: z.unknown(), produces: 'text/csv' };

/** The addresses with `takings` are those of version 1.0. */
export const staffReportsContract = {
  season: endpoint('GET', '/staff/reports', 'money.read', {
    summary: 'Report each event of a season with totals; by default the last twelve months and upcoming events',
    query: z.object({ season }),
    output: SeasonReport,
  }),
  file: endpoint('GET', '/staff/reports/file', 'money.read', {
    summary: 'Export the report of events as CSV',
    query: z.object({ season, lang }),
    ...csv,
  }),
  event: endpoint('GET', '/staff/reports/:id', 'money.read', {
    summary:
      'Report an event: people, money, the sales curve beside comparable events, and results by ticket type, promoter, code and link',
    params: z.object({ id: wireId }),
    output: EventReportView,
    errors: ['event_not_found'],
  }),
  events: endpoint('GET', '/staff/reports/nights', 'money.read', {
    summary: 'Report the events with these ids, by start',
    query: z.object({ events }),
    output: z.object({ items: z.array(EventReport) }),
  }),
  months: endpoint('GET', '/staff/takings/nights', 'money.read', {
    summary: 'The numbers of each event of a season, by month, with sums; without `season` the present one',
    query: z.object({ season }),
    output: MonthsReport,
  }),
  monthsFile: endpoint('GET', '/staff/takings/nights/file', 'money.read', {
    summary: 'The numbers of each event of all seasons as a CSV file',
    query: z.object({ lang }),
    ...csv,
  }),
  seasons: endpoint('GET', '/staff/takings/seasons', 'money.read', {
    summary: 'The numbers of each season, newest first, and of all of them',
    output: SeasonsReport,
  }),
  days: endpoint('GET', '/staff/takings', 'money.read', {
    summary: 'Report revenue by business day or calendar day, newest first; `before` pages back',
    query: z.object({ by: z.enum(DAYS_BY), before: wireDay.optional(), limit: wireInteger(1, DAYS_MAX).optional() }),
    output: z.object({ items: z.array(DayReport), next: wireDay.nullable() }),
  }),
  daysFile: endpoint('GET', '/staff/takings/file', 'money.read', {
    summary: 'The money of all days as a CSV file',
    query: z.object({ by: z.enum(DAYS_BY), lang }),
    ...csv,
  }),
};
