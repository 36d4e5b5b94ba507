import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { measure, median } from './bench/load.ts';
import { openNights } from './bench/sales.ts';
import { rush } from './bench/rush.ts';
import { addHot, addSpread, eventList, missedPage, noisyPage, scans, warmPage, type Stage } from './bench/subjects.ts';
import { preparePgbench, startBareServer } from './bench/yardsticks.ts';
import { startServer } from './trial/server-process.ts';

/**
 * Measures the budgets of docs/performance.md as ratios against floors of the same machine, in interleaved rounds.
 * `npm run bench [rounds]`. Load goes to this machine only.
 */
const ROUNDS = Number(process.argv[2] ?? 3);
const MORE_NIGHTS_THAN_THE_CACHE_KEEPS = 800;
const PURCHASES = 4_000;
const SPREAD_OVER = 200;

const secret = 'only for measuring, and long enough for that';
const dataDir = await mkdtemp(join(tmpdir(), 'rkali-bench-'));
// Open to the user a root's database runs as, so that it stays inside and goes with the folder.
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const server = await startServer({ DATA_DIR: dataDir, SECRET: secret, DEMO: 'true', RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'error' });
const database = new Pool({ connectionString: postgres.url, max: 2 });
const stage: Stage = { origin: server.origin, database, secret };

const events = await (await fetch(`${server.origin}/api/Events`)).text();
const hello = await startBareServer();
const bytes = await startBareServer(events);
const pgbench = await preparePgbench(postgres.url);

type Row = { name: string; figure: number[]; floor: number[]; target: number };
const row = (name: string, target: number): Row => ({ name, figure: [], floor: [], target });
const rows = {
  warm: row('event page, warm ÷ bare node:http', 0.6),
  noisy: row('event page, unknown query strings ÷ bare node:http', 0.6),
  miss: row('event page, missed ÷ bare node:http', 0.03),
  list: row('GET /api/Events ÷ a server sending the same bytes', 0.8),
  spread: row('add-ticket, spread ÷ pgbench -N -c16', 0.4),
  hot: row('add-ticket, one hot event ÷ pgbench single row', 1.0),
  scan: row('scans ÷ pgbench -N -c16', 0.4),
};

try {
  const nights = await openNights(database, MORE_NIGHTS_THAN_THE_CACHE_KEEPS, 10);
  const first = nights[0] ?? 1;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const floor = (await measure({ url: hello.url })).perSecond;
    for (const target of [rows.warm, rows.noisy, rows.miss]) target.floor.push(floor);
    rows.warm.figure.push((await warmPage(stage, first)).perSecond);
    rows.noisy.figure.push((await noisyPage(stage, first)).perSecond);
    rows.miss.figure.push((await missedPage(stage, nights)).perSecond);
    rows.list.floor.push((await measure({ url: bytes.url })).perSecond);
    rows.list.figure.push((await eventList(stage)).perSecond);
    const writes = await pgbench?.simpleWrites();
    if (writes !== undefined) for (const target of [rows.spread, rows.scan]) target.floor.push(writes);
    rows.spread.figure.push((await addSpread(stage, PURCHASES, SPREAD_OVER)).perSecond);
    const hot = await pgbench?.hotRow();
    if (hot !== undefined) rows.hot.floor.push(hot);
    rows.hot.figure.push((await addHot(stage, PURCHASES)).perSecond);
    rows.scan.figure.push((await scans(stage, PURCHASES)).perSecond);
    console.log(`round ${round} of ${ROUNDS} measured`);
  }
  printTable(Object.values(rows));
  if (!pgbench) console.log('pgbench is not installed: the ratios against it are left out (install postgresql-contrib to see them).');
  printRush(await rush(stage));
} finally {
  hello.stop();
  bytes.stop();
  await database.end();
  await server.kill('SIGTERM');
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function printTable(table: Row[]): void {
  console.log(`\n| What | figure /s | floor /s | ratio | target |\n|---|---|---|---|---|`);
  for (const { name, figure, floor, target } of table) {
    const ratios = figure.map((value, index) => value / (floor[index] ?? Number.NaN));
    const ratio = median(ratios);
    const verdict = Number.isNaN(ratio) ? 'not measured' : `${ratio.toFixed(2)} ${ratio >= target ? '✓' : '✗'}`;
    console.log(`| ${name} | ${median(figure).toFixed(0)} | ${median(floor).toFixed(0)} | ${verdict} | ≥ ${target} |`);
  }
}

function printRush({ sold, refused, broken, soldOutAfter, requestP99, scanP99, rules }: Awaited<ReturnType<typeof rush>>): void {
  console.log(`
Rush, 2,000 buyers in 10 s for 400 tickets: ${sold} sold, ${refused} refused, ${broken} broken
  sold out ${soldOutAfter.toFixed(1)} s after the 400th buyer arrived (target ≤ 5), request p99 ${requestP99.toFixed(0)} ms (≤ 1000), scan p99 ${scanP99.toFixed(0)} ms (≤ 80)
  books: ${rules.length === 0 ? 'balanced' : rules.join('; ')}`);
}
