import { basename } from 'node:path';
import { z } from 'zod';
import { PICTURE_QUEUE } from '#server/content/gallery/gallery.jobs.ts';
import { findEventPhotos, findShownFiles, forgetDeleted } from '#server/content/gallery/gallery.queries.ts';
import { storedPicture } from '#server/content/gallery/picture-store.ts';
import type { Db } from '#server/platform/db/client.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { PICTURE_FOLDER, SOUND_FOLDER, type Storage } from '#server/platform/storage/storage.ts';
import { DAY_MS } from '#shared/durations.ts';
import { findSounds, identifyDatabase } from './media.queries.ts';
import { storedSound } from './sound-store.ts';

/** Cached pages, and browsers that are offline, still request a picture that was replaced. */
const KEPT_MS = 7 * DAY_MS;
/** Two days less than files are kept, so that a restored picture still has its files. */
const UNDO_MS = 5 * DAY_MS;
/** For as long a database that no longer runs may come back, by the oldest backup. */
const OTHERS_MS = 35 * DAY_MS;

/**
 * Each database that uses this storage has a file here. `at`: when its job ran last; `since`: the moments since when files have not been in
 * use, which begin anew without it.
 */
const NOTES = 'media/unused-files';
const Notes = z.object({ at: z.coerce.date(), since: z.record(z.string(), z.coerce.date()) });
type Notes = z.infer<typeof Notes>;

/**
 * Deletes files that no album, event or act used on any day of a week: of removed pictures and sounds, and from interrupted processes. Rows
 * of removed uploads are deleted first. Nothing is deleted while another database uses the storage: the files may be that one's.
 */
export const cleanPictures = defineJob({
  name: 'clean-pictures',
  schedule: { cron: '37 10 * * *', attempts: 5, priority: 1 },
  queue: PICTURE_QUEUE,
  payload: noPayload,
  async run({ storage, db, clock, log }) {
    const now = clock.now();
    await forgetDeleted(db, new Date(now.getTime() - UNDO_MS));
    const own = `${NOTES}/${await identifyDatabase(db)}.json`;
    const other = await findOther(storage, own, now);
    if (other !== undefined) {
      await write(storage, own, { at: now, since: {} });
      log.warn(
        { place: storage.place, other },
        'another database uses this storage, so no unused files are deleted: give each site its own, or delete the file `other` if that database is gone',
      );
      return;
    }
    const files = [...(await storage.names(PICTURE_FOLDER)), ...(await storage.names(SOUND_FOLDER))];
    const isUsed = await findUsed(db);
    const before = (await read(storage, own))?.since ?? {};
    const since = Object.fromEntries(files.filter((name) => !isUsed(name)).map((name) => [name, before[name] ?? now]));
    const old = Object.keys(since).filter((name) => (since[name] ?? now).getTime() < now.getTime() - KEPT_MS);
    let removed = 0;
    for (const name of old) {
      delete since[name];
      // An upload of the same content may use it since.
      if ((await findUsed(db))(name)) continue;
      await storage.remove(name);
      removed += 1;
    }
    await write(storage, own, { at: now, since });
    if (removed > 0) log.info({ removed }, 'unused files of pictures and sounds were removed');
  },
});

/** Returns the notes of another database that cleaned, or wanted to, not long ago. */
async function findOther(storage: Storage, own: string, now: Date): Promise<string | undefined> {
  for (const name of await storage.names(NOTES)) {
    // Not its own, and no draft of one.
    const notes = name === own || !name.endsWith('.json') ? undefined : await read(storage, name);
    if (notes && notes.at.getTime() > now.getTime() - OTHERS_MS) return name;
  }
  return undefined;
}

/** Returns a function that says if a file is in use at this moment. */
async function findUsed(db: Db): Promise<(name: string) => boolean> {
  const photos = await findEventPhotos(db);
  const shown = new Set([...(await findShownFiles(db)), ...photos.map((url) => stemOf(basename(url)))]);
  const sounds = new Set((await findSounds(db)).map(storedSound));
  return (name) => sounds.has(name) || (isPicture(name) && shown.has(stemOf(basename(name))));
}

const isPicture = (name: string): boolean => name.startsWith(storedPicture(''));

async function read(storage: Storage, name: string): Promise<Notes | undefined> {
  const content = await (await storage.open(name))?.read();
  return content && Notes.parse(JSON.parse(content.toString()));
}

const write = (storage: Storage, name: string, notes: Notes): Promise<void> => storage.put(name, Buffer.from(JSON.stringify(notes)));

/** Returns `hall-5f2c9a81d4` for `hall-5f2c9a81d4-1080.avif`; a draft has no stem. */
const stemOf = (name: string): string => /^(.+)-\d+\.[a-z]+$/.exec(name)?.[1] ?? '';
