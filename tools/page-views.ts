import { addDays, venueDay } from '#shared/dates.ts';
import { systemClock } from '#server/platform/context.ts';
import { findViewsSince } from '#server/content/page-views/page-views.queries.ts';
import { onClubDatabase, operatorCommand } from './operator-command.ts';
import { viewsTable } from './views-table.ts';

const DAYS = 7;

/** `npm run page-views -- 30`: which pages were looked at how often in the last days (Tbilisi's), today included. */
await operatorCommand('No page views', async () => {
  const days = Number(process.argv[2] ?? DAYS);
  if (!Number.isInteger(days) || days < 1) throw new Error('say the number of days: npm run page-views -- 30');
  const since = venueDay(addDays(systemClock.now(), 1 - days));
  return onClubDatabase(async ({ db }) => viewsTable(await findViewsSince(db, since), since));
});
