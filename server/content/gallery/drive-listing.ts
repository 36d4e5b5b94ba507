import { z } from 'zod';
import { ALBUMS, type Album } from '#shared/gallery/albums.ts';
import type { DriveSettings } from '#server/platform/config/env-drive.ts';
import type { DriveCaller } from './drive-calls.ts';
import { DriveError } from './drive-error.ts';
import { readJson } from './drive-http.ts';

const FOLDER = 'application/vnd.google-apps.folder';
const PAGE_SIZE = 1000;
const PAGES_MAX = 50;

const Id = z.string().regex(/^[\w-]{1,200}$/);
const Entry = z.object({
  id: Id,
  name: z.string(),
  mimeType: z.string(),
  size: z.string().regex(/^\d+$/).optional(),
  modifiedTime: z.string(),
  md5Checksum: z.string().optional(),
});
type Entry = z.infer<typeof Entry>;
const Page = z.object({ nextPageToken: z.string().optional(), incompleteSearch: z.boolean().optional(), files: z.array(Entry) });
const Folder = z.object({ mimeType: z.string(), trashed: z.boolean() });

export type DriveFile = Omit<Entry, 'size'> & { album: Album; size: number | undefined };

/**
 * All pictures of the folder, by name as people count, for the gallery; those of its folders that are called like an album, for that
 * one. Answers the whole list or rejects: what is missing from half of one has not been removed. @throws DriveError
 */
export async function listDriveFiles(call: DriveCaller, settings: DriveSettings, signals: () => AbortSignal): Promise<DriveFile[]> {
  await checkFolder(call, settings, signals());
  const entries = await listEntries(call, settings, settings.folderId, signals);
  const found = [...picturesOf(entries, 'gallery')];
  for (const folder of entries) {
    const album = albumOf(folder);
    if (album) found.push(...picturesOf(await listEntries(call, settings, folder.id, signals), album));
  }
  // An old file may lie in two folders.
  return [...new Map(found.toReversed().map((file) => [file.id, file])).values()].toReversed();
}

/** A folder that was closed to us or thrown away might be listed as an empty one: it is looked at first. */
async function checkFolder(call: DriveCaller, { folderId }: DriveSettings, signal: AbortSignal): Promise<void> {
  const folder = await call({
    path: `/files/${folderId}`,
    query: { fields: 'mimeType,trashed' },
    signal,
    read: (response) => readJson(response, Folder),
  });
  if (folder.mimeType !== FOLDER) throw new DriveError('refused', 'DRIVE_FOLDER_ID is not the id of a folder');
  if (folder.trashed) throw new DriveError('refused', 'the folder lies in the bin: restore it, or set DRIVE_FOLDER_ID to another one');
}

async function listEntries(call: DriveCaller, settings: DriveSettings, folderId: string, signals: () => AbortSignal): Promise<Entry[]> {
  const entries: Entry[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { ...listQuery(settings, folderId), ...(pageToken === undefined ? {} : { pageToken }) };
    const answer = await call({ path: '/files', query, signal: signals(), read: (response) => readJson(response, Page) });
    if (answer.incompleteSearch) throw new DriveError('away', 'it did not search everywhere');
    entries.push(...answer.files);
    pageToken = answer.nextPageToken;
    // Pages before the last one may be short or empty.
    if (!pageToken) return entries;
  }
  throw new DriveError('away', `its list has no end after ${PAGES_MAX} pages`);
}

function listQuery({ driveId }: DriveSettings, folderId: string): Record<string, string> {
  return {
    q: `'${folderId}' in parents and trashed = false and (mimeType contains 'image/' or mimeType = '${FOLDER}')`,
    fields: 'nextPageToken,incompleteSearch,files(id,name,mimeType,size,modifiedTime,md5Checksum)',
    orderBy: 'name_natural',
    pageSize: String(PAGE_SIZE),
    ...(driveId === undefined ? {} : { includeItemsFromAllDrives: 'true', corpora: 'drive', driveId }),
  };
}

const picturesOf = (entries: Entry[], album: Album): DriveFile[] =>
  entries
    .filter(({ mimeType }) => mimeType.startsWith('image/'))
    .map(({ size, ...entry }) => ({ ...entry, album, size: size === undefined ? undefined : Number(size) }));

function albumOf({ mimeType, name }: Entry): Album | undefined {
  return mimeType === FOLDER ? ALBUMS.find((album) => album === name.trim().toLowerCase()) : undefined;
}
