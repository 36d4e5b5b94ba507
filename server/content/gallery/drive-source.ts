import type { Clock } from '#server/platform/context.ts';
import type { Env } from '#server/platform/config/env.ts';
import { createDrive, type Drive } from './drive.ts';
import type { DriveFile } from './drive-listing.ts';
import type { Listing } from './mirror.ts';
import { pictureName } from './picture-name.ts';

const drives = new WeakMap<Env, Drive>();

/** The folder on Google Drive of this process, which keeps its access token; none when the owner has none. */
export function driveOf({ env, clock }: { env: Env; clock: Clock }): Drive | undefined {
  if (!env.drive) return undefined;
  const drive = drives.get(env) ?? createDrive(env.drive, clock);
  drives.set(env, drive);
  return drive;
}

/** What lies in the folder on Google Drive, in its order. @throws DriveError, and then nothing is known */
export async function listDrive(drive: Drive, stopping?: AbortSignal): Promise<Listing> {
  const files = await drive.list(stopping);
  const pictures = files.map((file, place) => ({
    album: file.album,
    sourceId: file.id,
    checksum: checksumOf(file),
    name: pictureName(file.name),
    nameKa: '',
    position: place + 1,
    fileName: file.name,
    read: (signal?: AbortSignal) => drive.download(file, signal),
  }));
  return { source: 'drive', pictures, waitingIds: [] };
}

const checksumOf = ({ md5Checksum, modifiedTime, size }: DriveFile): string => md5Checksum ?? `${modifiedTime} ${size ?? ''}`;
