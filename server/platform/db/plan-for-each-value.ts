import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/**
 * Until the transaction ends: a plan for the very values that are asked for. One plan for all of them would read a whole table for a rare
 * one, or a whole index for a common one.
 */
export async function planForEachValue(db: Db): Promise<void> {
  await db.execute(sql`set local plan_cache_mode = force_custom_plan`);
}
