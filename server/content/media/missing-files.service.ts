import { setTimeout as sleep } from 'node:timers/promises';
import { basename } from 'node:path';
import { findAllOfSource, findEventPhotos } from '#server/content/gallery/gallery.queries.ts';
import { filesOf, storedPicture } from '#server/content/gallery/picture-store.ts';
import { type Context, perServer } from '#server/platform/context.ts';
import { metric } from '#server/platform/http/metrics.ts';
import { reasonOf } from '#server/platform/log.ts';
import { PICTURE_FOLDER, SOUND_FOLDER, type Storage } from '#server/platform/storage/storage.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { PICTURES_URL } from '#shared/gallery/pictures.ts';
import { findSounds } from './media.queries.ts';
import { storedSound } from './sound-store.ts';

/** `missing`: the pictures and sounds of which a file is missing, by the names of their files; `named`: how many the database names. */
export type MissingFiles = { named: number; missing: string[] };

/** Compares the pictures and sounds in the database with the files that this machine reaches, by listing these once. */
export async function findMissingFiles(ctx: Context): Promise<MissingFiles> {
  const { db, storage } = ctx;
  // Placeholder images are left out: the site makes their files on request.
  const images = (await Promise.all((['folder', 'drive', 'upload'] as const).map((source) => findAllOfSource(db, source)))).flat();
  const shown = images.filter(({ isHidden, deletedAt }) => !isHidden && deletedAt === null);
  const photos = (await findEventPhotos(db)).filter((url) => url.startsWith(`${PICTURES_URL}/`)).map((url) => basename(url));
  const sounds = await findSounds(db);
  const present = new Set([...(await storage.names(PICTURE_FOLDER)), ...(await storage.names(SOUND_FOLDER))]);
  const missing = [
    ...shown.filter((image) => !filesOf(image).every((name) => present.has(name))).map(({ file }) => file),
    ...photos.filter((file) => !present.has(storedPicture(file))),
    ...sounds.filter((file) => !present.has(storedSound(file))),
  ];
  return { named: shown.length + photos.length + sounds.length, missing };
}

/** Says in the log if this machine lacks files, or cannot reach them. */
export async function reportMissingFiles(ctx: Context): Promise<void> {
  const { log, storage } = ctx;
  try {
    const { named, missing } = await countNow(ctx);
    const [first] = missing;
    if (first === undefined) return;
    log.warn(
      { missing: missing.length, named, first, place: storage.place },
      'pictures or sounds that the database names have no files here',
    );
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'the files of pictures and sounds could not be counted');
  }
}

/** `at`: when the count began, by the process's clock. */
type Count = { at: number; missing?: number };
const countOf = perServer((): { last: Count } => ({ last: { at: -Infinity } }));

async function countNow(ctx: Context): Promise<MissingFiles> {
  const count: Count = { at: performance.now() };
  countOf(ctx).last = count;
  const found = await findMissingFiles(ctx);
  count.missing = found.missing.length;
  return found;
}

/** How long `/metrics` waits for a count; a later one has it. */
const COUNT_TIMEOUT_MS = 1_000;

/** Returns the metric lines of the storage. Files are counted once an hour at most. */
export async function storageLines(ctx: Context): Promise<string[]> {
  const state = countOf(ctx);
  if (performance.now() - state.last.at > HOUR_MS) {
    const counting = countNow(ctx).catch(() => undefined);
    await Promise.race([counting, sleep(COUNT_TIMEOUT_MS, undefined, { ref: false })]);
  }
  const { missing } = state.last;
  return missing === undefined ? [] : metric('storage_files_missing', 'gauge', [['', missing]]);
}

/** Returns the metric lines of this process's requests to a bucket. */
export const failureLines = (storage: Storage): string[] =>
  metric('storage_failures_total', 'counter', [['', storage.kind === 'bucket' ? storage.failures() : 0]]);
