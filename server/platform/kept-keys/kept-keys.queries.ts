import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { keptKeys } from '#server/platform/platform.table.ts';

export type KeptKeyRow = typeof keptKeys.$inferSelect;

export const findKeptKeys = (db: Db): Promise<KeptKeyRow[]> => db.select().from(keptKeys).orderBy(keptKeys.name);

/** Stores the keys that are not stored yet. */
export async function insertKeptKeys(db: Db, rows: readonly Pick<KeptKeyRow, 'name' | 'sealedKey'>[]): Promise<void> {
  await db
    .insert(keptKeys)
    .values([...rows])
    .onConflictDoNothing();
}

/** Stores a key under another secret, unless somebody did meanwhile. */
export async function updateKeptKey(db: Db, before: KeptKeyRow, after: Omit<KeptKeyRow, 'name'>): Promise<void> {
  await db
    .update(keptKeys)
    .set(after)
    .where(and(eq(keptKeys.name, before.name), eq(keptKeys.sealedKey, before.sealedKey)));
}
