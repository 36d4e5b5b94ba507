import { and, desc, eq, lt, not, or } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { isForgotten, isUnsent, type Mail } from '#server/platform/mail/mail.queries.ts';
import { mails } from '#server/platform/mail/mail.table.ts';

type Wanted = { state?: 'queued' | 'dead' | undefined; waitingSince: Date; before?: number | undefined; limit: number };

/** Mails that were given up, or are older than a moment and unsent, without those of deleted accounts. Newest first. */
export function findStuckMails(db: Db, { state, waitingSince, before, limit }: Wanted): Promise<Mail[]> {
  const isStuck = or(eq(mails.state, 'dead'), lt(mails.createdAt, waitingSince));
  const isWanted = and(
    isUnsent,
    not(isForgotten),
    isStuck,
    state && eq(mails.state, state),
    before === undefined ? undefined : lt(mails.id, before),
  );
  return db.select().from(mails).where(isWanted).orderBy(desc(mails.id)).limit(limit);
}

/** Returns the mail, locked until the transaction ends. */
export async function lockMailById(db: Db, id: number): Promise<Mail | undefined> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id)).for('update');
  return mail;
}

export async function updateMail(db: Db, id: number, changes: Partial<Mail>): Promise<Mail> {
  const [mail] = await db.update(mails).set(changes).where(eq(mails.id, id)).returning();
  if (!mail) throw new Error('An update of a locked row returned none.');
  return mail;
}
