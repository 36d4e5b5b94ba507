import { sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import type { Db } from '#server/platform/db/client.ts';

// 26 rising bits (the sequence `ticket_order` ends there) above 27 random ones fill the 53 bits of a safe integer.
const RANDOM_RANGE = 2 ** 27;

/** Ids for tickets that are issued now, ascending: they rise with the order of issue, in every process, and cannot be guessed. */
export async function nextTicketIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ place: string }>(sql`select nextval('ticket_order') as place from generate_series(1, ${count}::int)`);
  return rows.map(({ place }) => Number(place) * RANDOM_RANGE + randomInt(RANDOM_RANGE));
}
