import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isAlive } from '#server/platform/files.ts';

/** The contents of PostgreSQL's lock file. */
export type Postmaster = { pid: number; port: number; socketDir: string; ready: boolean };

/** Returns the PostgreSQL that runs on this folder, also while it is starting or stopping. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const [pid, , , port, socketDir = '', , , status = ''] = readOrEmpty(join(cluster, 'postmaster.pid')).split('\n');
  if (!Number(pid) || !servesCluster(Number(pid), cluster)) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir: socketDir.trim(), ready: status.trim() === 'ready' };
}

/**
 * Removes the lock of a killed server whose process id now belongs to an unrelated process: PostgreSQL would take that one for a running
 * server and refuse to start. A lock whose id is free is left to PostgreSQL, which knows best when to take it over.
 */
export function clearForeignLock(lockFile: string, cluster: string): void {
  const pid = Number(readOrEmpty(lockFile).split('\n')[0]);
  if (pid && isAlive(pid) && !servesCluster(pid, cluster)) rmSync(lockFile, { force: true });
}

// The arguments decide, not the id alone: ids are reused after a restart, and a zombie still has one.
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
