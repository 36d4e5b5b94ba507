import { and, asc, eq, lte } from 'drizzle-orm';
import { publishPlans } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';

export type PublishPlan = typeof publishPlans.$inferSelect;

export async function findPlan(db: Db, eventId: number): Promise<PublishPlan | undefined> {
  const [plan] = await db.select().from(publishPlans).where(eq(publishPlans.eventId, eventId));
  return plan;
}

/** Stores a plan, in place of an earlier one of the event. */
export async function writePlan(db: Db, plan: PublishPlan): Promise<void> {
  await db.insert(publishPlans).values(plan).onConflictDoUpdate({ target: publishPlans.eventId, set: plan });
}

/** Returns false if there was no plan. */
export async function deletePlan(db: Db, eventId: number): Promise<boolean> {
  const rows = await db.delete(publishPlans).where(eq(publishPlans.eventId, eventId)).returning({ eventId: publishPlans.eventId });
  return rows.length > 0;
}

/** Returns the events with a due plan, the earliest first. */
export async function findDuePlans(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ eventId: publishPlans.eventId })
    .from(publishPlans)
    .where(lte(publishPlans.publishAt, now))
    .orderBy(asc(publishPlans.publishAt), asc(publishPlans.eventId));
  return rows.map(({ eventId }) => eventId);
}

/** Takes a due plan, so that one of several processes has it; undefined if another took it or its time was changed. */
export async function claimDuePlan(db: Db, eventId: number, now: Date): Promise<PublishPlan | undefined> {
  const [plan] = await db
    .delete(publishPlans)
    .where(and(eq(publishPlans.eventId, eventId), lte(publishPlans.publishAt, now)))
    .returning();
  return plan;
}
