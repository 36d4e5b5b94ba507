import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { startBank } from './bench/bank.ts';
import { measureClubs } from './bench/clubs.ts';
import { measureGrowth } from './bench/growth/growth.ts';
import type { Outcome } from './bench/load.ts';
import { printRush, rush } from './bench/rush.ts';
import { measureScale } from './bench/scale/scale.ts';
import { openEvents } from './bench/seed.ts';
import { startSmtp } from './bench/smtp.ts';
import { median } from './bench/statistics.ts';
import { addHot, addSpread, missedPage, noisyPage, onePath, scans, warmPage, type Stage } from './bench/subjects.ts';
import { preparePgbench, startBareServer } from './bench/yardsticks.ts';
import { startServer } from './trial/server-process.ts';

/**
 * Measures the budgets of docs/performance.md as ratios to baselines on the same machine, in interleaved rounds; then a rush, and a young
 * club against a grown one. The load goes to this machine only. `npm run bench [rounds]` (0: the rush alone), `npm run bench growth`,
 * `npm run bench scale [rounds]` (0: the costs alone), or `npm run bench clubs [amount]`
 */
const [, , what = '3', amount] = process.argv;
const others: Record<string, () => Promise<void>> = {
  growth: measureGrowth,
  scale: () => measureScale(Number(amount ?? 2)),
  clubs: () => measureClubs(Number(amount ?? 10)),
};
if (others[what]) {
  await others[what]();
  process.exit();
}

const ROUNDS = Number(what);
const COMING_EVENTS = 12;
const MORE_EVENTS_THAN_THE_CACHE_KEEPS = 1_000;

const secret = 'only for measuring, and long enough for that';
const dataDir = await mkdtemp(join(tmpdir(), 'rkali-bench-'));
// PostgreSQL started by root runs as another user, who must reach its files in this folder, which is deleted at the end.
await chmod(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const bank = await startBank();
const smtp = await startSmtp();
const server = await startServer({
  ...bank.variables,
  ...smtp.variables,
  DATA_DIR: dataDir,
  SECRET: secret,
  DEMO: 'false',
  PLACEHOLDER_IMAGES: 'false',
  RATE_LIMIT_SCALE: '1000',
  LOG_LEVEL: 'error',
});
const database = new Pool({ connectionString: postgres.ownerUrl, max: 2 });
const stage: Stage = { origin: server.origin, database, secret };

const past = await openEvents(database, { count: ROUNDS > 0 ? MORE_EVENTS_THAN_THE_CACHE_KEEPS : 1, allocation: 10, startsInDays: -30 });
const [first = 0] = await openEvents(database, { count: COMING_EVENTS, allocation: 400, startsInDays: 3 });
const list = await (await fetch(`${server.origin}/api/Events`)).text();
const hello = await startBareServer();
const bytes = await startBareServer(list);
const pgbench = ROUNDS > 0 ? await preparePgbench(postgres.ownerUrl) : undefined;

type Row = {
  name: string;
  target: number;
  floor: () => Promise<number>;
  figure: () => Promise<Outcome>;
  measured: { figure: number; floor: number }[];
};
const row = (name: string, target: number, floor: Row['floor'], figure: Row['figure']): Row => ({
  name,
  target,
  floor,
  figure,
  measured: [],
});
const ofServer =
  ({ url }: { url: string }) =>
  async () =>
    (await onePath(url, '/')).perSecond;
const ofPgbench = (run: (() => Promise<number>) | undefined) => run ?? (async () => Number.NaN);

const reading = [
  row('event page, warm ÷ bare node:http', 0.6, ofServer(hello), () => warmPage(stage, first)),
  row('event page, unknown query strings ÷ bare node:http', 0.6, ofServer(hello), () => noisyPage(stage, first)),
  row('event page, missed ÷ bare node:http', 0.03, ofServer(hello), () => missedPage(stage, past)),
  row('GET /api/Events ÷ a server sending the same bytes', 0.8, ofServer(bytes), () => onePath(stage.origin, '/api/Events')),
];
// Created last, because more events would lengthen the event list.
const selling = [
  row('add-ticket, spread ÷ pgbench -N -c16', 0.4, ofPgbench(pgbench?.simpleWrites), () => addSpread(stage)),
  row('add-ticket, one hot event ÷ pgbench single row', 1.0, ofPgbench(pgbench?.hotRow), () => addHot(stage)),
  row('scans ÷ pgbench -N -c16', 0.4, ofPgbench(pgbench?.simpleWrites), () => scans(stage)),
];

try {
  if (ROUNDS > 0) {
    for (const rows of [reading, selling]) await measureRows(rows);
    printTable([...reading, ...selling]);
  }
  if (ROUNDS > 0 && !pgbench)
    console.log('pgbench is not installed: the ratios against it are left out (install postgresql-contrib to see them).');
  printRush(await rush(stage, { bank, smtp, serverPid: server.pid }));
} finally {
  hello.stop();
  bytes.stop();
  await database.end();
  await server.kill('SIGTERM');
  bank.stop();
  smtp.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
if (ROUNDS > 0) await measureGrowth();

async function measureRows(rows: Row[]): Promise<void> {
  for (const { figure } of rows) await figure();
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { name, floor, figure, measured } of rows) {
      const under = await floor();
      const { perSecond, refused, broken } = await figure();
      if (refused + broken > 0) throw new Error(`${name}: ${refused} refused, ${broken} broken`);
      measured.push({ floor: under, figure: perSecond });
    }
    console.log(`round ${round} of ${ROUNDS} measured`);
  }
}

function printTable(table: Row[]): void {
  console.log(`\n| What | figure /s | floor /s | ratio | target |\n|---|---|---|---|---|`);
  for (const { name, target, measured } of table) {
    const ratio = median(measured.map(({ figure, floor }) => figure / floor));
    const verdict = Number.isNaN(ratio) ? 'not measured' : `${ratio.toFixed(3)} ${ratio >= target ? '✓' : '✗'}`;
    const [figure, floor] = [median(measured.map((each) => each.figure)), median(measured.map((each) => each.floor))];
    console.log(`| ${name} | ${figure.toFixed(0)} | ${floor.toFixed(0)} | ${verdict} | ≥ ${target} |`);
  }
}
