import { readdir, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { draftOf } from '#server/platform/files.ts';
import { STORED_FOLDERS } from '#server/platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';

/** Returns the files to save, as paths inside DATA_DIR with `/`. */
export async function listSavedFiles(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of STORED_FOLDERS) {
    const names = await readdir(join(dataDir, folder), { recursive: true }).catch(() => []);
    for (const name of names.toSorted()) {
      const path = join(folder, name);
      const isFile = (await stat(join(dataDir, path)).catch(() => undefined))?.isFile() === true;
      if (isFile && !draftOf(path)) found.push(path.replaceAll(sep, '/'));
    }
  }
  return found;
}

/** Refuses a name outside these folders: the seal proves who wrote it, but a restore must never write a file elsewhere. */
export function checkPlace(name: string): void {
  const isInside = posix.normalize(name) === name && STORED_FOLDERS.some((folder) => name.startsWith(`${folder}/`));
  if (!isInside) throw new BackupError(`the backup has a file outside of its folders: ${name}.`);
}
