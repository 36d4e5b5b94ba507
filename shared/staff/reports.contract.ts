import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { SEASON_YEARS } from '#shared/season.ts';
import { gel, jsonId, wireId, wireInteger, wireTime } from '#shared/wire.ts';
import { EVENT_STATES } from './events.schemas.ts';
import { TakingsSum } from './takings.contract.ts';

const count = z.number().int();

/**
 * The takings in one currency, and the people: `noShows` are null until the event is over; `listed`: the people who came by guest list,
 * with their company; `guests`: accounts with a valid ticket, and `again` those of them who had come to an earlier event.
 */
const ReportSum = TakingsSum.extend({ listed: count, noShows: count.nullable(), guests: count, again: count });
export type ReportSum = z.infer<typeof ReportSum>;

const NumberedEvent = z.object({ id: jsonId, name: z.string(), nameLat: z.string(), state: z.enum(EVENT_STATES), startDate: wireTime });
export type NumberedEvent = z.infer<typeof NumberedEvent>;

const EventReport = ReportSum.extend({ event: NumberedEvent, capacity: count });
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

const season = wireInteger(SEASON_YEARS.first, SEASON_YEARS.last).optional();

export const staffReportsContract = {
  season: endpoint('GET', '/staff/reports', 'money.read', {
    summary: 'Report each event of a season with totals; by default the last twelve months and upcoming events',
    query: z.object({ season }),
    output: SeasonReport,
  }),
  file: endpoint('GET', '/staff/reports/file', 'money.read', {
    summary: 'Export the report of events as CSV',
    query: z.object({ season, lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'text/csv',
  }),
  event: endpoint('GET', '/staff/reports/:id', 'money.read', {
    summary:
      'Report an event: people, money, the sales curve beside comparable events, and results by ticket type, promoter, code and link',
    params: z.object({ id: wireId }),
    output: EventReportView,
    errors: ['event_not_found'],
  }),
};
