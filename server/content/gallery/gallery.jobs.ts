import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Context, perServer } from '#server/platform/context.ts';
import { addJob, type Job } from '#server/platform/jobs/jobs.ts';
import { DAY_MS } from '#shared/durations.ts';
import { DriveError } from './drive-http.ts';
import { createDrive, listDrive } from './drive.ts';
import { listFolders } from './folder-source.ts';
import { findSounds } from '#server/content/events/staff-events.queries.ts';
import { soundFolder } from '#server/content/media/sound-store.ts';
import { findEventPhotos, findShownFiles, forgetDeleted } from './gallery.queries.ts';
import { type Listing, mirror, type Mirrored } from './mirror.ts';
import { pictureFolder } from './picture-store.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'mirror-drive': Record<string, never>;
    'scan-pictures': Record<string, never>;
    'clean-pictures': Record<string, never>;
  }
}

/** Jobs on picture files run one at a time. */
export const PICTURE_QUEUE = 'pictures';

/** Queues a round of the mirror, in place of one that is queued already. */
export const addPictureJob = (ctx: Context, name: 'mirror-drive' | 'scan-pictures'): Promise<void> =>
  addJob(ctx, name, {}, { key: name, queue: PICTURE_QUEUE });

/** Mirrors the owner's folder on Google Drive, if there is one. After any failure the shown pictures stay. */
export const mirrorDrive: Job<'mirror-drive'> = async (ctx, _payload, stopping) => {
  if (!ctx.env.drive) return;
  const drive = createDrive(ctx.env.drive, ctx.clock);
  try {
    const result = await mirror(ctx, await listDrive(drive, stopping), stopping);
    tell(ctx, 'drive', result);
    if (!result.isWhole && result.stored > 0) await addPictureJob(ctx, 'mirror-drive');
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    ctx.log.warn({ source: 'drive', kind: error.kind, reason: error.message }, 'Google Drive could not be read: the shown pictures stay');
    // The queue waits longer each time. A fault that somebody must correct waits for the next round.
    if (error.kind !== 'refused') throw new Error('Google Drive will be tried again later', { cause: error });
  }
};

/** The fingerprint of the owner's folders when this process last finished them. */
const settledOf = perServer((): { fingerprint?: string } => ({}));

/** Mirrors the owner's folders. Without a change there it does nothing. */
export const scanPictures: Job<'scan-pictures'> = async (ctx, _payload, stopping) => {
  const listing = await listFolders(ctx);
  const now = fingerprint(listing);
  const settled = settledOf(ctx);
  if (settled.fingerprint === now) return;
  const result = await mirror(ctx, listing, stopping);
  tell(ctx, 'folder', result);
  if (result.isWhole) settled.fingerprint = now;
  else delete settled.fingerprint;
};

const fingerprint = ({ pictures, waitingIds }: Listing): string =>
  JSON.stringify([pictures.map(({ sourceId, checksum }) => [sourceId, checksum]), waitingIds]);

function tell({ log }: Context, source: Listing['source'], { stored, hidden, leftOut }: Mirrored): void {
  if (stored > 0 || hidden > 0) log.info({ source, stored, hidden, leftOut }, 'pictures were added or removed');
}

/** Cached pages, and browsers without a network, still request a picture that was replaced. */
const KEPT_MS = 7 * DAY_MS;
/** Two days less than the files are kept, so that a restored picture still has its files. */
const UNDO_MS = 5 * DAY_MS;

/**
 * Deletes files that no album, event or act has used for a week: of replaced or removed pictures and sounds, and what an interrupted process left
 * behind. Removed uploads are forgotten first. A file's modification time is the last time it was found in use.
 */
export const cleanPictures: Job<'clean-pictures'> = async ({ env, db, clock, log }) => {
  const now = clock.now();
  await forgetDeleted(db, new Date(now.getTime() - UNDO_MS));
  const photos = await findEventPhotos(db);
  const shown = new Set([...(await findShownFiles(db)), ...photos.map((url) => stemOf(basename(url)))]);
  const removed = await cleanFolder(pictureFolder(env), now, (name) => shown.has(stemOf(name)));
  if (removed > 0) log.info({ removed }, 'unused picture files were removed');
  const sounds = new Set(await findSounds(db));
  const silenced = await cleanFolder(soundFolder(env), now, (name) => sounds.has(name));
  if (silenced > 0) log.info({ removed: silenced }, 'unused sound files were removed');
};

/** Returns the number of removed files. */
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

/** `hall-5f2c9a81d4-1080.avif` → `hall-5f2c9a81d4`. A draft has no stem. */
const stemOf = (name: string): string => /^(.+)-\d+\.[a-z]+$/.exec(name)?.[1] ?? '';
