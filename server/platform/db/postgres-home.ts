import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createOnce } from '#server/platform/files/create-once.ts';
import { findPrograms, systemCopyOf } from './postgres-programs.ts';

export type Owner = { uid: number; gid: number };

/** Where the programs and the database are, and, when root starts it, as whom PostgreSQL runs. */
export type PostgresHome = { programs: string; cluster: string; logFile: string; runAs: Owner | undefined };

/** Where things go that the unprivileged user could not reach in the project's own folder. */
export const SYSTEM_FOLDER = '/var/lib/rkali';

const NOBODY: Owner = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses root, so root starts it as the owner of the database, which is "nobody" at first. What that user cannot reach
 * (a clone in a private folder) is placed in a folder of the system, and a file in the data folder says where.
 */
export async function findPostgresHome(dataDir: string, log: (line: string) => void): Promise<PostgresHome> {
  const packaged = findPrograms();
  const folder = openFolder(dataDir);
  const near = join(folder, 'postgres');
  const pointer = join(folder, 'postgres-location');
  const logFile = join(folder, 'postgres.log');

  if (process.getuid?.() !== 0) {
    const cluster = existsSync(pointer) ? readPointer(pointer) : near;
    refuseForeign(cluster);
    return { programs: packaged.folder, cluster, logFile, runAs: undefined };
  }
  const isNear = !existsSync(pointer) && canReach(folder, unprivilegedOwnerOf(near), 0o1);
  const cluster = isNear ? near : placeInSystem(pointer, log);
  const runAs = unprivilegedOwnerOf(cluster);
  const isReachable = canReach(join(packaged.folder, 'bin', 'postgres'), runAs);
  return { programs: isReachable ? packaged.folder : await systemCopyOf(packaged, SYSTEM_FOLDER), cluster, logFile, runAs };
}

function openFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    const folder = realpathSync(dataDir);
    const probe = join(folder, `.writable-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return folder;
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} cannot be written (${reasonOf(error)}): choose another folder.`, { cause: error });
  }
}

function placeInSystem(pointer: string, log: (line: string) => void): string {
  if (existsSync(pointer)) return readPointer(pointer);
  const place = join(SYSTEM_FOLDER, randomBytes(8).toString('hex'));
  try {
    mkdirSync(place, { recursive: true });
    [SYSTEM_FOLDER, place].forEach((folder) => chmodSync(folder, 0o755));
  } catch (error) {
    throw new Error(
      `As root the database needs ${SYSTEM_FOLDER}, which cannot be written (${reasonOf(error)}): set DATA_DIR or DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
  if (!createOnce(pointer, `${place}\n`, 0o644)) rmSync(place, { recursive: true });
  else log(`The database is in ${place}, because this folder is closed to the user it runs as.`);
  return readPointer(pointer);
}

function readPointer(pointer: string): string {
  const place = readFileSync(pointer, 'utf8').trim();
  if (existsSync(place)) return join(place, 'postgres');
  throw new Error(
    `The database folder ${place} named in ${pointer} is gone: bring it back, or delete that file to begin with an empty one.`,
  );
}

function refuseForeign(cluster: string): void {
  const owner = ownerOf(cluster);
  if (!owner || owner.uid === process.getuid?.()) return;
  throw new Error(`The database in ${cluster} belongs to another user (${owner.uid}): start as that user, or choose another DATA_DIR.`);
}

function unprivilegedOwnerOf(path: string): Owner {
  const owner = ownerOf(path);
  return owner && owner.uid !== 0 ? owner : NOBODY;
}

function ownerOf(path: string): Owner | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

function canReach(path: string, who: Owner, wanted = 0o5): boolean {
  if (!allows(path, who, wanted)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(folder, who, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function allows(path: string, who: Owner, wanted: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === who.uid ? 6 : gid === who.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
