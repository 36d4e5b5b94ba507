import { existsSync } from 'node:fs';
import { addDays, venueDay } from '#shared/dates.ts';
import { systemClock } from '#server/context.ts';
import { openDatabase } from '#server/db/client.ts';
import { migrate } from '#server/db/migrate.ts';
import { readEnv } from '#server/env.ts';
import { findViewsSince } from '#server/page-views/page-views.queries.ts';
import { reasonOf } from '#server/start-errors.ts';
import { findServer } from './find-server.ts';
import { viewsTable } from './views-table.ts';

const DAYS = 7;

/** `npm run page-views -- 30`: which pages were looked at how often in the last days (Tbilisi's), today included. */
async function run(given: string | undefined): Promise<string> {
  const days = Number(given ?? DAYS);
  if (!Number.isInteger(days) || days < 1) throw new Error('say the number of days: npm run page-views -- 30');
  const server = await findServer(readEnv(process.env));
  const database = openDatabase(server.url, () => undefined);
  try {
    await migrate(server.url);
    const since = venueDay(addDays(systemClock.now(), 1 - days));
    return viewsTable(await findViewsSince(database.db, since), since);
  } finally {
    await database.close();
    await server.stop();
  }
}

if (existsSync('.env')) process.loadEnvFile();
try {
  console.log(await run(process.argv[2]));
} catch (error) {
  console.error(`No page views: ${reasonOf(error)}`);
  process.exitCode = 1;
}
