import { type Context, perServer } from '#server/platform/context.ts';
import { addJob, defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { DriveError } from './drive-http.ts';
import { createDrive, listDrive } from './drive.ts';
import { listFolders } from './folder-source.ts';
import { type Listing, mirror, type Mirrored } from './mirror.ts';

/** Jobs on picture files run one at a time. */
export const PICTURE_QUEUE = 'pictures';

/** Mirrors the owner's folder on Google Drive, if there is one. A failure does not change the shown pictures. */
export const mirrorDrive = defineJob({
  name: 'mirror-drive',
  schedule: { cron: '*/15 * * * *', attempts: 5, priority: 1, replacesQueued: true, afterStartMs: 0 },
  queue: PICTURE_QUEUE,
  payload: noPayload,
  async run(ctx, _payload, stopping) {
    if (!ctx.env.drive) return;
    const drive = createDrive(ctx.env.drive, ctx.clock);
    try {
      const result = await mirror(ctx, await listDrive(drive, stopping), stopping);
      tell(ctx, 'drive', result);
      if (!result.isWhole && result.stored > 0) await addJob(ctx, mirrorDrive, {}, { key: mirrorDrive.name });
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
      ctx.log.warn({ source: 'drive', kind: error.kind, reason: error.message }, 'Google Drive could not be read: the shown pictures stay');
      // The queue retries with growing pauses. A fault that the owner must correct waits for the next run.
      if (error.kind !== 'refused') throw new Error('Google Drive will be tried again later', { cause: error });
    }
  },
});

/** The fingerprint of the owner's folders after this process's last complete run. */
const settledOf = perServer((): { fingerprint?: string } => ({}));

/** Mirrors the owner's folders, if anything in them has changed. */
export const scanPictures = defineJob({
  name: 'scan-pictures',
  schedule: { cron: '* * * * *', priority: 1, replacesQueued: true, afterStartMs: 0 },
  queue: PICTURE_QUEUE,
  payload: noPayload,
  async run(ctx, _payload, stopping) {
    const listing = await listFolders(ctx);
    const now = fingerprint(listing);
    const settled = settledOf(ctx);
    if (settled.fingerprint === now) return;
    const result = await mirror(ctx, listing, stopping);
    tell(ctx, 'folder', result);
    if (result.isWhole) settled.fingerprint = now;
    else delete settled.fingerprint;
  },
});

const fingerprint = ({ pictures, waitingIds }: Listing): string =>
  JSON.stringify([pictures.map(({ sourceId, checksum }) => [sourceId, checksum]), waitingIds]);

function tell({ log }: Context, source: Listing['source'], { stored, hidden, leftOut }: Mirrored): void {
  if (stored > 0 || hidden > 0) log.info({ source, stored, hidden, leftOut }, 'pictures were added or removed');
}
