import { and, asc, count, desc, eq, gt, gte, inArray, like, lt, ne, not, or, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { mails } from '#server/platform/platform.table.ts';

export type Mail = typeof mails.$inferSelect;

type NewMail = Pick<Mail, 'key' | 'kind' | 'recipient' | 'language' | 'payload' | 'messageId' | 'lastError'> & { state: 'queued' | 'dead' };

/** Inserts mails and returns the ids of the new ones to send; a mail whose key exists is skipped. */
export async function insertMails(db: Db, queued: readonly NewMail[], createdAt: Date): Promise<number[]> {
  if (queued.length === 0) return [];
  const rows = queued.map((mail) => ({ ...mail, payload: JSON.stringify(mail.payload) }));
  const written = await db.execute<{ id: string; state: Mail['state'] }>(sql`
    insert into mails (created_at, key, kind, recipient, language, payload, message_id, state, last_error)
    select ${createdAt}::timestamptz, queued.* from unnest(
      ${column(rows, 'key')}::text[], ${column(rows, 'kind')}::text[], ${column(rows, 'recipient')}::text[],
      ${column(rows, 'language')}::text[], ${column(rows, 'payload')}::jsonb[], ${column(rows, 'messageId')}::text[],
      ${column(rows, 'state')}::text[], ${column(rows, 'lastError')}::text[]
    ) as queued
    on conflict (key) do nothing returning id, state`);
  return written.rows.flatMap(({ id, state }) => (state === 'queued' ? [Number(id)] : []));
}

/** Counts an attempt and returns the mail, unless it has ended. */
export async function beginAttempt(db: Db, id: number): Promise<Mail | undefined> {
  const [mail] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(isQueued(id))
    .returning();
  return mail;
}

type Ending = { payload?: unknown } & (
  | { state: 'sent'; sentAt: Date; lastError: null }
  | { state: 'skipped'; lastError: null }
  | { state: 'dead'; lastError: string }
);

export async function endMail(db: Db, id: number, ending: Ending): Promise<void> {
  await db.update(mails).set(ending).where(isQueued(id));
}

export async function noteFailure(db: Db, id: number, lastError: string): Promise<void> {
  await db.update(mails).set({ lastError }).where(isQueued(id));
}

/** Returns true if a worker has the job with this key. */
export async function isBeingSent(db: Db, key: string): Promise<boolean> {
  return (await db.execute(sql`select from graphile_worker.jobs where key = ${key} and locked_at is not null`)).rowCount !== 0;
}

const isQueued = (id: number) => and(eq(mails.id, id), eq(mails.state, 'queued'));

// Letters beyond ASCII are unchanged: PostgreSQL would fold some of them into other addresses. An index has this expression.
export const isMailTo = (email: string) => sql`lower(${mails.recipient} collate "C") = lower(${email}::text collate "C")`;

/** The recipient's account was deleted (server/backoffice/privacy): the mail has no recipient and is never sent. */
export const isForgotten = like(mails.recipient, 'deleted:%');

/** Waiting, or given up. */
export const isUnsent = and(ne(mails.state, 'sent'), ne(mails.state, 'skipped'));

/** Newest first. */
export function findLatestMails(db: Db, limit: number): Promise<Mail[]> {
  return db.select().from(mails).orderBy(desc(mails.id)).limit(limit);
}

export async function findMailById(db: Db, id: number): Promise<Mail | undefined> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  return mail;
}

export async function deleteEndedMailsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(mails).where(and(ne(mails.state, 'queued'), lt(mails.createdAt, before)));
}

type Wanted = { state?: 'queued' | 'dead' | undefined; waitingSince: Date; before?: number | undefined; limit: number };

/** Returns mails that were given up, or are unsent and older than a moment, without those of deleted accounts. Newest first. */
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

/** The beginning of a mail's failure text if the mail server accepts no mail at all. */
export const SERVER_FAULT = 'The mail server cannot be used: ';
/** One failed attempt while the server restarts is no outage; three attempts take ten seconds. */
const FAULT_ATTEMPTS = 3;

/**
 * Returns the oldest queued mail that has waited since `since`, or that a fault of the mail server has delayed since `faultSince` or for
 * three attempts.
 */
export async function findStuck(db: Db, { since, faultSince }: { since: Date; faultSince: Date }): Promise<Pick<Mail, 'id'> | undefined> {
  const isFault = and(like(mails.lastError, `${SERVER_FAULT}%`), or(gte(mails.attempts, FAULT_ATTEMPTS), lt(mails.createdAt, faultSince)));
  const [oldest] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.state, 'queued'), or(lt(mails.createdAt, since), isFault), not(isForgotten)))
    .orderBy(asc(mails.id))
    .limit(1);
  return oldest;
}

/** Returns true if a mail that was queued later has been sent. */
export async function wasSentAfter(db: Db, id: number): Promise<boolean> {
  const sent = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(gt(mails.id, id), eq(mails.state, 'sent')))
    .limit(1);
  return sent.length > 0;
}

/** Counts the mails with these keys by state. */
export async function countMailsByKey(db: Db, keys: readonly string[]): Promise<Partial<Record<Mail['state'], number>>> {
  if (keys.length === 0) return {};
  const rows = await db
    .select({ state: mails.state, count: count() })
    .from(mails)
    .where(inArray(mails.key, [...keys]))
    .groupBy(mails.state);
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}

export async function lockMailById(db: Db, id: number): Promise<Mail | undefined> {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id)).for('update');
  return mail;
}

export async function updateMail(db: Db, id: number, changes: Partial<Mail>): Promise<Mail> {
  const [mail] = await db.update(mails).set(changes).where(eq(mails.id, id)).returning();
  if (!mail) throw new Error('An update of a locked row returned none.');
  return mail;
}
