import type { Pool } from 'pg';
import type { Keys } from '#server/platform/context.ts';
import { writeDesk } from './desk.ts';
import { writeGuests, writeStaff } from './guests.ts';
import { writeEvents } from './events.ts';
import { writePurchases } from './purchases.ts';

/** The size of a club. `soldEvents`: its latest past events, over which the tickets are spread. */
export type ClubSize = { guests: number; pastEvents: number; soldEvents: number; tickets: number };

/**
 * Writes the data of a club of this size after years straight into the tables, the same each time, and runs `analyze`. Everything that a
 * purchase leaves is there: lines, payments, ledger, tickets, scans, mails.
 */
export async function writeClub(database: Pool, keys: Keys, size: ClubSize): Promise<void> {
  const client = await database.connect();
  try {
    // Consistent rows need no checks: only reading them is measured.
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await writeStaff(client, keys);
    await writeGuests(client, keys, size.guests);
    await writeEvents(client, size);
    await writePurchases(client, size);
    await writeDesk(client, size);
    await client.query('reset session_replication_role');
    await client.query('reset synchronous_commit');
    await client.query('vacuum (analyze)');
  } finally {
    client.release();
  }
}
