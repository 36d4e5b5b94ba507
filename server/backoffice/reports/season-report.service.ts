import { sumViews } from '#server/content/page-views/page-views.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { findEventsOfTakings } from './event-takings.queries.ts';
import { listSeasons } from './event-takings.service.ts';
import { addDays } from '#shared/dates.ts';
import { spanOfSeason } from '#shared/season.ts';
import type { SeasonReport } from '#shared/staff/reports.contract.ts';
import { sumsOf, toWireEvent, toWireSum } from './wire-report.ts';
import { readRows } from './event-reports.service.ts';
import { findSources } from './sources.queries.ts';

const YEAR_DAYS = 365;

/** The report of each event of a season; by default of the last twelve months and of the events to come. */
export async function showSeasonReport(ctx: Context, season?: number): Promise<SeasonReport> {
  const now = ctx.clock.now();
  const span = season === undefined ? { from: addDays(now, -YEAR_DAYS) } : spanOfSeason(season);
  const events = await findEventsOfTakings(ctx.db, span);
  const rows = await readRows(ctx, events);
  return {
    season: season ?? null,
    seasons: await listSeasons(ctx),
    items: rows.map((row) => ({ ...toWireSum(row, now), event: toWireEvent(row.event), capacity: row.capacity })),
    sums: sumsOf(rows, now),
    bySource: await findSources(
      ctx.db,
      events.map(({ id }) => id),
    ),
    pageViews: await sumViews(ctx.db, span),
  };
}
