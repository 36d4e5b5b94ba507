import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { ownerLanguageSql } from '#server/sales/tickets/event-mails.queries.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { Language } from '#shared/constants.ts';
import { announcements } from '#server/sales/tables/announcements.table.ts';

export type Recipient = { userId: number; email: string; language: Language };

export type Announcement = typeof announcements.$inferSelect;

/** How many of the latest are listed: years of newsletters. */
const LISTED = 200;

const isHolder = (eventId: number) =>
  and(eq(tickets.eventId, eventId), eq(tickets.state, 'valid'), isNull(tickets.usedAt), isNull(users.deletedAt));

const isOf = (eventId: number | null) => (eventId === null ? isNull(announcements.eventId) : eq(announcements.eventId, eventId));

/** Locks the planning of newsletters until the transaction ends. */
export const lockNewsletters = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(hashtextextended('newsletter', 0))`);

/** Returns the messages of an event, or with null the newsletters, with their authors, newest first. */
export const findAnnouncements = (db: Db, eventId: number | null) =>
  db
    .select({ announcement: announcements, by: { firstName: users.firstName, lastName: users.lastName } })
    .from(announcements)
    .leftJoin(users, eq(users.id, announcements.createdBy))
    .where(isOf(eventId))
    .orderBy(desc(announcements.id))
    .limit(LISTED);

/** Counts the people who hold a valid, unused ticket of an event. */
export async function countHolders(db: Db, eventId: number): Promise<number> {
  const [row] = await db
    .select({ people: sql<number>`count(distinct ${tickets.userId})::int` })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(isHolder(eventId));
  return row?.people ?? 0;
}

/** Returns the people whom `countHolders` counts, each with the language of their mails. */
export const findHolders = (db: Db, eventId: number): Promise<Recipient[]> =>
  db
    .selectDistinctOn([users.id], { userId: users.id, email: users.email, language: ownerLanguageSql })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(isHolder(eventId))
    .orderBy(users.id, desc(orders.id));

/** Counts the messages of an event, or the newsletters, that were written since a moment and not stopped. */
export const countSince = (db: Db, eventId: number | null, since: Date): Promise<number> =>
  db.$count(announcements, and(isOf(eventId), gt(announcements.createdAt, since), sql`${announcements.state} <> 'cancelled'`));

export async function insertAnnouncement(db: Db, row: typeof announcements.$inferInsert): Promise<number> {
  const [made] = await db.insert(announcements).values(row).returning({ id: announcements.id });
  if (!made) throw new Error('An insert returned no row.');
  return made.id;
}

export async function findAnnouncement(db: Db, id: number): Promise<Announcement | undefined> {
  const [row] = await db.select().from(announcements).where(eq(announcements.id, id));
  return row;
}

/** Returns messages that are due, the longest due first. */
export const findDue = (db: Db, now: Date): Promise<{ id: number }[]> =>
  db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.state, 'planned'), lte(announcements.sendAt, now)))
    .orderBy(asc(announcements.sendAt), asc(announcements.id));

/** Ends the wait of a planned message; undefined when it no longer waits. Locks the row until the transaction ends. */
export async function endPlanned(
  db: Db,
  id: number,
  change: Pick<Announcement, 'state'> & Partial<Pick<Announcement, 'recipients'>>,
): Promise<Announcement | undefined> {
  const [row] = await db
    .update(announcements)
    .set(change)
    .where(and(eq(announcements.id, id), eq(announcements.state, 'planned')))
    .returning();
  return row;
}
