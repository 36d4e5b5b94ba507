import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { findNightPhotos, findShownFiles } from './gallery.queries.ts';
import { pictureFolder } from './picture-folder.ts';
import { forgetDeleted } from './staff-gallery.queries.ts';

/** Pages that were sent before, and browsers without a network, still ask for a picture that was replaced. */
const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 7 * DAY_MS;
/** Two days less: what is brought back still has its files. */
const UNDO_MS = 5 * DAY_MS;

/**
 * Removes the files that no album and no night has shown for a week: of pictures that were replaced or taken away, and what an interrupted process
 * left behind. Uploads that were taken away are forgotten first. A file's time says when it was last found in use.
 */
export const cleanPictures: Job<'clean-pictures'> = async ({ env, db, clock, log }) => {
  const folder = pictureFolder(env);
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const now = clock.now();
  await forgetDeleted(db, new Date(now.getTime() - UNDO_MS));
  const photos = await findNightPhotos(db);
  const shown = new Set([...(await findShownFiles(db)), ...photos.map((url) => stemOf(basename(url)))]);
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    if (shown.has(stemOf(name))) await utimes(path, now, now);
    else if ((await stat(path)).mtimeMs < now.getTime() - KEPT_MS) {
      await rm(path);
      removed += 1;
    }
  }
  if (removed > 0) log.info({ removed }, 'picture files that nothing shows were removed');
};

/** `hall-5f2c9a81d4-1080.avif` → `hall-5f2c9a81d4`. A draft belongs to nobody. */
const stemOf = (name: string): string => /^(.+)-\d+\.[a-z]+$/.exec(name)?.[1] ?? '';
