import { and, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { enquiries } from './enquiries.table.ts';

const { searchText: _searchText, ...columns } = getTableColumns(enquiries);
/** All but what is searched. */
export const enquiryColumns = columns;
export type Enquiry = Omit<typeof enquiries.$inferSelect, 'searchText'>;

/** Stores an enquiry and answers its id. */
export async function insertEnquiry(db: Db, enquiry: typeof enquiries.$inferInsert): Promise<number> {
  const [row] = await db.insert(enquiries).values(enquiry).returning({ id: enquiries.id });
  if (!row) throw new Error('An insert answered no row.');
  return row.id;
}

/** Until the transaction ends, nobody else comes past here with the same text. */
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
