import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { setUpLinks } from './set-up.table.ts';

export async function hasSetUpLink(db: Db, tokenHash: string): Promise<boolean> {
  return (await db.$count(setUpLinks, eq(setUpLinks.tokenHash, tokenHash))) > 0;
}

/** Ends the link. Of several callers, one gets true. */
export async function useSetUpLink(db: Db, tokenHash: string): Promise<boolean> {
  const rows = await db.delete(setUpLinks).where(eq(setUpLinks.tokenHash, tokenHash)).returning();
  return rows.length > 0;
}

export async function deleteSetUpLinks(db: Db): Promise<void> {
  await db.delete(setUpLinks);
}

export async function insertSetUpLink(db: Db, link: typeof setUpLinks.$inferInsert): Promise<void> {
  await db.insert(setUpLinks).values(link);
}
