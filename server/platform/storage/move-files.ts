import { createHash } from 'node:crypto';
import { draftOf } from '#server/platform/files.ts';
import { ignoreProgress, type OnProgress } from '#server/platform/progress.ts';
import type { Bucket } from './bucket.ts';
import type { Folder } from './folder.ts';
import { StorageError } from './storage-error.ts';
import type { StoredFile } from './file-storage.ts';
import { STORED_FOLDERS } from './storage.ts';

/** A bucket answers slowly but many at once; sounds take memory. */
const AT_ONCE = 4;

type Move = { folder: Folder; bucket: Bucket; to: 'bucket' | 'folder'; isDry?: boolean; onProgress?: OnProgress };
/** `same`: already there with the same content. */
export type Moved = { copied: number; same: number; bytes: number };

/**
 * Copies all pictures and sounds to the other storage and compares their content there. Nothing is deleted, so that it can be interrupted,
 * run again beside an open site, and undone. `isDry` only counts. @throws StorageError
 */
export async function moveFiles({ folder, bucket, to, isDry = false, onProgress = ignoreProgress }: Move): Promise<Moved> {
  const [from, target] = to === 'bucket' ? [folder, bucket] : [bucket, folder];
  const files = await listAll(from);
  const there = new Map((await listAll(target)).map((file) => [file.name, file]));
  const moved: Moved = { copied: 0, same: 0, bytes: 0 };
  await inGroups(
    files,
    (done) => onProgress('Copying the files', done, files.length),
    async (file) => {
      if (await isSame({ folder, bucket }, file, there.get(file.name))) {
        moved.same += 1;
        return;
      }
      moved.copied += 1;
      moved.bytes += file.bytes;
      if (!isDry) await copy(from, target, file.name);
    },
  );
  if (!isDry && moved.copied > 0) await compare({ folder, bucket }, to, files, onProgress);
  return moved;
}

async function inGroups<Item>(items: readonly Item[], onGroup: (done: number) => void, work: (item: Item) => Promise<void>): Promise<void> {
  for (let done = 0; done < items.length; done += AT_ONCE) {
    onGroup(done);
    await Promise.all(items.slice(done, done + AT_ONCE).map(work));
  }
}

const listAll = async (storage: Folder | Bucket): Promise<StoredFile[]> =>
  (await Promise.all(STORED_FOLDERS.map((each) => storage.list(each)))).flat().filter(({ name }) => !draftOf(name));

/** A file that is gone since it was listed is left out. */
async function copy(from: Folder | Bucket, target: Folder | Bucket, name: string): Promise<void> {
  const content = await (await from.open(name))?.read();
  if (content) await target.put(name, content);
}

/** Reads the copies back, from the disk, or by the checksum that the bucket has made. */
async function compare(place: Place, to: Move['to'], files: readonly StoredFile[], onProgress: OnProgress): Promise<void> {
  const copies = new Map((await listAll(place[to])).map((file) => [file.name, file]));
  await inGroups(
    files,
    (done) => onProgress('Comparing the files', done, files.length),
    async (file) => {
      if (await isSame(place, file, copies.get(file.name))) return;
      if (!(await place[to === 'bucket' ? 'folder' : 'bucket'].hasAll([file.name]))) return;
      throw new StorageError(`${file.name} differs in ${place[to].place} after it was copied: run the command again.`);
    },
  );
}

type Place = Pick<Move, 'folder' | 'bucket'>;

/** Compares a file with its copy by length and content. The checksum of a bucket that encrypts is of something else. */
async function isSame({ folder, bucket }: Place, file: StoredFile, copied: StoredFile | undefined): Promise<boolean> {
  if (copied?.bytes !== file.bytes) return false;
  const local = await digest(folder, file.name);
  return local !== undefined && (local === (file.md5 ?? copied.md5) || local === (await digest(bucket, file.name)));
}

async function digest(storage: Folder | Bucket, name: string): Promise<string | undefined> {
  const content = await (await storage.open(name))?.read();
  return content && createHash('md5').update(content).digest('hex');
}
