import { readdir, stat } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { draftOf } from '#server/platform/files.ts';
import { BackupError } from './backup-error.ts';

/** The folders of DATA_DIR that nothing else can make again: the owner's pictures, the gallery's files of uploads, and the sounds of acts. */
const FOLDERS = ['pictures', 'media/gallery', 'media/sounds'];

/** Returns the files to save, as paths inside of DATA_DIR with `/`. */
export async function listSavedFiles(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of FOLDERS) {
    const names = await readdir(join(dataDir, folder), { recursive: true }).catch(() => []);
    for (const name of names.toSorted()) {
      const path = join(folder, name);
      const isFile = (await stat(join(dataDir, path)).catch(() => undefined))?.isFile() === true;
      if (isFile && !draftOf(path)) found.push(path.replaceAll(sep, '/'));
    }
  }
  return found;
}

/** The seal proves who wrote the names, but a file must never be written anywhere else. */
export function checkPlace(name: string): void {
  const isInside = posix.normalize(name) === name && FOLDERS.some((folder) => name.startsWith(`${folder}/`));
  if (!isInside) throw new BackupError(`the backup has a file outside of its folders: ${name}.`);
}
