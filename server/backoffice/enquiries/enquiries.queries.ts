import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { enquiries, enquiryNotes, enquiryReplies } from '#server/backoffice/backoffice.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { hasAllWords } from '#server/platform/db/sql-parts.ts';
import { mails } from '#server/platform/platform.table.ts';
import type { EnquiryState, EnquiryKind } from '#shared/enquiries/enquiry-fields.ts';

const { searchText: _searchText, ...columns } = getTableColumns(enquiries);
/** All columns except the search text. */
export const enquiryColumns = columns;
export type Enquiry = Omit<typeof enquiries.$inferSelect, 'searchText'>;

/** Inserts an enquiry and returns its id. */
export async function insertEnquiry(db: Db, enquiry: typeof enquiries.$inferInsert): Promise<number> {
  const [row] = await db.insert(enquiries).values(enquiry).returning({ id: enquiries.id });
  if (!row) throw new Error('An insert returned no row.');
  return row.id;
}

/** Locks this text until the transaction ends, so that two requests cannot both store the enquiry. */
export async function lockEnquiry(db: Db, kind: Enquiry['kind'], body: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${body}`}, 0))`);
}

type Text = Pick<Enquiry, 'kind' | 'body'> & { since: Date };

export async function wasReceived(db: Db, { kind, body, since }: Text): Promise<boolean> {
  const same = and(gt(enquiries.createdAt, since), eq(enquiries.kind, kind), eq(enquiries.body, body));
  const found = await db.select({ id: enquiries.id }).from(enquiries).where(same).limit(1);
  return found.length > 0;
}

export async function findEnquiryById(db: Db, id: number): Promise<Enquiry | undefined> {
  const [enquiry] = await db.select(enquiryColumns).from(enquiries).where(eq(enquiries.id, id));
  return enquiry;
}

export async function deleteEnquiriesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(enquiries).where(lt(enquiries.createdAt, before));
}

type Wanted = {
  kind?: EnquiryKind | undefined;
  state?: EnquiryState | undefined;
  search?: readonly string[] | undefined;
  before?: number | undefined;
  limit: number;
};

/** Newest first. All patterns in `search` must match. */
export function findEnquiries(db: Db, { kind, state, search, before, limit }: Wanted) {
  const isWanted = and(
    kind && eq(enquiries.kind, kind),
    state && eq(enquiries.state, state),
    search && hasAllWords(enquiries.searchText, search),
    before === undefined ? undefined : lt(enquiries.id, before),
  );
  return db.select(enquiryColumns).from(enquiries).where(isWanted).orderBy(desc(enquiries.id)).limit(limit);
}

export const countEnquiries = (db: Db) =>
  db
    .select({ kind: enquiries.kind, state: enquiries.state, count: sql<number>`count(*)::int` })
    .from(enquiries)
    .groupBy(enquiries.kind, enquiries.state);

/** Returns the enquiry, locked until the transaction ends. */
export async function lockEnquiryById(db: Db, id: number): Promise<Enquiry | undefined> {
  const [enquiry] = await db.select(enquiryColumns).from(enquiries).where(eq(enquiries.id, id)).for('update');
  return enquiry;
}

export async function updateEnquiryState(db: Db, id: number, state: EnquiryState): Promise<void> {
  await db.update(enquiries).set({ state }).where(eq(enquiries.id, id));
}

export async function insertNote(db: Db, note: typeof enquiryNotes.$inferInsert): Promise<void> {
  await db.insert(enquiryNotes).values(note);
}

/** Inserts a reply and returns its id. */
export async function insertReply(db: Db, reply: typeof enquiryReplies.$inferInsert): Promise<number> {
  const [row] = await db.insert(enquiryReplies).values(reply).returning({ id: enquiryReplies.id });
  if (!row) throw new Error('An insert returned no row.');
  return row.id;
}

const author = { firstName: users.firstName, lastName: users.lastName };

export const findNotes = (db: Db, enquiryId: number) =>
  db
    .select({ note: enquiryNotes, author })
    .from(enquiryNotes)
    .innerJoin(users, eq(users.id, enquiryNotes.staffId))
    .where(eq(enquiryNotes.enquiryId, enquiryId))
    .orderBy(asc(enquiryNotes.id));

/** Replies with the state of their mails, as long as that is stored. */
export const findReplies = (db: Db, enquiryId: number) =>
  db
    .select({ reply: enquiryReplies, author, mailState: mails.state })
    .from(enquiryReplies)
    .innerJoin(users, eq(users.id, enquiryReplies.staffId))
    .leftJoin(mails, eq(mails.key, sql`'enquiry-reply:' || ${enquiryReplies.id}`))
    .where(eq(enquiryReplies.enquiryId, enquiryId))
    .orderBy(asc(enquiryReplies.id));

export async function findReplyById(db: Db, id: number) {
  const [row] = await db
    .select({ reply: enquiryReplies, enquiry: enquiryColumns })
    .from(enquiryReplies)
    .innerJoin(enquiries, eq(enquiries.id, enquiryReplies.enquiryId))
    .where(eq(enquiryReplies.id, id));
  return row;
}
