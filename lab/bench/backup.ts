import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { startServer } from '#lab/trial/server-process.ts';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { startBank } from './bank.ts';
import { writeClub } from './growth/club.ts';
import type { ClubSize } from './growth/purchases.ts';
import { rush } from './rush.ts';
import { startSmtp } from './smtp.ts';
import { median, residentMegabytes } from './statistics.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const YOUNG: ClubSize = { guests: 1_000, pastEvents: 10, soldEvents: 10, tickets: 1_000 };
const GROWN: ClubSize = { guests: 100_000, pastEvents: 10_000, soldEvents: 2_000, tickets: 1_000_000 };
const RUSHES = 3;
const LOOK_MS = 500;
const secret = 'only for measuring, and long enough for that';

/**
 * Measures backups and restores of a young and a grown club with the operator's commands, and how a backup slows door scans: rushes with
 * and without one, in turn.
 */
export async function measureBackups(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rkali-backups-'));
  // PostgreSQL started by root runs as another user, who must reach its files in this folder, which is deleted at the end.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    for (const [name, size] of Object.entries({ young: YOUNG, grown: GROWN })) {
      const databaseUrl = await createDatabase(postgres.ownerUrl, name);
      const database = new Pool({ connectionString: databaseUrl, max: 1 });
      await writeClub(database, deriveKeys(secret), size);
      await database.end();
      await measureClub(name, { postgresUrl: postgres.ownerUrl, databaseUrl, dataDir: join(dataDir, name) });
    }
    await measureRushes(onDatabase(postgres.ownerUrl, 'grown'), join(dataDir, 'grown'));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function onDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function createDatabase(url: string, name: string, isMigrated = true): Promise<string> {
  const pool = new Pool({ connectionString: url, max: 1 });
  await pool.query(`create database ${name}`);
  await pool.end();
  if (isMigrated) await migrate(onDatabase(url, name));
  return onDatabase(url, name);
}

type Club = { postgresUrl: string; databaseUrl: string; dataDir: string };

async function measureClub(name: string, { postgresUrl, databaseUrl, dataDir }: Club): Promise<void> {
  const folder = join(dataDir, 'made');
  const made = await runCommand('backup', [folder], { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const file = join(folder, (await readdir(folder))[0] ?? '');
  const { size } = await stat(file);
  const checked = await runCommand('restore', [file, '--check'], { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const target = await createDatabase(postgresUrl, `${name}_again`, false);
  const restored = await runCommand('restore', [file], { DATABASE_URL: target, DATA_DIR: join(dataDir, 'again') });
  const database = new Pool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await database.query<{ mb: number }>('select round(pg_database_size(current_database()) / 1e6)::int as mb');
  await database.end();
  console.log(`${name} club, a database of ${rows[0]?.mb} MB:
  backup ${seconds(made)}, ${(size / 1e6).toFixed(1)} MB, ${made.megabytes.toFixed(0)} MB of memory
  restore ${seconds(restored)}, ${restored.megabytes.toFixed(0)} MB of memory; check in a database of its own ${seconds(checked)}`);
}

type Run = { ms: number; megabytes: number };
const seconds = ({ ms }: Run): string => `${(ms / 1_000).toFixed(1)} s`;

/** Runs an operator's command to its end. `megabytes`: the peak memory of it and its Node processes, without the database. */
async function runCommand(name: 'backup' | 'restore', args: string[], variables: Record<string, string>): Promise<Run> {
  const env = { PATH: process.env['PATH'], SECRET: secret, BACKUP_PASSPHRASE: 'only for measuring', ...variables };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=4', join(root, `tools/${name}.ts`), ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  const looking = setInterval(() => {
    void programsOf(child.pid ?? 0).then((pids) => {
      megabytes = Math.max(
        megabytes,
        pids.map(residentOrNone).reduce((sum, each) => sum + each, 0),
      );
    });
  }, LOOK_MS);
  const [code] = await once(child, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return { ms: performance.now() - startedAt, megabytes };
}

/** Returns the process and the Node processes that it started. */
async function programsOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['--ppid', String(pid), '-o', 'pid=,comm=']).catch(() => ({ stdout: '' }));
  const children = stdout.split('\n').filter((line) => !line.includes('postgres'));
  return [pid, ...children.map((line) => Number.parseInt(line, 10)).filter(Number.isInteger)];
}

/** Returns zero once the process has ended. */
const residentOrNone = (pid: number): number => residentMegabytes(pid) || 0;

/** Alternates rushes on the grown club's database without backups and with one backup after another. */
async function measureRushes(databaseUrl: string, dataDir: string): Promise<void> {
  const [bank, smtp] = [await startBank(), await startSmtp()];
  const variables = { ...bank.variables, ...smtp.variables, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET: secret };
  const server = await startServer({
    ...variables,
    DEMO: 'false',
    PLACEHOLDER_IMAGES: 'false',
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'error',
  });
  const database = new Pool({ connectionString: databaseUrl, max: 2 });
  const actors = { bank, smtp, serverPid: server.pid };
  const stage = { origin: server.origin, database, secret };
  const p99s = { without: [] as number[], beside: [] as number[] };
  try {
    await rush(stage, actors);
    for (let round = 0; round < RUSHES; round += 1) {
      for (const kind of ['without', 'beside'] as const) {
        const stop = kind === 'beside' ? keepBackingUp({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }) : async () => undefined;
        const { scanP99, soldOutAfter, sold, broken } = await rush(stage, actors);
        await stop();
        p99s[kind].push(scanP99);
        console.log(
          `rush ${kind} a backup: scan p99 ${scanP99.toFixed(0)} ms, sold out after ${soldOutAfter.toFixed(1)} s, ${sold} sold, ${broken} broken`,
        );
      }
    }
  } finally {
    await database.end();
    await server.kill('SIGTERM');
    bank.stop();
    smtp.stop();
  }
  const [without, beside] = [median(p99s.without), median(p99s.beside)];
  console.log(`scan p99, median: ${without.toFixed(0)} ms without, ${beside.toFixed(0)} ms beside a backup (target + 20 %)`);
}

/** Makes backups without a pause. Returns a function that stops after the current one. */
function keepBackingUp(variables: Record<string, string>): () => Promise<void> {
  let isWanted = true;
  const work = (async () => {
    while (isWanted) await runCommand('backup', [], variables);
  })();
  return async () => {
    isWanted = false;
    await work;
  };
}
