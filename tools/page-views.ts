import { findViewsSince } from '#server/content/page-views/page-views.queries.ts';
import { readEnv } from '#server/platform/config/env.ts';
import { systemClock } from '#server/platform/context.ts';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import { setVenueTimeZone, venueDay } from '#shared/dates.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { onClubDatabase, operatorCommand } from './operator-command.ts';

const DAYS = 7;

/** `npm run page-views -- 30`: prints the views of each page in the last 30 days (at the venue), today included. */
await operatorCommand('No page views', async () => {
  const days = Number(process.argv[2] ?? DAYS);
  if (!Number.isInteger(days) || days < 1) throw new Error('give the number of days: npm run page-views -- 30');
  setVenueTimeZone(readEnv(process.env).venue.timeZone);
  const since = venueDay(daysLater(systemClock.now(), 1 - days));
  return onClubDatabase(async ({ db }) => viewsTable(await findViewsSince(db, since), since));
});

type Row = { path: string; language: Language; views: number };
type Line = { path: string; total: number } & Record<Language, number>;

/** Returns the views by page, the most viewed first, with a column for each language. */
export function viewsTable(rows: Row[], since: string): string {
  if (rows.length === 0) return `No page was looked at since ${since}.`;
  const lines = new Map<string, Line>();
  const all = emptyLine('all pages');
  for (const { path, language, views } of rows) {
    const line = lines.get(path) ?? emptyLine(path);
    lines.set(path, line);
    for (const sum of [line, all]) {
      sum[language] += views;
      sum.total += views;
    }
  }
  const sorted = [...lines.values()].toSorted((one, other) => other.total - one.total || one.path.localeCompare(other.path));
  const cells = [
    ['page', ...LANGUAGES, 'all'],
    ...[...sorted, all].map((line) => [line.path, ...LANGUAGES.map((language) => line[language]), line.total].map(String)),
  ];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const text = cells.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  );
  return [`Page views since ${since}`, ...text].join('\n');
}

const emptyLine = (path: string): Line => ({ path, en: 0, ka: 0, total: 0 });
