import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Owner } from './postgres-home.ts';

export const PORT = 5432;
const LONGEST_SOCKET_FOLDER = 107 - `/.s.PGSQL.${PORT}.lock`.length;

/**
 * Creates the folder of a cluster's socket, for its user alone. The name is short, because a socket's path is limited to 107 bytes, and
 * constant, so that open pools can reconnect. @throws one sentence when another user has created it
 */
export function openSocketFolder(cluster: string, runAs: Owner | undefined): string {
  const identity = readFileSync(join(cluster, 'global', 'pg_control')).subarray(0, 8);
  const name = `rkali-pg-${createHash('sha256').update(cluster).update(identity).digest('hex').slice(0, 12)}`;
  const parent = join(tmpdir(), name).length > LONGEST_SOCKET_FOLDER ? '/tmp' : tmpdir();
  const folder = join(parent, name);
  makeOnce(folder);
  refuseForeignFolder(folder, runAs);
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

/** Leaves an existing folder as it is. */
function makeOnce(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/**
 * Refuses a folder of another user, or one that others can enter: it could hold another server's socket. In a temporary folder other users
 * cannot replace one that passed. @throws one sentence
 */
export function refuseForeignFolder(folder: string, runAs: Owner | undefined): void {
  const own = process.getuid?.();
  const { uid, mode, isLink, isFolder } = describe(folder);
  const problem = isLink
    ? 'is a link'
    : !isFolder
      ? 'is no folder'
      : uid !== own && uid !== runAs?.uid
        ? `belongs to another user (${uid})`
        : (mode & 0o077) !== 0
          ? 'is open to other users'
          : undefined;
  if (problem) throw new Error(`The folder of the database's socket, ${folder}, ${problem}: look who made it, and remove it.`);
}

function describe(folder: string) {
  const found = lstatSync(folder);
  return { uid: found.uid, mode: found.mode, isLink: found.isSymbolicLink(), isFolder: found.isDirectory() };
}
