import { sumViews } from '#server/content/page-views/page-views.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { addDays } from '#shared/dates.ts';
import { SEASON_SHIFT, seasonOf, spanOfSeason } from '#shared/season.ts';
import type { EventReport, MonthsReport, SeasonReport, SeasonsReport } from '#shared/staff/reports.contract.ts';
import { businessNight } from '#shared/venue-moments.ts';
import { readRows } from './event-reports.service.ts';
import { findReportedEvents, findSeasons, findTheseEvents } from './reported-events.queries.ts';
import { findSources } from './sources.queries.ts';
import { sumsOf, toWireReport } from './wire-report.ts';

const YEAR_DAYS = 365;

/** The seasons with an event, newest first. */
export const listSeasons = (ctx: Context): Promise<number[]> => findSeasons(ctx.db, SEASON_SHIFT);

/** The report of each event of a season; by default of the last twelve months and of the events to come. */
export async function showSeasonReport(ctx: Context, season?: number): Promise<SeasonReport> {
  const now = ctx.clock.now();
  const span = season === undefined ? { from: addDays(now, -YEAR_DAYS) } : spanOfSeason(season);
  const events = await findReportedEvents(ctx.db, span);
  const rows = await readRows(ctx, events);
  return {
    season: season ?? null,
    seasons: await listSeasons(ctx),
    items: rows.map((row) => toWireReport(row, now)),
    sums: sumsOf(rows, now),
    bySource: await findSources(
      ctx.db,
      events.map(({ id }) => id),
    ),
    pageViews: await sumViews(ctx.db, span),
  };
}

/** The reports of these events, by start. */
export async function showReports(ctx: Context, ids: readonly number[]): Promise<EventReport[]> {
  const now = ctx.clock.now();
  return (await readRows(ctx, await findTheseEvents(ctx.db, ids))).map((row) => toWireReport(row, now));
}

/** The report of each event of a season, by month. */
export async function showMonths(ctx: Context, season = seasonOf(ctx.clock.now())): Promise<MonthsReport> {
  const now = ctx.clock.now();
  const rows = await readRows(ctx, await findReportedEvents(ctx.db, spanOfSeason(season)));
  const months = [...Map.groupBy(rows, ({ event }) => `${businessNight(event.startsAt).slice(0, 7)}-01`)];
  return {
    season,
    seasons: await listSeasons(ctx),
    months: months.map(([month, ofMonth]) => ({
      month,
      items: ofMonth.map((row) => toWireReport(row, now)),
      sums: sumsOf(ofMonth, now),
    })),
    sums: sumsOf(rows, now),
  };
}

/** The sums of each season, newest first. */
export async function showSeasons(ctx: Context): Promise<SeasonsReport> {
  const now = ctx.clock.now();
  const rows = await readRows(ctx, await findReportedEvents(ctx.db));
  const bySeason = [...Map.groupBy(rows, ({ event }) => seasonOf(event.startsAt))].sort(([a], [b]) => b - a);
  return { items: bySeason.map(([season, ofSeason]) => ({ season, sums: sumsOf(ofSeason, now) })), sums: sumsOf(rows, now) };
}
