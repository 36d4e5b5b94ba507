import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { startServer } from '#lab/trial/server-process.ts';
import { type Call, measure, wireRequest } from './load.ts';
import { openEvents, invite } from './seed.ts';
import { median, percentile } from './statistics.ts';

type Ask = (turn: number) => Pick<Call, 'path' | 'method' | 'headers'>;

/** What anonymous clients request without a pause. */
const floods = {
  'pages that do not exist': (turn) => ({ path: `/nix-${turn}` }),
  'events that do not exist': (turn) => ({ path: `/Events/${100_000 + turn}` }),
  'covers of any number': (turn) => ({ path: `/media/covers/v3/${1 + turn}/4x5.svg` }),
  'past events before any moment': (turn) => {
    return { path: `/api/Events/PastEvents?before=${encodeURIComponent(new Date(Date.UTC(2026, 0, 1) + turn * 1000).toISOString())}` };
  },
  'forms without script': () => ({ path: '/djs', method: 'POST' }),
  'the description of the API': () => ({ path: '/api/docs/json' }),
  'a page': () => ({ path: '/' }),
  'a page as browsers ask for it': () => ({ path: '/', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }),
  'a page in the other language': () => ({ path: '/?lang=ka' }),
} as const satisfies Record<string, Ask>;
type FloodName = keyof typeof floods;
const isFlood = (text: string): text is FloodName => text in floods;

const SECONDS = 10;
/** By then the burst allowance of an address is used up and its sustained limit applies. */
const SETTLE_SECONDS = 6;
const PAST_EVENTS = 60;
const SECRET = 'only for measuring, and long enough for that';
/** Keeps the guest below the 50 requests a second that an account may send. */
const PAUSE_MS = 25;

type Flood = { name: FloodName; alone: number; flooded: number; p99: number; ratio: number; answered: string; memoryMb: number };

/** Measures the p50 of a signed-in guest's cart alone and beside 40 anonymous connections without pauses, under the real rate limits. */
export async function measureFloods(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rkali-flood-'));
  // PostgreSQL started by root runs as another user, who must reach this folder.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const server = await startServer({ DATA_DIR: dataDir, SECRET, DEMO: 'false', PLACEHOLDER_IMAGES: 'false', LOG_LEVEL: 'error' });
  const database = new Pool({ connectionString: postgres.ownerUrl, max: 1 });
  try {
    await openEvents(database, { count: PAST_EVENTS, allocation: 10, startsInDays: -30 });
    const [guest] = await invite(database, SECRET, 1);
    if (!guest) throw new Error('no guest');
    await readCart(server.origin, guest.token);
    const results: Flood[] = [];
    for (const name of Object.keys(floods).filter(isFlood)) results.push(await measureOne(server.origin, guest.token, name));
    printFloods(results);
  } finally {
    await database.end();
    await server.kill('SIGTERM');
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureOne(origin: string, token: string, name: FloodName): Promise<Flood> {
  const alone = median(await readCart(origin, token));
  const flood = fork(import.meta.filename, [origin, name, String(2 * SETTLE_SECONDS + SECONDS)]);
  const reported = once(flood, 'message');
  await sleep(SETTLE_SECONDS * 1000);
  const times = await readCart(origin, token);
  const [answered] = await reported;
  const flooded = median(times);
  const memoryMb = await memoryOf(origin);
  return { name, alone, flooded, p99: percentile(times, 0.99), ratio: flooded / alone, answered: String(answered), memoryMb };
}

/** Returns the duration of each cart request in milliseconds. */
async function readCart(origin: string, token: string): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + SECONDS * 1000;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}/api/Cart/my-cart`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`my-cart was answered ${answer.status}`);
    times.push(performance.now() - startedAt);
    await sleep(PAUSE_MS);
  }
  return times;
}

async function memoryOf(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 1024 / 1024;
}

function printFloods(results: readonly Flood[]): void {
  console.log(
    `\n| 40 anonymous connections on | my-cart p50 alone | beside them | ratio | p99 | they were answered | Node |\n|---|---|---|---|---|---|---|`,
  );
  for (const { name, alone, flooded, ratio, p99, answered, memoryMb } of results) {
    const verdict = `${ratio.toFixed(1)} ${ratio <= 3 ? '✓' : '✗'}`;
    console.log(
      `| ${name} | ${alone.toFixed(1)} ms | ${flooded.toFixed(1)} ms | ${verdict} (≤ 3) | ${p99.toFixed(0)} ms | ${answered} | ${memoryMb.toFixed(0)} MB |`,
    );
  }
}

/** Sends the requests of one flood in a separate process, so that its work does not delay the measurement. */
async function work([origin = '', name = '', seconds = '10']: string[]): Promise<void> {
  if (!isFlood(name)) throw new Error(`There is no flood of ${name}.`);
  const ask = floods[name];
  let turn = 0;
  const next = () => wireRequest(ask((turn += 1)));
  const { accepted, refused, broken } = await measure({ origin, next, connections: 40, seconds: Number(seconds) });
  process.send?.(`${Math.round((accepted + refused + broken) / Number(seconds))}/s, ${accepted} with 2xx, ${broken} with 5xx`);
}

if (import.meta.main) await work(process.argv.slice(2));
