import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PICTURE_QUEUE } from '#server/content/gallery/gallery.jobs.ts';
import { findEventPhotos, findShownFiles, forgetDeleted } from '#server/content/gallery/gallery.queries.ts';
import { pictureFolder } from '#server/content/gallery/picture-store.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { DAY_MS } from '#shared/durations.ts';
import { findSounds } from './media.queries.ts';
import { soundFolder } from './sound-store.ts';

/** Cached pages, and browsers that are offline, still request a picture that was replaced. */
const KEPT_MS = 7 * DAY_MS;
/** Two days less than files are kept, so that a restored picture still has its files. */
const UNDO_MS = 5 * DAY_MS;

/**
 * Deletes files that were used by no album, event or act for a week: of removed pictures and sounds, and from interrupted processes. Rows
 * of removed uploads are deleted first. A file's modification time is when it was last found in use.
 */
export const cleanPictures = defineJob({
  name: 'clean-pictures',
  schedule: { cron: '37 10 * * *', attempts: 5, priority: 1 },
  queue: PICTURE_QUEUE,
  payload: noPayload,
  async run({ env, db, clock, log }) {
    const now = clock.now();
    await forgetDeleted(db, new Date(now.getTime() - UNDO_MS));
    const photos = await findEventPhotos(db);
    const shown = new Set([...(await findShownFiles(db)), ...photos.map((url) => stemOf(basename(url)))]);
    const removed = await cleanFolder(pictureFolder(env), now, (name) => shown.has(stemOf(name)));
    if (removed > 0) log.info({ removed }, 'unused picture files were removed');
    const sounds = new Set(await findSounds(db));
    const silenced = await cleanFolder(soundFolder(env), now, (name) => sounds.has(name));
    if (silenced > 0) log.info({ removed: silenced }, 'unused sound files were removed');
  },
});

/** Returns the number of deleted files. */
async function cleanFolder(folder: string, now: Date, isUsed: (name: string) => boolean): Promise<number> {
  await mkdir(folder, { recursive: true });
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isUsed(name)) await utimes(path, now, now);
    else if ((await stat(path)).mtimeMs < now.getTime() - KEPT_MS) {
      await rm(path);
      removed += 1;
    }
  }
  return removed;
}

/** Returns `hall-5f2c9a81d4` for `hall-5f2c9a81d4-1080.avif`; a draft has no stem. */
const stemOf = (name: string): string => /^(.+)-\d+\.[a-z]+$/.exec(name)?.[1] ?? '';
