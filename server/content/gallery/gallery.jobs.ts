import type { Context } from '#server/platform/context.ts';
import type { Env } from '#server/platform/config/env.ts';
import { addJob, type Job } from '#server/platform/jobs/jobs.ts';
import { createDrive, listDrive } from './drive.ts';
import { DriveError } from './drive-http.ts';
import { listFolders } from './folder-source.ts';
import { mirror, type Listing, type Mirrored } from './mirror.ts';

/** Brings our pictures up to the folder on Google Drive, if the owner has one there. Whatever goes wrong, what is shown stays. */
export const mirrorDrive: Job<'mirror-drive'> = async (ctx, _payload, stopping) => {
  if (!ctx.env.drive) return;
  const drive = createDrive(ctx.env.drive, ctx.clock);
  try {
    const result = await mirror(ctx, await listDrive(drive, stopping), stopping);
    tell(ctx, 'drive', result);
    if (!result.isWhole && result.stored > 0) await addJob(ctx, 'mirror-drive', {}, 'mirror-drive');
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    ctx.log.warn({ source: 'drive', kind: error.kind, reason: error.message }, 'Google Drive gave no pictures: what is shown stays');
    // The queue waits longer each time. What somebody has to mend can wait for the next round.
    if (error.kind !== 'refused') throw new Error('Google Drive is asked again later', { cause: error });
  }
};

/** What each process found in the owner's folders when it was last done with all of it. */
const settled = new WeakMap<Env, string>();

/** Brings our pictures up to the owner's folders. Nothing is done while nothing changes there. */
export const scanPictures: Job<'scan-pictures'> = async (ctx, _payload, stopping) => {
  const listing = await listFolders(ctx);
  const now = fingerprint(listing);
  if (settled.get(ctx.env) === now) return;
  const result = await mirror(ctx, listing, stopping);
  tell(ctx, 'folder', result);
  if (result.isWhole) settled.set(ctx.env, now);
  else settled.delete(ctx.env);
};

const fingerprint = ({ pictures, waitingIds }: Listing): string =>
  JSON.stringify([pictures.map(({ sourceId, checksum }) => [sourceId, checksum]), waitingIds]);

function tell({ log }: Context, source: Listing['source'], { stored, hidden, leftOut }: Mirrored): void {
  if (stored > 0 || hidden > 0) log.info({ source, stored, hidden, leftOut }, 'pictures came or went');
}
