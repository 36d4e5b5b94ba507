import { basename } from 'node:path';
import { z } from 'zod';
import { PICTURE_QUEUE } from '#server/content/gallery/gallery.jobs.ts';
import { findEventPhotos, findShownFiles, forgetDeleted } from '#server/content/gallery/gallery.queries.ts';
import { storedPicture } from '#server/content/gallery/picture-store.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { PICTURE_FOLDER, SOUND_FOLDER, type Storage } from '#server/platform/storage/storage.ts';
import { DAY_MS } from '#shared/durations.ts';
import { findSounds } from './media.queries.ts';
import { storedSound } from './sound-store.ts';

/** Cached pages, and browsers that are offline, still request a picture that was replaced. */
const KEPT_MS = 7 * DAY_MS;
/** Two days less than files are kept, so that a restored picture still has its files. */
const UNDO_MS = 5 * DAY_MS;

/** The file with the moments since when files have not been in use; without it they begin anew. */
const UNUSED = 'media/unused-files.json';
const Unused = z.record(z.string(), z.coerce.date());
type Unused = z.infer<typeof Unused>;

/**
 * Deletes files that no album, event or act used on any day of a week: of removed pictures and sounds, and from interrupted processes. Rows
 * of removed uploads are deleted first.
 */
export const cleanPictures = defineJob({
  name: 'clean-pictures',
  schedule: { cron: '37 10 * * *', attempts: 5, priority: 1 },
  queue: PICTURE_QUEUE,
  payload: noPayload,
  async run({ storage, db, clock, log }) {
    const now = clock.now();
    await forgetDeleted(db, new Date(now.getTime() - UNDO_MS));
    const photos = await findEventPhotos(db);
    const shown = new Set([...(await findShownFiles(db)), ...photos.map((url) => stemOf(basename(url)))]);
    const sounds = new Set((await findSounds(db)).map(storedSound));
    const files = [...(await storage.names(PICTURE_FOLDER)), ...(await storage.names(SOUND_FOLDER))];
    const unused = files.filter((name) => !sounds.has(name) && !(isPicture(name) && shown.has(stemOf(basename(name)))));
    const since = await readUnused(storage);
    const isOld = (name: string): boolean => (since[name] ?? now).getTime() < now.getTime() - KEPT_MS;
    const removed = unused.filter(isOld);
    for (const name of removed) await storage.remove(name);
    const left = unused.filter((name) => !isOld(name)).map((name) => [name, since[name] ?? now] as const);
    await writeUnused(storage, since, Object.fromEntries(left));
    if (removed.length > 0) log.info({ removed: removed.length }, 'unused files of pictures and sounds were removed');
  },
});

const isPicture = (name: string): boolean => name.startsWith(storedPicture(''));

async function readUnused(storage: Storage): Promise<Unused> {
  const content = await (await storage.open(UNUSED))?.read();
  return content ? Unused.parse(JSON.parse(content.toString())) : {};
}

async function writeUnused(storage: Storage, before: Unused, after: Unused): Promise<void> {
  const text = JSON.stringify(after);
  if (text !== JSON.stringify(before)) await storage.put(UNUSED, Buffer.from(text));
}

/** Returns `hall-5f2c9a81d4` for `hall-5f2c9a81d4-1080.avif`; a draft has no stem. */
const stemOf = (name: string): string => /^(.+)-\d+\.[a-z]+$/.exec(name)?.[1] ?? '';
