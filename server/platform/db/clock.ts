import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from './client.ts';

const Row = z.object({ ms: z.coerce.number() });

/** What time the database's machine has. */
export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
  return new Date(Row.parse(rows[0]).ms);
}
