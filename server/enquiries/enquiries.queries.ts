import { eq, lt } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { enquiries } from './enquiries.table.ts';

export type Enquiry = typeof enquiries.$inferSelect;

/** Stores an enquiry and answers its id. */
export async function insertEnquiry(db: Db, enquiry: typeof enquiries.$inferInsert): Promise<number> {
  const [row] = await db.insert(enquiries).values(enquiry).returning({ id: enquiries.id });
  if (!row) throw new Error('An insert answered no row.');
  return row.id;
}

export async function findEnquiryById(db: Db, id: number): Promise<Enquiry | undefined> {
  const [enquiry] = await db.select().from(enquiries).where(eq(enquiries.id, id));
  return enquiry;
}

export async function deleteEnquiriesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(enquiries).where(lt(enquiries.createdAt, before));
}
