import { sql } from 'drizzle-orm';
import type { TestApp } from '#tests/setup/app.ts';

/** Waits until this many transactions on the app's database wait for a lock in a statement with this text: the race is set up. */
export async function untilWaiting({ deps }: TestApp, count: number, queryPart = ''): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${queryPart}) > 0`;
  // Outside the pool, whose connections may all be waiting.
  while ((await deps.database.priority.execute(waiting)).rows.length < count);
}
