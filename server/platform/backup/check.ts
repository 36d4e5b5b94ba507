import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { isAlive } from '#server/platform/files.ts';
import { restoreBackup, type Restored, type RestoreOptions } from './restore.ts';

/** Fast and unsafe settings: this database is deleted afterwards. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '10',
};
/** The host name is part of it, because two machines may check backups in a shared folder. */
const PREFIX = `backup-check-${hostname()}-`;
/** The file that names a database outside its folder (server/platform/db/postgres-home.ts). */
const POINTER = 'postgres-location';

/**
 * Restores a backup into a temporary database, which is deleted afterwards. The site is not affected except by the load on the machine.
 * `dataDir` needs room for the database.
 */
export async function checkBackup({
  dataDir,
  ...options
}: { dataDir: string } & Pick<RestoreOptions, 'file' | 'passphrases' | 'findFaults' | 'onProgress'>): Promise<Restored> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  removeAbandoned(dataDir);
  const folder = await mkdtemp(join(dataDir, `${PREFIX}${process.pid}-`));
  // Root's database runs as another user, who must be able to pass through.
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  try {
    const database = await startEmbeddedPostgres({ dataDir: folder, settings: SETTINGS, log: () => undefined });
    try {
      return await restoreBackup({ ...options, ...database, mayReplace: false });
    } finally {
      await database.stop();
    }
  } finally {
    remove(folder);
  }
}

/** Stops and removes the databases of checks that were killed. */
function removeAbandoned(dataDir: string): void {
  for (const { name, maker } of findChecks(dataDir)) if (!isAlive(maker)) remove(join(dataDir, name));
}

/** Stops and removes the databases of this process's checks at once, for a process that must end. */
export function endChecks(dataDir: string): void {
  for (const { name, maker } of findChecks(dataDir)) if (maker === process.pid) remove(join(dataDir, name));
}

const findChecks = (dataDir: string): { name: string; maker: number }[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ name, maker: Number(name.slice(PREFIX.length).split('-')[0]) }));

function remove(folder: string): void {
  const elsewhere = readPointer(folder);
  const server = findPostmaster(join(elsewhere ?? folder, 'postgres'));
  if (server) process.kill(server.pid, 'SIGQUIT');
  for (const each of [elsewhere, folder]) if (each) rmSync(each, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function readPointer(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, POINTER), 'utf8').trim();
  } catch {
    return undefined;
  }
}
