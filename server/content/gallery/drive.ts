import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ALBUMS, type Album } from '#shared/gallery/pictures.ts';
import type { DriveSettings } from '#server/platform/config/env-drive.ts';
import type { Clock } from '#server/platform/context.ts';
import { createDriveCaller, DriveError, readJson } from './drive-http.ts';
import type { Listing } from './mirror.ts';
import { PICTURE_BYTES_MAX, type Refusal } from './picture-decoder.ts';
import { pictureName } from './picture-store.ts';

/** Timeouts for one answer, for a list with all its pages, and for one file. */
export const DRIVE_TIMEOUTS = { answerMs: 20_000, listMs: 60_000, fileMs: 60_000 };
const FOLDER = 'application/vnd.google-apps.folder';
const PAGE_SIZE = '1000';
const PAGES_MAX = 50;

const Entry = z.object({
  id: z.string().regex(/^[\w-]{1,200}$/),
  name: z.string(),
  mimeType: z.string(),
  size: z.string().regex(/^\d+$/).transform(Number).optional(),
  modifiedTime: z.string(),
  md5Checksum: z.string().optional(),
});
const Page = z.object({ nextPageToken: z.string().optional(), incompleteSearch: z.boolean().optional(), files: z.array(Entry) });
const Folder = z.object({ mimeType: z.string(), trashed: z.boolean() });

type DriveFile = z.infer<typeof Entry> & { album: Album };

type Drive = {
  /**
   * Returns all pictures of the folder, for the gallery, and of subfolders named like an album, for that album, by name. Rejects instead of
   * returning a partial list.
   */
  list(stopping?: AbortSignal): Promise<DriveFile[]>;
  /** Returns the content of a picture, or the reason why it cannot be shown. */
  download(file: DriveFile, stopping?: AbortSignal): Promise<Buffer | Refusal>;
};

/** Opens a folder on Google Drive. Both methods reject with a `DriveError` whose message says what to correct. */
export function createDrive(settings: DriveSettings, clock: Clock, timeouts = DRIVE_TIMEOUTS): Drive {
  const { folderId, driveId } = settings;
  const call = createDriveCaller(settings, clock);

  /** Drive may list a folder that was deleted or is no longer shared as an empty one. */
  async function checkFolder(signal: AbortSignal): Promise<void> {
    const folder = await call(`/files/${folderId}`, { fields: 'mimeType,trashed' }, { signal }, (answer) => readJson(answer, Folder));
    if (folder.mimeType !== FOLDER) throw new DriveError('refused', 'DRIVE_FOLDER_ID is not the id of a folder');
    if (folder.trashed) throw new DriveError('refused', 'the folder lies in the bin: restore it, or set DRIVE_FOLDER_ID to another one');
  }

  async function listFolder(id: string, whole: AbortSignal): Promise<z.infer<typeof Entry>[]> {
    const entries = [];
    const query: Record<string, string> = {
      q: `'${id}' in parents and trashed = false and (mimeType contains 'image/' or mimeType = '${FOLDER}')`,
      fields: 'nextPageToken,incompleteSearch,files(id,name,mimeType,size,modifiedTime,md5Checksum)',
      orderBy: 'name_natural',
      pageSize: PAGE_SIZE,
      ...(driveId !== undefined && { includeItemsFromAllDrives: 'true', corpora: 'drive', driveId }),
    };
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const signal = signalOf(timeouts.answerMs, whole);
      const answer = await call('/files', query, { signal }, (response) => readJson(response, Page));
      if (answer.incompleteSearch) throw new DriveError('away', 'it did not search everywhere');
      entries.push(...answer.files);
      // Pages before the last one may be short or empty.
      if (!answer.nextPageToken) return entries;
      query['pageToken'] = answer.nextPageToken;
    }
    throw new DriveError('away', `its list has no end after ${PAGES_MAX} pages`);
  }

  async function listAll(whole: AbortSignal): Promise<DriveFile[]> {
    await checkFolder(signalOf(timeouts.answerMs, whole));
    const entries = await listFolder(folderId, whole);
    const found = picturesOf(entries, 'gallery');
    for (const { id, mimeType, name } of entries) {
      const album = mimeType === FOLDER ? ALBUMS.find((each) => each === name.trim().toLowerCase()) : undefined;
      if (album) found.push(...picturesOf(await listFolder(id, whole), album));
    }
    // An old file may be in two folders.
    return [...new Map(found.toReversed().map((file) => [file.id, file])).values()].toReversed();
  }

  return {
    list: (stopping) =>
      listAll(signalOf(timeouts.listMs, stopping)).catch((error: unknown) => {
        throw withCorrection(error, settings);
      }),
    async download(file, stopping) {
      if ((file.size ?? 0) > PICTURE_BYTES_MAX) return 'too_large';
      const signal = signalOf(timeouts.fileMs, stopping);
      const content = await call(`/files/${file.id}`, { alt: 'media' }, { signal, isContent: true }, readPicture);
      if (content !== 'too_large' && !isWhole(content, file)) throw new DriveError('spoilt', 'it changed, or was cut, on its way');
      return content;
    },
  };
}

/** Returns the content of the folder, in its order. @throws DriveError, with no partial result */
export async function listDrive(drive: Drive, stopping?: AbortSignal): Promise<Listing> {
  const pictures = (await drive.list(stopping)).map((file, place) => ({
    album: file.album,
    sourceId: file.id,
    checksum: file.md5Checksum ?? `${file.modifiedTime} ${file.size ?? ''}`,
    name: pictureName(file.name),
    nameKa: '',
    position: place + 1,
    fileName: file.name,
    read: (signal?: AbortSignal) => drive.download(file, signal),
  }));
  return { source: 'drive', pictures, waitingIds: [] };
}

const signalOf = (milliseconds: number, other?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(milliseconds), ...(other ? [other] : [])]);

const picturesOf = (entries: z.infer<typeof Entry>[], album: Album): DriveFile[] =>
  entries.filter(({ mimeType }) => mimeType.startsWith('image/')).map((entry) => ({ ...entry, album }));

/** For a file that cannot be read at the moment, Google answers 200 with an HTML page. */
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

/** A refusal of the list is about the folder or the credentials. */
function withCorrection(error: unknown, { access }: DriveSettings): unknown {
  if (!(error instanceof DriveError) || error.status === undefined) return error;
  const isKey = 'apiKey' in access;
  const sharing = isKey ? 'share the folder with anyone who has the link' : "share the folder with the service account's address";
  const corrections: Record<number, string> = {
    400: isKey ? 'check DRIVE_API_KEY and DRIVE_FOLDER_ID' : 'check DRIVE_FOLDER_ID',
    403: `${sharing}, and see that the Drive API is enabled${isKey ? ' and open to this server in the settings of the key' : ''}`,
    404: `check DRIVE_FOLDER_ID, set DRIVE_ID if it lies in a shared drive, and ${sharing}`,
  };
  const correction = corrections[error.status];
  return correction ? new DriveError('refused', `${correction} (${error.message})`) : error;
}
