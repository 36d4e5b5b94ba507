import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { SEASON_YEARS } from '#shared/season.ts';
import { gel, jsonId, wireDay, wireInteger, wireTime } from '#shared/wire.ts';
import { EVENT_STATES } from './events.schemas.ts';

const count = z.number().int();

/**
 * Money in one currency with the places of its events: `sold` and `given` as on every other screen, `came` as counted at the door. Only sums
 * in the club's currency have places.
 */
export const TakingsSum = z.object({
  currency: z.string(),
  sold: count,
  given: count,
  came: count,
  gross: gel,
  refunded: gel,
  net: z.number(),
});
export type TakingsSum = z.infer<typeof TakingsSum>;

const EventTakings = TakingsSum.extend({
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), state: z.enum(EVENT_STATES), startDate: wireTime }),
  offered: count,
  capacity: count,
});
export type EventTakings = z.infer<typeof EventTakings>;

/** Sums have one entry for each currency. A season begins in September; months and seasons go by the business night of an event's start. */
export const SeasonView = z.object({
  season: count,
  /** All seasons with an event, newest first. */
  seasons: z.array(count),
  months: z.array(z.object({ month: wireDay, items: z.array(EventTakings), sums: z.array(TakingsSum) })),
  sums: z.array(TakingsSum),
});
export type SeasonView = z.infer<typeof SeasonView>;

export const SeasonsView = z.object({ items: z.array(z.object({ season: count, sums: z.array(TakingsSum) })), sums: z.array(TakingsSum) });
export type SeasonsView = z.infer<typeof SeasonsView>;

export const staffTakingsContract = {
  season: endpoint('GET', '/staff/takings/nights', 'money.read', {
    summary: 'Report each event’s revenue in a season, by month, with totals; the current season by default',
    query: z.object({ season: wireInteger(SEASON_YEARS.first, SEASON_YEARS.last).optional() }),
    output: SeasonView,
  }),
  seasons: endpoint('GET', '/staff/takings/seasons', 'money.read', {
    summary: 'Report the revenue of each season, newest first, with the total',
    output: SeasonsView,
  }),
  file: endpoint('GET', '/staff/takings/nights/file', 'money.read', {
    summary: 'Export the revenue of all events as CSV',
    query: z.object({ lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'text/csv',
  }),
};
