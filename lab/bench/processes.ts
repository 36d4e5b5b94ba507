import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startServer } from '#lab/trial/server-process.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { measure, wireRequest } from './load.ts';
import { invite, openEvents, type Person } from './seed.ts';
import { childrenOf, cpuSeconds, cpuWithChildren, mainThreadSeconds, median } from './statistics.ts';
import { addTicket, inTurn, prepareScans } from './subjects.ts';

const SECRET = 'only for measuring, and long enough for that';
const ROUNDS = 3;
/** The requests per person: each reads a cart twice, adds to it and is scanned; the page numbers are of anonymous visitors. */
type Traffic = { name: string; cachedPages: number; renderedPages: number };
const TRAFFIC: Traffic[] = [
  { name: 'ten requests a person, six of them pages', cachedPages: 5, renderedPages: 1 },
  { name: 'thirty requests a person, 26 of them pages', cachedPages: 24, renderedPages: 2 },
];
const OTHER_REQUESTS = 4;
const MEASURED = 6_000;
/** Each process needs thousands of requests until V8 has compiled the code in use. */
const WARM = 12_000;
const PAST_EVENTS = 1_900;
const HTML = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };

type Round = {
  perSecond: number;
  /** Requests per second that the processes could serve if nothing else used the cores. */
  capacity: number;
  /** CPU milliseconds per request: processes with all their threads, the busiest main thread, the database, the load. */
  server: number;
  mainThread: number;
  database: number;
  load: number;
};

/**
 * Alternates one process and one per core under two kinds of mixed traffic. All share the machine, so the capacity is computed from CPU
 * time: one process is limited by its main thread, several by all cores with the database's share.
 */
export async function measureProcesses(): Promise<void> {
  for (const traffic of TRAFFIC) await measureTraffic(traffic);
}

async function measureTraffic(traffic: Traffic): Promise<void> {
  const cores = availableParallelism();
  const rounds: Record<'one' | 'several', Round[]> = { one: [], several: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    rounds.one.push(await measureRound(1, traffic));
    rounds.several.push(await measureRound(cores, traffic));
    console.log(`round ${round} of ${ROUNDS} measured`);
  }
  const line = (name: string, all: Round[]) => {
    const of = (value: (round: Round) => number, digits = 2) => median(all.map(value)).toFixed(digits);
    return `| ${name} | ${of(({ capacity }) => capacity, 0)} | ${of(({ perSecond }) => perSecond, 0)} | ${of(({ mainThread }) => mainThread)} | ${of(({ server }) => server)} | ${of(({ database }) => database)} | ${of(({ load }) => load)} |`;
  };
  const ratio = median(rounds.several.map(({ capacity }, index) => capacity / (rounds.one[index]?.capacity ?? Number.NaN)));
  console.log(`
${traffic.name}:

| Processes | capacity /s | measured /s | main thread ms | process ms | database ms | load ms |
|---|---|---|---|---|---|---|
${line('1', rounds.one)}
${line(String(cores), rounds.several)}

${cores} ÷ 1 process: ${ratio.toFixed(2)} (target ≥ 1.5)`);
}

async function measureRound(processes: number, traffic: Traffic): Promise<Round> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rkali-processes-'));
  // PostgreSQL started by root runs as another user, who must reach this folder.
  await chmod(dataDir, 0o755);
  const quiet = { DEMO: 'false', PLACEHOLDER_IMAGES: 'false', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000' };
  const server = await startServer({ ...quiet, DATA_DIR: dataDir, SECRET, PROCESSES: String(processes) });
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const database = new Pool({ connectionString: postgres.url, max: 1 });
  try {
    const serving = processes === 1 ? [server.pid] : await childrenServing(server.pid, processes);
    const postmaster = findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0;
    const requests = await prepare(server.origin, database, traffic);
    await analyze(postgres.ownerUrl);
    const next = inTurn(requests);
    await measure({ origin: server.origin, amount: WARM, next });
    const read = () => ({
      server: sum(serving.map(cpuSeconds)),
      mainThread: Math.max(...serving.map(mainThreadSeconds)),
      database: cpuWithChildren(postmaster),
      load: cpuSeconds(process.pid),
    });
    const before = read();
    const { perSecond, refused, broken } = await measure({ origin: server.origin, amount: MEASURED, next });
    const after = read();
    if (refused + broken > 0) throw new Error(`${refused} refused, ${broken} broken`);
    const each = (name: keyof typeof before): number => ((after[name] - before[name]) * 1_000) / MEASURED;
    const capacity = processes === 1 ? 1_000 / each('mainThread') : (availableParallelism() * 1_000) / (each('server') + each('database'));
    return { perSecond, capacity, server: each('server'), mainThread: each('mainThread'), database: each('database'), load: each('load') };
  } finally {
    await database.end();
    await server.kill('SIGTERM');
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The processes start one after the other; those that listen have eight sockets. */
async function childrenServing(primary: number, count: number): Promise<number[]> {
  for (;;) {
    const found = childrenOf(primary).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'));
    // A process that has finished starting uses no more CPU.
    const before = sum(found.map(cpuSeconds));
    await sleep(2_000);
    if (found.length === count && sum(found.map(cpuSeconds)) - before < 0.1) return found;
  }
}

/** Autovacuum would do it within a minute; here each round gets the same plans. */
async function analyze(ownerUrl: string): Promise<void> {
  const owner = new Pool({ connectionString: ownerUrl, max: 1 });
  await owner.query('analyze');
  await owner.end();
}

/** Returns the requests in sending order; a request that writes occurs only once. */
async function prepare(origin: string, database: Pool, { cachedPages, renderedPages }: Traffic): Promise<Buffer[]> {
  const amount = Math.ceil((WARM + MEASURED) / (cachedPages + renderedPages + OTHER_REQUESTS));
  const past = await openEvents(database, { count: PAST_EVENTS, allocation: 10, startsInDays: -30 });
  const events = await openEvents(database, { count: 20, allocation: 10_000, startsInDays: 14 });
  const people = await invite(database, SECRET, amount);
  const scans = await prepareScans({ origin, database, secret: SECRET }, amount);
  const page = (event: number) => wireRequest({ path: `/Events/${event}`, headers: HTML });
  const cart = ({ token }: Person) => wireRequest({ path: '/api/Cart/my-cart', headers: { authorization: `Bearer ${token}` } });
  return people.flatMap((person, index) => {
    const event = events[index % events.length] ?? 0;
    const cached = Array.from({ length: cachedPages }, () => page(event));
    const rendered = Array.from({ length: renderedPages }, (_, place) => page(past[(index * renderedPages + place) % past.length] ?? 0));
    const others = [cart(person), addTicket(person, event), ...(scans[index] ? [scans[index]] : []), cart(person)];
    return spread([...cached, ...rendered], others);
  });
}

/** Inserts the others at even distances. */
function spread<T>(many: readonly T[], others: readonly T[]): T[] {
  const each = Math.ceil(many.length / others.length);
  return others.flatMap((other, place) => [...many.slice(place * each, (place + 1) * each), other]);
}
