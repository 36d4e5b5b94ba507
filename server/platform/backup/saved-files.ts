import { createWriteStream, readdirSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { draftOf, isAlive } from '#server/platform/files.ts';
import { BackupError } from './backup-error.ts';

/** The folders of DATA_DIR that nothing else can make again: the owner's pictures, and the gallery's files of uploads. */
const FOLDERS = ['pictures', 'media/gallery'];

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

const DRAFTS = 'restored-files.new-';

export type FileDrafts = {
  add(name: string, content: Readable): Promise<void>;
  /** Moves all files to their places, over those that are there. */
  place(): Promise<void>;
  drop(): Promise<void>;
};

/** Stores restored files beside their places until the whole restore has succeeded. */
export function openFileDrafts(dataDir: string): FileDrafts {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(DRAFTS))) {
    const maker = Number(name.slice(DRAFTS.length).split('-')[0]);
    if (!isAlive(maker)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const drafts = join(dataDir, `${DRAFTS}${process.pid}-0`);
  const names: string[] = [];
  return {
    async add(name, content) {
      checkPlace(name);
      const draft = join(drafts, name);
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(draft, { flush: true }));
      names.push(name);
    },
    async place() {
      for (const name of names) {
        await mkdir(dirname(join(dataDir, name)), { recursive: true });
        await rename(join(drafts, name), join(dataDir, name));
      }
    },
    drop: () => rm(drafts, { recursive: true, force: true }),
  };
}

/** The seal proves who wrote the names, but a file must never be written anywhere else. */
function checkPlace(name: string): void {
  const isInside = posix.normalize(name) === name && FOLDERS.some((folder) => name.startsWith(`${folder}/`));
  if (!isInside) throw new BackupError(`the backup has a file outside of its folders: ${name}.`);
}
