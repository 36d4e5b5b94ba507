import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BackupError } from '#server/platform/backup/backup-error.ts';
import type { Env } from '#server/platform/config/env.ts';
import { nearestOf, userName } from '#server/platform/machine-users.ts';

const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
const ROOT = 0;

/**
 * Refuses to write files that the user who runs the site could not use. That is the owner of DATA_DIR, or of its parent folder while it is
 * empty or absent; `isRootMeant` lets root run the site. @throws BackupError with the command to use instead
 */
export function refuseWrongUser(
  { dataDir, isProduction }: Pick<Env, 'dataDir' | 'isProduction'>,
  { command, isRootMeant, me = process.getuid?.() }: { command: string; isRootMeant: boolean; me?: number | undefined },
): void {
  if (me === undefined) return;
  const folder = resolve(dataDir);
  const decisive = nearestOf(me === ROOT && isEmpty(folder) && nearestOf(folder).uid === ROOT ? resolve(folder, '..') : folder);
  const isOthers = me === ROOT ? decisive.uid !== ROOT : decisive.path === folder && decisive.uid !== me;
  if (isOthers) {
    const owner = userName(decisive.uid);
    const advice =
      decisive.uid === ROOT
        ? `give it to ${userName(me)} as root: chown -R ${userName(me)}: ${decisive.path}`
        : `run it as ${owner}: ${asUser(owner, command)}`;
    throw new BackupError(`${decisive.path} belongs to ${owner}, and this runs as ${userName(me)}: ${advice}`);
  }
  if (me !== ROOT || isRootMeant || !isProduction || !isEmpty(folder)) return;
  const { uid } = nearestOf(PROGRAM);
  const user = uid === ROOT ? 'the-user' : userName(uid);
  throw new BackupError(
    `the site runs as another user, who could not use what root restores: run it as that user: ${asUser(user, command)}. If root runs the site, add --as-root.`,
  );
}

const asUser = (user: string, command: string): string => `su - ${user} -c 'cd ${resolve(PROGRAM)} && ${command}'`;

/** Returns true for a missing folder, too. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
