import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import { startServer } from '#lab/trial/server-process.ts';
import { invite } from '../people.ts';
import type { Stage } from '../subjects.ts';
import { writeClub, type ClubSize } from './club.ts';
import { compareAges, type AgeRow } from './compare-ages.ts';
import { measureLists, type ListTimes } from './measure-lists.ts';
import { findPlaces } from './places.ts';

const YOUNG: ClubSize = { guests: 1_000, pastEvents: 10, soldEvents: 10, tickets: 1_000 };
const GROWN: ClubSize = { guests: 100_000, pastEvents: 10_000, soldEvents: 2_000, tickets: 1_000_000 };
const LONGEST_LIST_MS = 100;
const MOST_GROWTH = 1.3;
const secret = 'only for measuring, and long enough for that';

type Club = Stage & { close(): Promise<void> };

/**
 * Measures the cost of years of success: every list of the console in a grown club, and the most frequent requests of guests and the door
 * in a grown and a young one, side by side on one PostgreSQL.
 */
export async function measureGrowth(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rkali-growth-'));
  // Readable by the user of root's database, so that its files stay inside and are deleted with the folder.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const clubs: Club[] = [];
  try {
    const open = async (name: string, size: ClubSize): Promise<Club> => {
      const club = await openClub({ url: postgres.url, dataDir, name }, size);
      clubs.push(club);
      return club;
    };
    const young = await open('young', YOUNG);
    const grown = await open('grown', GROWN);
    const [staff] = await invite(grown.database, secret, 1, 'Admin');
    if (!staff) throw new Error('nobody at the desk');
    printLists(await measureLists(grown.origin, staff.token, await findPlaces(grown.database)));
    printAges(await compareAges(young, grown));
  } finally {
    for (const club of clubs) await club.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function openClub({ url, dataDir, name }: { url: string; dataDir: string; name: string }, size: ClubSize): Promise<Club> {
  const address = new URL(url);
  address.pathname = `/${name}`;
  const first = new Pool({ connectionString: url, max: 1 });
  await first.query(`create database ${name}`);
  await first.end();
  await migrate(address.href);

  const database = new Pool({ connectionString: address.href, max: 2 });
  const startedAt = performance.now();
  await writeClub(database, deriveKeys(secret), size);
  const server = await startServer({
    DATABASE_URL: address.href,
    DATA_DIR: join(dataDir, name),
    SECRET: secret,
    DEMO: 'false',
    PLACEHOLDER_IMAGES: 'false',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'error',
  });
  const seconds = ((performance.now() - startedAt - server.readyMs) / 1_000).toFixed(0);
  console.log(
    `a ${name} club of ${size.tickets} tickets and ${size.pastEvents} nights written in ${seconds} s, ready after ${server.readyMs.toFixed(0)} ms`,
  );
  return {
    origin: server.origin,
    database,
    secret,
    close: async () => {
      await database.end();
      await server.kill('SIGTERM');
    },
  };
}

function printAges(rows: AgeRow[]): void {
  console.log(`\n| What, p50 | young, ms | grown, ms | ratio | target |\n|---|---|---|---|---|`);
  for (const { name, young, grown, ratio } of rows) {
    console.log(
      `| ${name} | ${young.toFixed(2)} | ${grown.toFixed(2)} | ${ratio.toFixed(2)} ${ratio <= MOST_GROWTH ? '✓' : '✗'} | ≤ ${MOST_GROWTH} |`,
    );
  }
}

function printLists(lists: ListTimes[]): void {
  console.log(`\n| List | p50, ms | p95, ms | p95 ≤ ${LONGEST_LIST_MS} |\n|---|---|---|---|`);
  for (const { name, p50, p95 } of lists) {
    console.log(`| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${p95 <= LONGEST_LIST_MS ? '✓' : '✗'} |`);
  }
}
