import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { BucketSettings } from '#server/platform/config/env-storage.ts';
import { purposeKey, splitSecrets } from '#server/platform/config/secrets.ts';
import { createClient } from '#server/platform/db/hosts.ts';
import { readJobTables } from '#server/platform/db/job-tables.ts';
import { appliedMigrations } from '#server/platform/db/migrate-in-transaction.ts';
import { openBucket } from '#server/platform/storage/bucket.ts';
import { STORED_FOLDERS } from '#server/platform/storage/storage.ts';
import { ignoreProgress, type OnProgress } from '#server/platform/progress.ts';
import { VERSION } from '#server/platform/version.ts';
import { type ArchiveWriter, writeArchive } from './archive-writer.ts';
import {
  type Contents,
  contentsOf,
  type Count,
  ENTRY,
  type End,
  type Header,
  type SavedBucket,
  type SavedTable,
  tableKey,
} from './contents.ts';
import { listSavedFiles } from './saved-files.ts';
import { COPY_SETTINGS, copyOut } from './table-copy.ts';
import { findSavedTables, lockTables, readSequences, readSizes } from './tables.queries.ts';

const CONNECT_MS = 5_000;
const MARK_BYTES = 8;
/**
 * After each piece the backup pauses for this many times the duration of the piece, so that it yields to guests and the door under load.
 */
const REST = 6;

/** The database of a site, its secret, and where its pictures are: in the folder, unless it has a bucket. */
export type Site = { databaseUrl: string; dataDir: string; secret: string; bucket?: BucketSettings | undefined };

export type SaveOrder = { site: Site; file: string; passphrase: string; withSecret: boolean };

/** Returns a short digest of each secret of a list, to compare secrets without storing them. */
export const secretMarks = (secret: string): string[] =>
  splitSecrets(secret).map((each) => purposeKey(each, 'backup-mark', MARK_BYTES).toString('hex'));

/**
 * Writes one consistent snapshot of an open site into a file sealed with the passphrase: all tables at one moment, and the pictures. Those
 * in a bucket stay there, because their names change with their content and they are kept for a week after their last use; the file names it.
 * `withSecret` adds the secret, without which tickets and sealed data of the backup cannot be read.
 */
export async function saveBackup(
  { site, file, passphrase, withSecret }: SaveOrder,
  onProgress: OnProgress = ignoreProgress,
): Promise<Contents> {
  const client = createClient(site.databaseUrl, {
    application_name: `rkali:${process.pid}`,
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const tables = await findSavedTables(client);
    await client.query('begin isolation level repeatable read read only');
    await client.query(COPY_SETTINGS);
    // Locking reads no row, so the snapshot is taken after the locks, and no migration can run in between.
    await lockTables(client, tables);
    const header = await readHeader(client, site, tables, withSecret);
    let contents: Contents | undefined;
    await writeArchive(file, passphrase, async (archive) => {
      await archive.add(ENTRY.header, JSON.stringify(header));
      if (withSecret) await archive.add(ENTRY.secret, site.secret);
      const end = await addData({ archive, client, onProgress }, site, tables);
      await archive.add(ENTRY.end, JSON.stringify(end));
      contents = contentsOf(header, end);
    });
    if (!contents) throw new Error('the backup was not written');
    return contents;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readHeader(client: Client, { secret, bucket }: Site, tables: SavedTable[], hasSecret: boolean): Promise<Header> {
  const { rows } = await client.query<{ now: Date }>('select now() as now');
  return {
    format: 1,
    madeAt: (rows[0]?.now ?? new Date()).toISOString(),
    version: VERSION,
    migrations: await appliedMigrations(client),
    jobTables: await readJobTables(client),
    secretMarks: secretMarks(secret),
    hasSecret,
    tables,
    ...(bucket && { bucket: await describeBucket(bucket) }),
  };
}

/** A bucket that does not answer must not cost the night's backup. */
async function describeBucket(settings: BucketSettings): Promise<SavedBucket> {
  const bucket = openBucket(settings);
  const names = await Promise.all(STORED_FOLDERS.map((folder) => bucket.names(folder))).catch(() => undefined);
  return { place: bucket.place, files: names?.flat().length ?? null, isVersioned: (await bucket.isVersioned()) ?? null };
}

type Means = { archive: ArchiveWriter; client: Client; onProgress: OnProgress };

/** Pictures first: those that the snapshot names are kept for at least a week, and later ones do no harm. */
async function addData({ archive, client, onProgress }: Means, { dataDir, bucket }: Site, tables: SavedTable[]): Promise<End> {
  let files = 0;
  const names = bucket ? [] : await listSavedFiles(dataDir);
  for (const [place, name] of names.entries()) {
    onProgress('Saving the pictures', place, names.length);
    if ((await archive.addFile(ENTRY.files + name, join(dataDir, name))) !== undefined) files += 1;
  }
  const counts: Record<string, Count> = {};
  const sizes = await readSizes(client, tables);
  const allBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  let earlierBytes = 0;
  let begunAt = performance.now();
  for (const [place, table] of tables.entries()) {
    const tableBytes = sizes[place] ?? 0;
    let piece = 0;
    let bytes = 0;
    counts[tableKey(table)] = await copyOut(client, table, async (text) => {
      await archive.add(`${ENTRY.tables}${tableKey(table)}/${(piece += 1)}`, text);
      bytes += text.length;
      // A table's text may be longer than the table.
      onProgress('Saving the tables', earlierBytes + Math.min(bytes, tableBytes), allBytes);
      await sleep(REST * (performance.now() - begunAt));
      begunAt = performance.now();
    });
    earlierBytes += tableBytes;
  }
  return { tables: counts, sequences: await readSequences(client), files };
}
