import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { reasonOf } from '#server/platform/log.ts';
import { ignoreProgress, type OnProgress } from '#server/platform/progress.ts';
import { BackupError, WrongPassphrase } from './backup-error.ts';
import { fromWebStream, toWebStream } from './web-streams.ts';

const FIRST_LINE = 'age-encryption.org/v1\n';
/** Bytes of the header and seal of an empty file; a shorter one was cut off. */
const MARGIN_BYTES = 200;

export type ArchiveEntry = { name: string; size: number; content: Readable };

/**
 * Reads a file of `writeArchive` and calls `take` for each entry, which must read its content to the end. One of the passphrases must open
 * it. @throws BackupError for a wrong passphrase, a file that was cut or changed, and one that is no backup
 */
export async function readArchive(
  file: string,
  passphrases: string[],
  take: (entry: ArchiveEntry) => Promise<void>,
  onProgress: OnProgress = ignoreProgress,
): Promise<void> {
  await checkBeginning(file);
  const { size } = await stat(file);
  const source = createReadStream(file);
  const entries = extract();
  let refused: { reason: unknown } | undefined;
  const consuming = (async () => {
    for await (const entry of entries) {
      onProgress('Reading the backup', source.bytesRead, size);
      try {
        await take({ name: entry.header.name, size: entry.header.size ?? 0, content: asReadable(entry) });
      } catch (reason) {
        refused ??= { reason };
        throw reason;
      }
    }
  })();
  const reading = pipeline(source, (sealed) => unseal(sealed, { file, passphrases }), createZstdDecompress(), entries);
  const [read, consumed] = await Promise.allSettled([reading, consuming]);
  if (read.status === 'fulfilled' && consumed.status === 'fulfilled') return;
  if (read.status === 'rejected' && read.reason instanceof BackupError) throw read.reason;
  if (refused) throw refused.reason;
  // The seal is intact but the content is no tar of ours: the file was sealed by another program.
  throw noBackup(file);
}

/**
 * Wraps an entry, a stream of another library, in Node's own: when the file ends early the library destroys it at once, and Node's
 * `pipeline` would wait for ever for a stream that is already destroyed.
 */
const asReadable = (entry: AsyncIterable<unknown>): Readable => Readable.from(entry, { objectMode: false });

async function* unseal(
  source: AsyncIterable<Uint8Array>,
  { file, passphrases }: { file: string; passphrases: string[] },
): AsyncIterable<Uint8Array> {
  const age = new Decrypter();
  passphrases.forEach((passphrase) => age.addPassphrase(passphrase));
  const plain = await age.decrypt(toWebStream(source)).catch((error: unknown) => {
    const isWrong = error instanceof Error && error.message.includes('no identity matched');
    throw isWrong ? new WrongPassphrase(`the passphrase does not open ${file}.`, { cause: error }) : damaged(file, error);
  });
  try {
    yield* fromWebStream(plain);
  } catch (error) {
    throw damaged(file, error);
  }
}

async function checkBeginning(file: string): Promise<void> {
  const opened = await open(file).catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read (${reasonOf(error)})`, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await opened.read({ length: FIRST_LINE.length }).catch((error: unknown) => {
      throw noBackup(file, error);
    });
    const beginning = buffer.toString('latin1', 0, bytesRead);
    if (!FIRST_LINE.startsWith(beginning) || beginning === '') throw noBackup(file);
    if ((await opened.stat()).size < MARGIN_BYTES) throw damaged(file);
  } finally {
    await opened.close();
  }
}

export const noBackup = (file: string, cause?: unknown): BackupError => new BackupError(`${file} is no backup of this program.`, { cause });
const damaged = (file: string, cause?: unknown): BackupError =>
  new BackupError(`${file} is cut or damaged: take another backup.`, { cause });
