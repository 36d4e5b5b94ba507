import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { retentionRuns } from '#server/backoffice/backoffice.table.ts';
import type { Db } from '#server/platform/db/client.ts';

type Run = Pick<typeof retentionRuns.$inferSelect, 'ranAt' | 'until'>;

/** The last run of the job: when it ran, and up to which time it deleted data. */
export async function findLastRun(db: Db): Promise<Run | undefined> {
  const [last] = await db.select().from(retentionRuns);
  return last;
}

export async function writeRun(db: Db, run: Run): Promise<void> {
  await db.insert(retentionRuns).values(run).onConflictDoUpdate({ target: retentionRuns.isOnly, set: run });
}

const Row = z.object({ ms: z.coerce.number() });

export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
  return new Date(Row.parse(rows[0]).ms);
}
