import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { keptKeys } from '#server/platform/platform.table.ts';

type KeptKeyRow = typeof keptKeys.$inferSelect;

export const findKeptKeys = (db: Db): Promise<KeptKeyRow[]> => db.select().from(keptKeys).orderBy(keptKeys.name);

/** Stores the keys that are not stored yet. */
export async function insertKeptKeys(db: Db, rows: readonly Pick<KeptKeyRow, 'name' | 'sealedKey'>[]): Promise<void> {
  await db
    .insert(keptKeys)
    .values([...rows])
    .onConflictDoNothing();
}

/** Stores a key under another secret, unless another process changed it first. */
export async function updateKeptKey(db: Db, before: KeptKeyRow, after: Omit<KeptKeyRow, 'name'>): Promise<void> {
  await db
    .update(keptKeys)
    .set(after)
    .where(and(eq(keptKeys.name, before.name), eq(keptKeys.sealedKey, before.sealedKey)));
}

export async function lockKeptKey(db: Db, name: string): Promise<KeptKeyRow | undefined> {
  const [row] = await db.select().from(keptKeys).where(eq(keptKeys.name, name)).for('update');
  return row;
}

export async function addKeptKey(db: Db, row: Pick<KeptKeyRow, 'name' | 'sealedKey'>): Promise<void> {
  await db.insert(keptKeys).values(row);
}

/** The notification that a key was replaced (server/platform/db/content-changes.ts). */
export const KEYS_CHANGED = 'kept_keys';

export async function notifyOfKeys(db: Db): Promise<void> {
  await db.execute(sql`select pg_notify('content_changed', ${KEYS_CHANGED})`);
}
