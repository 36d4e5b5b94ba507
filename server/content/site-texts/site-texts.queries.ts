import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { TextLanguage } from '#shared/site-texts/site-texts.ts';
import type { Db } from '#server/platform/db/client.ts';
import { siteTexts } from '#server/content/content.table.ts';

export type TextVersion = typeof siteTexts.$inferSelect;
type Text = { key: string; language: TextLanguage };

const isOf = ({ key, language }: Text) => and(eq(siteTexts.key, key), eq(siteTexts.language, language));

/** Returns the latest version of every edited text; there are a few dozen. */
export const findCurrent = (db: Db) =>
  db
    .selectDistinctOn([siteTexts.key, siteTexts.language])
    .from(siteTexts)
    .orderBy(siteTexts.key, siteTexts.language, desc(siteTexts.version));

/** Returns versions of one text, newest first. */
export const findVersions = (db: Db, text: Text, { before, limit }: { before?: number | undefined; limit: number }) =>
  db
    .select()
    .from(siteTexts)
    .where(and(isOf(text), before === undefined ? undefined : lt(siteTexts.id, sql`${before}::bigint`)))
    .orderBy(desc(siteTexts.version))
    .limit(limit);

export async function findLatest(db: Db, text: Text) {
  const [latest] = await db.select().from(siteTexts).where(isOf(text)).orderBy(desc(siteTexts.version)).limit(1);
  return latest;
}

/** Returns false if another editor inserted this version first. */
export async function insertVersion(db: Db, text: typeof siteTexts.$inferInsert): Promise<boolean> {
  const rows = await db.insert(siteTexts).values(text).onConflictDoNothing().returning({ id: siteTexts.id });
  return rows.length > 0;
}
