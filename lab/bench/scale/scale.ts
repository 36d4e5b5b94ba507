import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startBank } from '#lab/bench/bank.ts';
import { startSmtp } from '#lab/bench/smtp.ts';
import { median } from '#lab/bench/statistics.ts';
import type { Stage } from '#lab/bench/subjects.ts';
import { startServer } from '#lab/trial/server-process.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { cpuOf, parentOf, pin, ration, treeOf } from './cores.ts';
import { type Kind, kindsOf } from './requests.ts';

const secret = 'only for measuring, and long enough for that';
const PROCESSES = [1, 2, 4];
/** Each process may use so much of the servers' core, which then carries four of them as four cores would. */
const SHARE_OF_CORE = 0.24;
const [LOAD_CORE, SERVER_CORE] = [0, 1];
/** A primary that is busier than this answers slowly. */
const BUSY = 0.7;
const CORES = [4, 16, 64];
const SETTLE_MS = 1_000;

/**
 * Measures what a request costs the server and the database in CPU time and statements, from which follows what one primary carries, and the
 * throughput of 1, 2 and 4 processes (docs/scale.md). The database and the load have one core, the servers the other. Linux, as root.
 */
export async function measureScale(rounds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rkali-scale-'));
  // PostgreSQL started by root runs as another user, who must reach its files in this folder, which is deleted at the end.
  await chmod(dataDir, 0o755);
  pin([process.pid], LOAD_CORE);
  const settings = { shared_preload_libraries: 'pg_stat_statements', max_connections: '200' };
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
  const database = new Pool({ connectionString: postgres.ownerUrl, max: 2 });
  await database.query('create extension if not exists pg_stat_statements');
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const [bank, smtp] = [await startBank(), await startSmtp()];
  const kinds = kindsOf(bank, smtp);
  let running: (() => Promise<void>) | undefined;
  const start = async (processes: number): Promise<Stage & { pid: number; stop(): Promise<void> }> => {
    const server = await startServer({
      ...bank.variables,
      ...smtp.variables,
      DATABASE_URL: postgres.url,
      DATABASE_OWNER_URL: postgres.ownerUrl,
      SECRET: secret,
      DATA_DIR: join(dataDir, 'site'),
      DEMO: 'false',
      PLACEHOLDER_IMAGES: 'false',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
      PROCESSES: String(processes),
    });
    running = () => server.kill('SIGTERM');
    pin(treeOf(server.pid), SERVER_CORE);
    return { origin: server.origin, database, secret, pid: server.pid, stop: running };
  };

  try {
    const alone = await start(1);
    await measureCosts(alone, kinds, { server: alone.pid, postmaster });
    await alone.stop();
    const runs: Run[] = [];
    for (let round = 1; round <= rounds; round += 1)
      for (const processes of PROCESSES) {
        const stage = await start(processes);
        const release = ration(treeOf(stage.pid), processes * SHARE_OF_CORE);
        for (const { name, prepare } of kinds) {
          const send = await prepare(stage);
          const [startedAt, before] = [performance.now(), cpuOf(postmaster)];
          const done = await send();
          const [seconds, computed] = [(performance.now() - startedAt) / 1000, cpuOf(postmaster) - before];
          runs.push({ name, processes, rate: done / seconds, databaseMs: (computed * 1000) / done });
          console.log(`round ${round}, processes ${processes}: ${name} ${(done / seconds).toFixed(1)}/s`);
        }
        release();
        await stage.stop();
      }
    if (rounds > 0) printRuns(kinds, runs);
  } finally {
    await running?.();
    await database.end();
    bank.stop();
    smtp.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Run = { name: string; processes: number; rate: number; databaseMs: number };

function printRuns(kinds: readonly Kind[], runs: readonly Run[]): void {
  const medians = (name: string, figure: 'rate' | 'databaseMs'): number[] =>
    PROCESSES.map((processes) => median(runs.filter((run) => run.name === name && run.processes === processes).map((run) => run[figure])));
  const [first, ...more] = PROCESSES;
  console.log(
    `\n| With ${SHARE_OF_CORE} of a core for each process | ${more.map((many) => `throughput of ${many} ÷ ${first}`).join(' | ')} | PostgreSQL, CPU ms for a request of ${PROCESSES.join(', ')} |`,
  );
  console.log(`|---|${'---|'.repeat(more.length + 1)}`);
  for (const { name } of kinds) {
    const [one = 0, ...rates] = medians(name, 'rate');
    const costs = medians(name, 'databaseMs').map((ms) => ms.toFixed(2));
    console.log(`| ${name} | ${rates.map((rate) => (rate / one).toFixed(2)).join(' | ')} | ${costs.join(', ')} |`);
  }
}

type Parts = { server: number; postmaster: number };
type Statement = { text: string; ms: number; calls: number; wal: number; isRead: boolean };

/** A read takes no lock and writes nothing; one that is part of a longer transaction counts, too. */
const STATEMENTS = `
  select query as text, total_exec_time as ms, calls::int as calls, wal_bytes::float8 as wal,
    query ~* '^\\s*(select|with)\\M' and query !~* '\\m(for (no key )?(update|share)|insert|update|delete|pg_notify)\\M' as "isRead"
  from pg_stat_statements where query !~* 'pg_stat_statements' order by total_exec_time desc`;

/** Prints the CPU milliseconds of a request by part, its statements, and how many of them one primary carries in a second. */
async function measureCosts(stage: Stage, kinds: readonly Kind[], { server, postmaster }: Parts): Promise<void> {
  const head = ['node, CPU ms', 'PostgreSQL, CPU ms', 'statements', 'in statements, ms', 'reads', 'WAL, kB'];
  const most = CORES.map((cores) => `a second on ${cores} cores`);
  console.log(`| One request | ${[...head, ...most].join(' | ')} |\n|---|${'---|'.repeat(head.length + most.length)}`);
  const details: string[] = [];
  for (const { name, prepare, settle } of kinds) {
    const warmUp = await prepare(stage);
    await warmUp();
    await settle?.();
    const send = await prepare(stage);
    await sleep(SETTLE_MS);
    await stage.database.query('select pg_stat_statements_reset()');
    const before = { server: cpuOf(server), database: cpuOf(postmaster) };
    const done = await send();
    await settle?.();
    const [node, database] = [cpuOf(server) - before.server, cpuOf(postmaster) - before.database].map((seconds) => (seconds * 1000) / done);
    const { rows } = await stage.database.query<Statement>(STATEMENTS);
    const total = (count: (statement: Statement) => number): number => rows.reduce((sum, row) => sum + count(row), 0) / done;
    const spent = total(({ ms }) => ms);
    const reads = total(({ ms, isRead }) => (isRead ? ms : 0));
    const rates = CORES.map((cores) => Math.round((cores * BUSY * 1000) / (database ?? 0)));
    const cells = [
      (node ?? 0).toFixed(2),
      (database ?? 0).toFixed(2),
      total(({ calls }) => calls).toFixed(1),
      spent.toFixed(2),
      spent < 0.01 ? '–' : `${Math.round((reads / spent) * 100)}%`,
      (total(({ wal }) => wal) / 1000).toFixed(1),
      ...rates.map((rate) => (Number.isFinite(rate) ? rate : '–')),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
    details.push(`\n${name}:`);
    for (const { ms, calls, text } of rows.slice(0, 8))
      details.push(`  ${(ms / done).toFixed(3)} ms, ${(calls / done).toFixed(2)} calls: ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
  }
  console.log(details.join('\n'));
}
