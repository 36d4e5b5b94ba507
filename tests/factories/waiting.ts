import { sql } from 'drizzle-orm';
import type { TestApp } from '#tests/setup/app.ts';

/** Waits until so many transactions on the app's database stand before a lock, with this in their statement: whoever must race is there. */
export async function untilWaiting({ deps }: TestApp, count: number, queryPart = ''): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${queryPart}) > 0`;
  // Beside the pool, whose connections may all be waiting.
  while ((await deps.database.priority.execute(waiting)).rows.length < count);
}
