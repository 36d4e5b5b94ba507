import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Count, SavedTable } from './contents.ts';
import { quotedWithColumns } from './tables.queries.ts';

/** The bytes of a piece of a table: they bound the memory of a backup, whatever the size of the database. */
const PIECE_BYTES = 1_000_000;

/**
 * Settings of the transaction: one notation for values, rows in disk order, no timeouts. Row security is on, because a policy shows the
 * server's user all rows of the job library (server/platform/db/rights.ts).
 */
export const COPY_SETTINGS = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local synchronize_seqscans = off; set local row_security = on;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Reads a table as text, in pieces; returns the number of rows and their checksum. */
export async function copyOut(client: Client, table: SavedTable, take?: (piece: Buffer) => Promise<void>): Promise<Count> {
  const reading = client.query(copyTo(`copy ${quotedWithColumns(client, table)} to stdout`));
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let length = 0;
  const pass = async (): Promise<void> => {
    const piece = Buffer.concat(waiting);
    [waiting, length] = [[], 0];
    if (piece.length > 0) await take?.(piece);
  };
  // A stream of bytes without an encoding yields buffers.
  for await (const chunk of reading as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (!take) continue;
    waiting.push(chunk);
    length += chunk.length;
    if (length >= PIECE_BYTES) await pass();
  }
  await pass();
  return { rows: reading.rowCount, sha256: hash.digest('hex') };
}

export type TableLoad = {
  add(piece: AsyncIterable<Uint8Array>): Promise<void>;
  /** Resolves when all rows are in the table. */
  end(): Promise<void>;
};

/** Begins to fill a table that this transaction created or emptied, so that its rows need no later vacuum. */
export function copyIn(client: Client, table: SavedTable): TableLoad {
  const writing = client.query(copyFrom(`copy ${quotedWithColumns(client, table)} from stdin with (freeze)`));
  const failure = once(writing, 'error').then(([error]) => {
    throw error;
  });
  failure.catch(() => undefined);
  // After the first failure the stream has no connection, and every further step fails for that reason alone.
  writing.on('error', () => undefined);
  const canTakeMore = (chunk: Uint8Array): boolean => {
    try {
      return writing.write(chunk);
    } catch {
      return false;
    }
  };
  return {
    async add(piece) {
      for await (const chunk of piece) {
        if (!canTakeMore(chunk)) await Promise.race([once(writing, 'drain'), failure]);
      }
    },
    end: async () => {
      writing.end();
      await Promise.race([once(writing, 'finish'), failure]);
    },
  };
}
