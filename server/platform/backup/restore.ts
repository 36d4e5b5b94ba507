import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { readJobTables, recreateJobTables } from '#server/platform/db/job-tables.ts';
import { createTablesBeforeBaseline, isBeforeBaseline } from '#server/platform/db/before-baseline.ts';
import { appliedMigrations, createMigrationTable, migrateInTransaction } from '#server/platform/db/migrate-in-transaction.ts';
import { createClient } from '#server/platform/db/hosts.ts';
import { findProcesses, MIGRATION_LOCK } from '#server/platform/db/lock-wait.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { ignoreProgress, type OnProgress } from '#server/platform/progress.ts';
import { type ArchiveEntry, noBackup, readArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { type Contents, contentsOf, End, ENTRY, type Header } from './contents.ts';
import { parseHeader, refuseOtherJobs } from './header.ts';
import { type Loader, openLoader } from './load-tables.ts';
import type { FileDrafts } from './file-drafts.ts';
import { COPY_SETTINGS } from './table-copy.ts';
import { dropTables, findSavedTables, hasRows, markDatabase } from './tables.queries.ts';

const CONNECT_MS = 5_000;

export type RestoreOptions = {
  /** `ownerUrl`: of the tables' owner; `url`: of the server's user, who gets its rights on them. */
  ownerUrl: string;
  url: string;
  file: string;
  /** One of them must open the file. */
  passphrases: string[];
  /** Whether existing data may be replaced. */
  mayReplace: boolean;
  /** Where files are stored; without it they are read and discarded. */
  files?: FileDrafts | undefined;
  /** Returns the inconsistencies of the restored data, as sentences. */
  findFaults: (client: Client) => Promise<string[]>;
  onProgress?: OnProgress | undefined;
};

/** `isSecretReplaced`: the backup's secret replaced another one. */
export type Restored = { contents: Contents; secret: string | undefined; faults: string[]; isSecretReplaced: boolean };

/**
 * Restores a backup in one transaction: rows and checksums are compared with the backup and the tables are migrated before it commits;
 * until then the database is unchanged. Files and secret are placed after it, or by the next start if the restore is killed
 * (`settleRestores`). @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { ownerUrl, url, files, mayReplace, onProgress = ignoreProgress } = options;
  const client = createClient(ownerUrl, {
    application_name: `rkali:${process.pid}`,
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  let restored: Omit<Restored, 'isSecretReplaced'>;
  let isSecretReplaced = false;
  let isPlanned = false;
  try {
    await refuseOccupied(client, mayReplace);
    await client.query('begin');
    await client.query(COPY_SETTINGS);
    const loaded = await load(client, options);
    onProgress('Checking the data');
    await migrateInTransaction(client);
    // The checks are those of the present tables, so they run after the migration.
    restored = { ...loaded, faults: await options.findFaults(client) };
    await files?.plan(await markDatabase(client), restored.secret);
    isPlanned = true;
    await client.query('commit');
    onProgress('Placing the pictures');
    isSecretReplaced = (await files?.place()) ?? false;
  } finally {
    await client.end().catch(() => undefined);
    if (!isPlanned) await files?.drop();
  }
  await migrate(ownerUrl, url);
  return { ...restored, isSecretReplaced };
}

/** Refuses a database in use, or with data. A server that starts afterwards waits until the restore ends. */
async function refuseOccupied(client: Client, mayReplace: boolean): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [MIGRATION_LOCK]);
  const processes = await findProcesses(client);
  if (!rows[0]?.isFree || processes.length > 0) {
    const which = processes.length > 0 ? ` (process ${processes.join(', ')})` : '';
    throw new BackupError(`the site or a command of it uses this database${which}: stop it first.`);
  }
  const isForeign = (await appliedMigrations(client)).length === 0;
  const tables = (await findSavedTables(client)).filter(({ schema }) => schema === 'public');
  if (isForeign && tables.length > 0) throw new BackupError('this database has tables of another program: give an empty one.');
  if (!mayReplace && (await hasRows(client))) {
    throw new BackupError('this database is not empty: give an empty one, or add --replace to lose what it has.');
  }
}

/** Fills the database with the entries of the file, in order. */
async function load(
  client: Client,
  { file, passphrases, files, onProgress = ignoreProgress }: RestoreOptions,
): Promise<Pick<Restored, 'contents' | 'secret'>> {
  const found: { header?: Header; loader?: Loader; end?: End; secret?: string } = {};
  const take = async ({ name, content }: ArchiveEntry): Promise<void> => {
    if (name === ENTRY.header) {
      found.header = parseHeader(file, await text(content));
      found.loader = await prepare(client, found.header);
    } else if (!found.loader) throw noBackup(file);
    else if (name === ENTRY.secret) found.secret = await text(content);
    else if (name.startsWith(ENTRY.files)) await (files ? files.add(name.slice(ENTRY.files.length), content) : drain(content));
    else if (name.startsWith(ENTRY.tables)) await found.loader.add(name.slice(ENTRY.tables.length, name.lastIndexOf('/')), content);
    else found.end = End.parse(JSON.parse(await text(content)));
  };
  await readArchive(file, passphrases, take, onProgress);
  const { header, loader, end, secret } = found;
  if (!header || !loader || !end) throw new BackupError(`${file} is no whole backup: take another one.`);
  await loader.end(end, onProgress);
  return { contents: contentsOf(header, end), secret };
}

/** Creates the tables as they were in the version that made the backup. */
async function prepare(client: Client, header: Header): Promise<Loader> {
  await recreateJobTables(client);
  refuseOtherJobs(header, await readJobTables(client));
  await dropTables(client);
  if (isBeforeBaseline(header.migrations)) {
    await createMigrationTable(client);
    await createTablesBeforeBaseline(client, header.migrations);
  } else await migrateInTransaction(client, header.migrations.at(-1));
  return openLoader(client, header.tables);
}

async function drain(content: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of content);
}
