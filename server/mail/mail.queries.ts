import { and, desc, eq, like, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { mails } from './mail.table.ts';

export type Mail = typeof mails.$inferSelect;

/** The new row's id; none when a mail with this key is there already. */
export async function insertMail(db: Db, mail: typeof mails.$inferInsert): Promise<number | undefined> {
  const [row] = await db.insert(mails).values(mail).onConflictDoNothing({ target: mails.key }).returning({ id: mails.id });
  return row?.id;
}

/** Counts an attempt and answers the mail, unless it is sent or dead. */
export async function beginAttempt(db: Db, id: number): Promise<Mail | undefined> {
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(isQueued(id))
    .returning();
  return mail;
}

type Ending = { state: 'sent'; sentAt: Date; lastError: null; payload?: unknown } | { state: 'dead'; lastError: string };

export async function endMail(db: Db, id: number, ending: Ending): Promise<void> {
  await db.update(mails).set(ending).where(isQueued(id));
}

export async function noteFailure(db: Db, id: number, lastError: string): Promise<void> {
  await db.update(mails).set({ lastError }).where(isQueued(id));
}

const isQueued = (id: number) => and(eq(mails.id, id), eq(mails.state, 'queued'));

/** Its reader had the account deleted (server/privacy): it names nobody, and never leaves. */
export const isForgotten = like(mails.recipient, 'deleted:%');

/** Newest first. */
export function findLatestMails(db: Db, limit: number): Promise<Mail[]> {
  return db.select().from(mails).orderBy(desc(mails.id)).limit(limit);
}

export async function findMailById(db: Db, id: number): Promise<Mail | undefined> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  return mail;
}

/** Mails that were sent or given up, written before then. */
export async function deleteEndedMailsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(mails).where(and(ne(mails.state, 'queued'), lt(mails.createdAt, before)));
}
