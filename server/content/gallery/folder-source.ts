import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';
import type { Context } from '#server/platform/context.ts';
import type { Bucket } from '#server/platform/storage/bucket.ts';
import { type Album, ALBUMS } from '#shared/gallery/pictures.ts';
import { type Incoming, isFirstTime, type Listing } from './mirror.ts';
import { PICTURE_BYTES_MAX, type Refusal } from './picture-decoder.ts';
import { pictureName } from './picture-store.ts';

/** A file that was changed more recently may be incomplete. */
const STILL_MS = 5_000;
/** Follows no symbolic link and does not wait for a named pipe; Windows has neither flag. */
const PLAINLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const byName = new Intl.Collator('en', { numeric: true });

export const ownersFolder = ({ dataDir }: Env, album: Album): string => join(dataDir, 'pictures', album);

/** Lists the owner's folders, by name in natural order. Rejects if one of them cannot be read, instead of returning a partial list. */
export async function listFolders(ctx: Context): Promise<Listing> {
  if (ctx.storage.kind === 'bucket') return listBucket(ctx.storage);
  const listing: Listing = { source: 'folder', pictures: [], waitingIds: [] };
  for (const album of ALBUMS) {
    const folder = ownersFolder(ctx.env, album);
    await mkdir(folder, { recursive: true });
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    names.sort(inOrder);
    for (const [place, name] of names.entries()) await addFile(ctx, listing, { album, name, position: place + 1 });
  }
  return listing;
}

const inOrder = (one: string, other: string): number => byName.compare(one, other) || (one < other ? -1 : 1);

/** Lists the owner's folders in a bucket, where a file is always whole. */
async function listBucket(bucket: Bucket): Promise<Listing> {
  const files = new Map((await bucket.list('pictures')).map((file) => [file.name, file]));
  const pictures = ALBUMS.flatMap((album) => {
    const folder = `pictures/${album}/`;
    const names = [...files.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
    const plain = names.filter((name) => !name.startsWith('.') && !name.includes('/')).toSorted(inOrder);
    return plain.map((name, place): Incoming => {
      const { bytes = 0, md5, changedAt } = files.get(folder + name) ?? {};
      const sourceId = `${album}/${name}`;
      const checksum = `${bytes} ${md5 ?? changedAt?.getTime()}`;
      const read = () => (bytes > PICTURE_BYTES_MAX ? Promise.resolve('too_large' as const) : readFrom(bucket, folder + name));
      return { album, sourceId, checksum, name: pictureName(name), nameKa: '', position: place + 1, fileName: sourceId, read };
    });
  });
  return { source: 'folder', pictures, waitingIds: [] };
}

async function readFrom(bucket: Bucket, name: string): Promise<Buffer> {
  const content = await (await bucket.open(name))?.read();
  if (!content) throw new Error('The file was deleted after it was listed.');
  return content;
}

type Place = { album: Album; name: string; position: number };

async function addFile(ctx: Context, { pictures, waitingIds }: Listing, { album, name, position }: Place): Promise<void> {
  const path = join(ownersFolder(ctx.env, album), name);
  const sourceId = `${album}/${name}`;
  const file = await lstat(path).catch(() => undefined);
  // The file was deleted after the folder was listed.
  if (!file) return;
  if (!file.isFile()) return tell(ctx, sourceId, file.isSymbolicLink() ? 'It is a link: copy the picture itself.' : 'It is not a file.');
  if (!isStill(file, ctx.clock.now())) {
    waitingIds.push(sourceId);
    return;
  }
  const checksum = `${file.size} ${file.mtimeMs}`;
  const read = () => readPlainly(path, checksum);
  pictures.push({ album, sourceId, checksum, name: pictureName(name), nameKa: '', position, fileName: sourceId, read });
}

/** Checks both times, because a copy may keep those of the original; a time in the future comes from a wrong clock. */
function isStill({ mtimeMs, ctimeMs }: { mtimeMs: number; ctimeMs: number }, now: Date): boolean {
  return [mtimeMs, ctimeMs].every((changedAt) => Math.abs(now.getTime() - changedAt) >= STILL_MS);
}

/** Reads the listed file; rejects if it has changed. */
const readPlainly: (path: string, checksum: string) => ReturnType<Incoming['read']> = async (path, checksum): Promise<Buffer | Refusal> => {
  const handle = await open(path, PLAINLY);
  try {
    const { size, mtimeMs } = await handle.stat();
    if (`${size} ${mtimeMs}` !== checksum) throw new Error('The file changed after it was listed.');
    return size > PICTURE_BYTES_MAX ? 'too_large' : await handle.readFile();
  } finally {
    await handle.close();
  }
};

function tell(ctx: Context, fileName: string, reason: string): void {
  if (isFirstTime(ctx, fileName, reason)) ctx.log.warn({ source: 'folder', fileName, reason }, 'a picture was refused');
}
