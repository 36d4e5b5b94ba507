import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { invite, type Person } from '#lab/bench/seed.ts';
import { percentile } from '#lab/bench/statistics.ts';
import type { Stage } from '#lab/bench/subjects.ts';
import { startServer } from '#lab/trial/server-process.ts';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { writeClub } from './club.ts';
import type { ClubSize } from './purchases.ts';
import { type AgeRow, compareAges } from './compare-ages.ts';
import { listCalls, findPlaces, type Places } from './list-calls.ts';

const YOUNG: ClubSize = { guests: 1_000, pastEvents: 10, soldEvents: 10, tickets: 1_000 };
const GROWN: ClubSize = { guests: 100_000, pastEvents: 10_000, soldEvents: 2_000, tickets: 1_000_000 };
const LONGEST_LIST_MS = 100;
const MOST_GROWTH = 1.3;
const secret = 'only for measuring, and long enough for that';

type Club = Stage & { close(): Promise<void> };

/**
 * Measures what years of data cost: every list of the console in a grown club, and the most frequent requests of guests and the door in a
 * grown and a young club, side by side on one PostgreSQL.
 */
export async function measureGrowth(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rkali-growth-'));
  // PostgreSQL started by root runs as another user, who must reach its files in this folder, which is deleted at the end.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const clubs: Club[] = [];
  try {
    const open = async (name: string, size: ClubSize): Promise<Club> => {
      const club = await openClub(postgres, { dataDir, name }, size);
      clubs.push(club);
      return club;
    };
    const young = await open('young', YOUNG);
    const grown = await open('grown', GROWN);
    const [staff] = await invite(grown.database, secret, 1, { areOwners: true });
    if (!staff) throw new Error('nobody at the desk');
    printLists(await measureLists(grown, staff, await findPlaces(grown.database)));
    printAges(await compareAges(young, grown));
  } finally {
    for (const club of clubs) await club.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function openClub(postgres: EmbeddedPostgres, { dataDir, name }: { dataDir: string; name: string }, size: ClubSize): Promise<Club> {
  const own = (url: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const [appUrl, ownerUrl] = [own(postgres.url), own(postgres.ownerUrl)];
  const first = new Pool({ connectionString: postgres.ownerUrl, max: 1 });
  await first.query(`create database ${name}`);
  await first.end();
  await migrate(ownerUrl, appUrl);

  const database = new Pool({ connectionString: ownerUrl, max: 2 });
  const startedAt = performance.now();
  await writeClub(database, deriveKeys(secret), size);
  const server = await startServer({
    DATABASE_URL: appUrl,
    DATA_DIR: join(dataDir, name),
    SECRET: secret,
    DEMO: 'false',
    PLACEHOLDER_IMAGES: 'false',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'error',
  });
  const seconds = ((performance.now() - startedAt - server.readyMs) / 1_000).toFixed(0);
  await reportsAreStored(database);
  console.log(
    `a ${name} club of ${size.tickets} tickets and ${size.pastEvents} nights written in ${seconds} s, ready after ${server.readyMs.toFixed(0)} ms`,
  );
  return {
    origin: server.origin,
    database,
    secret,
    close: async () => {
      await database.end();
      const said = server.output().trim();
      if (said !== '') console.log(said);
      await server.kill('SIGTERM');
    },
  };
}

/** Waits for the server's job that recounts changed events every minute. */
async function reportsAreStored(database: Pool): Promise<void> {
  const isWaiting = async () => (await database.query('select from number_changes limit 1')).rowCount !== 0;
  while (await isWaiting()) await sleep(500);
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

type ListTimes = { name: string; p50: number; p95: number };

const WARMING = 7;
const TIMES = 40;
/** A list that takes this long is measured only a few times. */
const LONGEST_MS = 4_000;

/** Returns the time of each list of the console over HTTP in milliseconds, one at a time; for files, until the first bytes. */
async function measureLists({ origin, database }: Stage, { id, token }: Person, places: Places): Promise<ListTimes[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let spent = 0;
  const api = createWholeApi(async ({ method, url, body }) => {
    const sent = body === undefined ? '' : JSON.stringify(body);
    const headers = { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) };
    const startedAt = performance.now();
    const status = await untilAnswered(`${origin}${url}`, { method, agent, headers }, sent);
    spent = performance.now() - startedAt;
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    return { status, body: undefined };
  });
  const measured: ListTimes[] = [];
  for (const { name, ask } of listCalls(places)) {
    // Measuring every list takes longer than a confirmation lasts.
    await database.query('update sessions set confirmed_at = now() where user_id = $1', [id]);
    const times: number[] = [];
    const endsAt = performance.now() + LONGEST_MS;
    for (let time = 0; time < WARMING + TIMES; time += 1) {
      await ask(api);
      if (time >= WARMING) times.push(spent);
      else if (performance.now() > endsAt) time = WARMING - 1;
      if (times.length > 0 && performance.now() > endsAt) break;
    }
    measured.push({ name, p50: percentile(times, 0.5), p95: percentile(times, 0.95) });
  }
  agent.destroy();
  return measured;
}

type Options = { method: string; agent: Agent; headers: Record<string, string> };

/** Resolves with the complete answer, or the first bytes of a file. */
function untilAnswered(url: string, options: Options, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, options, (response) => {
      const isFile = response.headers['content-type']?.startsWith('text/csv') === true;
      const answered = () => resolve(response.statusCode ?? 0);
      if (isFile) response.once('data', () => response.destroy()).once('close', answered);
      else response.once('end', answered).resume();
      response.once('error', reject);
    });
    clientRequest.once('error', reject);
    clientRequest.end(body);
  });
}
