import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';
import { draftOf } from '#server/platform/files.ts';
import { BackupError } from './backup-error.ts';

const DRAFT = /^(?:nightly|backup)-[\d-]{10,17}\.tar\.zst\.age\.new-/;

/** Returns the folder of backups, unless a command names another. */
export const backupFolder = ({ backupFolder: configured, dataDir }: Pick<Env, 'backupFolder' | 'dataDir'>): string =>
  configured ?? join(dataDir, 'backups');

/** Makes the folder and removes the drafts of killed backups. @throws BackupError */
export async function openBackupFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    for (const name of await readdir(folder)) {
      if (DRAFT.test(name) && draftOf(name)?.isAbandoned) await rm(join(folder, name), { force: true });
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new BackupError(`backups cannot be written to ${folder} (${code}): choose another BACKUP_FOLDER.`, { cause: error });
  }
}
