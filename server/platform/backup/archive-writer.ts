import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack, type Pack } from 'tar-stream';
import { fillWhole } from '#server/platform/files.ts';
import { fromWebStream, toWebStream } from './web-streams.ts';

/** 2^16: deriving the key takes 64 MB instead of the library's 256 MB, which is enough for a long passphrase. */
const SCRYPT_WORK_FACTOR = 16;

export type ArchiveWriter = {
  add(name: string, content: Buffer | string): Promise<void>;
  /** Adds the file with its present length. Returns its bytes, or undefined if it is gone. */
  addFile(name: string, path: string): Promise<number | undefined>;
};

/**
 * Writes one file: a tar, compressed with zstd, sealed by age with the passphrase. It is complete and on the disk, or absent; an existing
 * file is replaced. Entries wait for the disk, so little memory is used. `age -d file | tar --zstd -x` opens it, too.
 */
export async function writeArchive(file: string, passphrase: string, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  await fillWhole(file, async (draft) => {
    const entries = pack();
    const writing = pipeline(
      Readable.from(entries),
      createZstdCompress(),
      (source) => seal(source, passphrase),
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    );
    const filling = fill(writerOf(entries)).then(
      () => entries.finalize(),
      (error: unknown) => {
        entries.destroy();
        throw error;
      },
    );
    try {
      await Promise.all([filling, writing]);
    } finally {
      entries.destroy();
      await writing.catch(() => undefined);
    }
  });
  await syncFolder(dirname(file));
}

async function* seal(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncIterable<Uint8Array> {
  const age = new Encrypter();
  age.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  age.setPassphrase(passphrase);
  yield* fromWebStream(await age.encrypt(toWebStream(source)));
}

const writerOf = (entries: Pack): ArchiveWriter => ({
  add(name, content) {
    const bytes = Buffer.from(content);
    return addEntry(entries, { name, size: bytes.length }, Readable.from([bytes]));
  },
  async addFile(name, path) {
    const file = await openIfThere(path);
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      // A file that grows during the copy is cut to its first length; one that shrinks fails the backup.
      const content = size === 0 ? Readable.from([]) : file.createReadStream({ end: size - 1, autoClose: false });
      await addEntry(entries, { name, size }, content);
      return size;
    } finally {
      await file.close();
    }
  },
});

/** Adds an entry at the speed of the disk: the library waits for the disk only if it gets the content as a stream. */
async function addEntry(entries: Pack, header: { name: string; size: number }, content: AsyncIterable<Uint8Array>): Promise<void> {
  const { promise: written, resolve, reject } = Promise.withResolvers<void>();
  written.catch(() => undefined);
  const entry = entries.entry(header, (error) => (error ? reject(error) : resolve()));
  for await (const piece of content) {
    if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), written]);
  }
  entry.end(null);
  await written;
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Syncs a folder: a file's name is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
