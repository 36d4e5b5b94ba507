import type { Client } from 'pg';
import type { OnProgress } from '#server/platform/progress.ts';
import { BackupError } from './backup-error.ts';
import { type Count, type End, type SavedTable, tableKey } from './contents.ts';
import { copyIn, copyOut, type TableLoad } from './table-copy.ts';
import {
  addForeignKeys,
  differingTables,
  dropForeignKeys,
  emptyTables,
  enableTriggers,
  findSavedTables,
  setSequences,
} from './tables.queries.ts';

export type Loader = {
  /** Adds a piece of a table; all pieces of one table come in sequence. */
  add(key: string, piece: AsyncIterable<Uint8Array>): Promise<void>;
  /** Ends the last table, and compares the rows and checksums of every table with the saved ones. @throws BackupError */
  end(saved: End, onProgress: OnProgress): Promise<void>;
};

/**
 * Empties all tables in the caller's transaction, and returns a loader for the rows of a backup. @throws BackupError when the tables differ
 * from the saved ones
 */
export async function openLoader(client: Client, saved: readonly SavedTable[]): Promise<Loader> {
  const here = await findSavedTables(client);
  const differing = differingTables(saved, here);
  if (differing.length > 0) throw new BackupError(`the backup has other tables than its version of the program: ${differing.join(', ')}.`);
  const byKey = new Map(saved.map((table) => [tableKey(table), table]));
  const foreignKeys = await dropForeignKeys(client);
  await emptyTables(client, here);
  let current: { key: string; load: TableLoad } | undefined;
  const endCurrent = async (): Promise<void> => {
    await current?.load.end();
    current = undefined;
  };
  return {
    async add(key, piece) {
      if (current?.key !== key) {
        await endCurrent();
        const table = byKey.get(key);
        if (!table) throw new BackupError(`the backup has rows of an unknown table ${key}.`);
        current = { key, load: copyIn(client, table) };
      }
      await current.load.add(piece);
    },
    async end({ tables, sequences }, onProgress) {
      await endCurrent();
      onProgress('Checking the tables');
      await setSequences(client, sequences);
      await addForeignKeys(client, foreignKeys);
      await enableTriggers(client, here);
      await client.query('analyze');
      for (const [place, table] of saved.entries()) {
        onProgress('Comparing the tables', place, saved.length);
        await compare(client, table, tables[tableKey(table)]);
      }
    },
  };
}

/** Compares the text of a restored table with the saved one, to the byte. */
async function compare(client: Client, table: SavedTable, saved: Count | undefined): Promise<void> {
  const found = await copyOut(client, table);
  if (saved && found.rows === saved.rows && found.sha256 === saved.sha256) return;
  throw new BackupError(`the restored table ${tableKey(table)} differs from the backup (${found.rows} rows, ${saved?.rows ?? 0} saved).`);
}
