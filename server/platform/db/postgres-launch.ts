import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fillWhole, isAlive } from '#server/platform/files.ts';
import type { PostgresHome } from './postgres-home.ts';
import { openSocketFolder, PORT } from './socket-folder.ts';

const LARGEST_LOG = 5_000_000;

// Without our own environment: PGPORT, PGDATA or the machine's locale would change the programs' behaviour.
const CLEAN = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, cwd: '/' };

/** Statements and error details are not logged: they contain names, addresses and numbers. */
const QUIET = { log_min_error_statement: 'panic', log_error_verbosity: 'terse' };

/** The role that migrates; in the bundled database also the superuser. */
export const OWNER_ROLE = 'rkali_owner';
// Until the first start gives the roles their passwords (postgres-roles.ts), only the permissions of the socket's folder protect it.
const INITDB = ['-U', OWNER_ROLE, '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/** Creates an empty database cluster; an interrupted attempt leaves nothing that a later one uses. */
export async function createCluster({ programs, cluster, runAs }: PostgresHome, settings: Record<string, string>): Promise<void> {
  const careless = settings['fsync'] === 'off' ? ['--no-sync'] : [];
  try {
    await fillWhole(cluster, async (draft) => {
      mkdirSync(draft, { mode: 0o700 });
      if (runAs) chownSync(draft, runAs.uid, runAs.gid);
      await promisify(execFile)(join(programs, 'bin', 'initdb'), ['-D', draft, ...INITDB, ...careless], { ...CLEAN, ...runAs });
    });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw new Error('the folder holds something else');
  } catch (error) {
    throw new Error(`The database cannot be created in ${cluster}: ${reasonOf(error)}.`, { cause: error });
  }
}

/**
 * Starts PostgreSQL and waits until it is ready. Returns the reason if another one was faster or a killed one is still ending, so that the
 * caller can try again; other failures are thrown.
 */
export async function launchPostgres(home: PostgresHome, settings: Record<string, string>): Promise<string | undefined> {
  const { cluster, logFile, programs, runAs } = home;
  const sockets = openSocketFolder(cluster, runAs);
  clearForeignLock(join(cluster, 'postmaster.pid'), cluster);
  clearForeignLock(join(sockets, `.s.PGSQL.${PORT}.lock`), cluster);

  keepSmall(logFile);
  const log = openSync(logFile, 'a', 0o600);
  fchmodSync(log, 0o600);
  const logStart = fstatSync(log).size;
  const options = Object.entries({
    listen_addresses: '',
    unix_socket_directories: `"${sockets}"`,
    ...QUIET,
    shared_buffers: '64MB',
    ...settings,
  });
  const server = spawn(
    join(programs, 'bin', 'postgres'),
    ['-D', cluster, '-p', String(PORT), ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In its own process group: Ctrl-C in the terminal ends this process, which ends the database if no other uses it.
    { ...CLEAN, ...runAs, detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  server.unref();
  const outcome = await readyOrEnded(server, cluster);
  if (outcome === 'ready') return undefined;

  const output = readFileSync(logFile).subarray(logStart).toString();
  const another = outcome === 'ended' ? otherServerMessage(output) : undefined;
  if (another) return another;
  const reason = outcome instanceof Error ? reasonOf(outcome) : lastLines(output);
  throw new Error(`PostgreSQL does not start on ${cluster}: ${reason}.`, { cause: outcome });
}

async function readyOrEnded(server: ChildProcess, cluster: string): Promise<'ready' | 'ended' | Error> {
  if (server.pid === undefined) {
    const [error] = await once(server, 'error');
    return error instanceof Error ? error : new Error(String(error));
  }
  while (server.exitCode === null && server.signalCode === null) {
    const found = findPostmaster(cluster);
    if (found?.ready && found.pid === server.pid) return 'ready';
    await sleep(5);
  }
  return 'ended';
}

/** Truncates a log that has grown too long; PostgreSQL appends at the new end. */
export function keepSmall(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) truncateSync(logFile);
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'stderr' in error && error.stderr) return lastLines(String(error.stderr));
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns the message of a server that ended because another one still runs. Leftover processes of a killed server write to the same log.
 */
export function otherServerMessage(output: string): string | undefined {
  return /\bFATAL:\s*(.*(?:lock file .* already exists|pre-existing shared memory).*)/.exec(output)?.[1];
}

function lastLines(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim());
  const telling = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? 'it ended without a word';
  return telling.replace(/^.*\b(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '');
}

/** The contents of PostgreSQL's lock file. */
export type Postmaster = { pid: number; port: number; socketDir: string; ready: boolean };

/** Returns the PostgreSQL that runs on this folder, even while it is starting or stopping. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const [pid, , , port, socketDir = '', , , status = ''] = readOrEmpty(join(cluster, 'postmaster.pid')).split('\n');
  if (!Number(pid) || !servesCluster(Number(pid), cluster)) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir: socketDir.trim(), ready: status.trim() === 'ready' };
}

/**
 * Removes the lock of a killed server whose process id now belongs to an unrelated process, because PostgreSQL would refuse to start. A
 * lock with a free id is left to PostgreSQL, which decides when to take it over.
 */
function clearForeignLock(lockFile: string, cluster: string): void {
  const pid = Number(readOrEmpty(lockFile).split('\n')[0]);
  if (pid && isAlive(pid) && !servesCluster(pid, cluster)) rmSync(lockFile, { force: true });
}

// Compares the arguments, too: ids are reused after a restart, and a zombie still has one.
function servesCluster(pid: number, cluster: string): boolean {
  const [program = '', ...rest] = argumentsOf(pid);
  if (!basename(program).startsWith('postgres')) return false;
  const folder = rest[rest.indexOf('-D') + 1];
  if (process.platform !== 'linux' || !rest.includes('-D') || folder === undefined) return true;
  return folder === cluster || realpathOf(folder) === cluster;
}

function argumentsOf(pid: number): string[] {
  if (process.platform === 'linux') return readOrEmpty(`/proc/${pid}/cmdline`).split('\0');
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8', stdio: 'pipe' })
      .trim()
      .split('\n');
  } catch {
    return [];
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
