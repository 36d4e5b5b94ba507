import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';
import { findPostgresHome } from '#server/platform/db/postgres-home.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { packageOf } from './new-release.ts';
import type { Place } from './place.ts';

/** A copy of the club's data from before an update. */
export type SafeCopy = { name: string; bringBack(): void };

/** Makes the backup of an update in `<base>/backups` with the release that runs, which may be open. */
export function makeBackup({ base, release }: Place): SafeCopy {
  const folder = join(base, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const said = run(release, 'backup', folder);
  const file = said
    .split('\n')
    .map((line) => line.split(' (')[0] ?? '')
    .find((name) => name.startsWith(folder));
  if (file === undefined) throw new Error(`the backup did not say where it is: ${said}`);
  return backupOf(release, file);
}

/** Returns the copy that an interrupted update made. */
export async function findCopy({ release }: Place, env: Env, name: string): Promise<SafeCopy> {
  if (!existsSync(name)) throw new Error(`an update was interrupted, and its copy of the data, ${name}, is gone: bring it back.`);
  return statSync(name).isDirectory()
    ? folderOf((await findPostgresHome(env.dataDir, () => undefined)).cluster, name)
    : backupOf(release, name);
}

const backupOf = (release: string, file: string): SafeCopy => ({
  name: file,
  bringBack: () => void run(release, 'restore', file, '--replace'),
});

/** Returns true if a release can make backups. */
export const canMakeBackup = ({ release }: Place): boolean => packageOf(release).scripts['backup'] !== undefined;

/** Copies the folder of the stopped bundled database. @throws when the database is the owner's */
export async function copyDatabase({ base }: Place, env: Env): Promise<SafeCopy> {
  if (env.databaseUrl) throw new Error('this release makes no backups of DATABASE_URL.');
  const { cluster } = await findPostgresHome(env.dataDir, () => undefined);
  if (findPostmaster(cluster)) throw new Error('the database is in use by another command: wait for its end.');
  const name = join(base, 'backups', `postgres-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(join(base, 'backups'), { recursive: true, mode: 0o700 });
  copyWithOwners(cluster, name);
  return folderOf(cluster, name);
}

const folderOf = (cluster: string, name: string): SafeCopy => ({
  name,
  bringBack() {
    const broken = `${cluster}.broken-${process.pid}`;
    if (existsSync(cluster)) renameSync(cluster, broken);
    copyWithOwners(name, cluster);
    rmSync(broken, { recursive: true, force: true });
  },
});

/** Keeps the owners: files of a database started by root belong to another user. */
const copyWithOwners = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);

const run = (release: string, command: string, ...args: string[]): string =>
  execFileSync(process.execPath, [join(release, 'tools', `${command}.ts`), ...args], {
    cwd: release,
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'inherit'],
  });
