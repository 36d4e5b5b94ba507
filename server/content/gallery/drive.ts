import { createHash } from 'node:crypto';
import type { Clock } from '#server/platform/context.ts';
import type { DriveSettings } from '#server/platform/config/env-drive.ts';
import { createDriveCaller } from './drive-calls.ts';
import { DriveError } from './drive-error.ts';
import { listDriveFiles, type DriveFile } from './drive-listing.ts';
import { PICTURE_BYTES_MAX, type Refusal } from './picture-decoder.ts';

/** How long Drive may take for one answer, for a list of all its pages, and for one file. */
export const DRIVE_TIMEOUTS = { answerMs: 20_000, listMs: 60_000, fileMs: 60_000 };

export type Drive = {
  /** All pictures of the folder, or a rejection. */
  list(stopping?: AbortSignal): Promise<DriveFile[]>;
  /** The content of one, whole, or why it is none of ours. */
  download(file: DriveFile, stopping?: AbortSignal): Promise<Buffer | Refusal>;
};

/** A folder on Google Drive, read over two endpoints of its API. Both rejections are `DriveError`s whose words name the mend. */
export function createDrive(settings: DriveSettings, clock: Clock, timeouts = DRIVE_TIMEOUTS): Drive {
  const call = createDriveCaller(settings, clock);
  return {
    async list(stopping) {
      const whole = signalOf(timeouts.listMs, stopping);
      const signals = () => signalOf(timeouts.answerMs, whole);
      return listDriveFiles(call, settings, signals).catch((error: unknown) => {
        throw withMend(error, settings);
      });
    },
    async download(file, stopping) {
      if ((file.size ?? 0) > PICTURE_BYTES_MAX) return 'too_large';
      const signal = signalOf(timeouts.fileMs, stopping);
      const content = await call({ path: `/files/${file.id}`, query: { alt: 'media' }, signal, isContent: true, read: readPicture });
      if (content !== 'too_large' && !isWhole(content, file)) throw new DriveError('spoilt', 'it changed, or was cut, on its way');
      return content;
    },
  };
}

const signalOf = (milliseconds: number, other?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(milliseconds), ...(other ? [other] : [])]);

/** Google answers with a page where a file may not be had just now, and says 200 to it. */
async function readPicture(response: Response): Promise<Buffer | 'too_large'> {
  if (response.headers.get('content-type')?.startsWith('text/html')) throw new DriveError('spoilt', 'a page came in its place');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > PICTURE_BYTES_MAX) return 'too_large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isWhole(content: Buffer, { md5Checksum, size }: DriveFile): boolean {
  if (md5Checksum !== undefined) return createHash('md5').update(content).digest('hex') === md5Checksum.toLowerCase();
  return size === undefined || content.length === size;
}

/** A refusal while listing concerns the folder or the way in. */
function withMend(error: unknown, { access }: DriveSettings): unknown {
  if (!(error instanceof DriveError) || error.status === undefined) return error;
  const isKey = 'apiKey' in access;
  const sharing = isKey ? 'share the folder with anyone who has the link' : "share the folder with the service account's address";
  const mends: Record<number, string> = {
    400: isKey ? 'check DRIVE_API_KEY and DRIVE_FOLDER_ID' : 'check DRIVE_FOLDER_ID',
    403: `${sharing}, and see that the Drive API is enabled${isKey ? ' and open to this server in the settings of the key' : ''}`,
    404: `check DRIVE_FOLDER_ID, set DRIVE_ID if it lies in a shared drive, and ${sharing}`,
  };
  const mend = mends[error.status];
  return mend ? new DriveError('refused', `${mend} (${error.message})`) : error;
}
