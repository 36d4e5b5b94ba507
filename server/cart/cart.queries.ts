import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { baskets, events } from '#server/events/events.table.ts';
import { tickets } from '#server/tickets/tickets.table.ts';
import { expiredHolds, holds } from './cart.table.ts';

export type Hold = typeof holds.$inferSelect;

const holdsOfUser = prepared((db) =>
  db
    .select()
    .from(holds)
    .where(eq(holds.userId, sql.placeholder('userId')))
    .orderBy(asc(holds.id))
    .prepare('holds_of_user'),
);

/** Every line of a cart, overdue ones included, in the order they were added. */
export const findHolds = (db: Db, userId: number): Promise<Hold[]> => holdsOfUser(db).execute({ userId });

export type HoldStock = NonNullable<Awaited<ReturnType<typeof findHoldStock>>>;

/** One person's line for an event with the room around it. The event is locked. */
export async function findHoldStock(db: Db, userId: number, eventId: number) {
  const ownedPlaces = db
    .select({ places: sql<number>`count(*)::int` })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.eventId, eventId), eq(tickets.state, 'valid')));
  const [row] = await db
    .select({
      hold: holds,
      basketRoom: sql<number>`${baskets.quota} - ${baskets.held} - ${baskets.sold}`,
      eventRoom: sql<number>`${events.capacity} - ${events.held} - ${events.sold}`,
      eventState: events.state,
      endsAt: events.endsAt,
      placesPerPerson: events.placesPerPerson,
      ownedPlaces: sql<number>`(${ownedPlaces})`,
    })
    .from(holds)
    .innerJoin(baskets, eq(baskets.id, holds.basketId))
    .innerJoin(events, eq(events.id, holds.eventId))
    .where(and(eq(holds.userId, userId), eq(holds.eventId, eventId)));
  return row;
}

export async function setHoldQuantity(db: Db, id: number, quantity: number): Promise<void> {
  await db.update(holds).set({ quantity }).where(eq(holds.id, id));
}

/** The line that went, if there was one. The event is locked. */
export async function deleteHold(db: Db, userId: number, eventId: number): Promise<Hold | undefined> {
  const [gone] = await db
    .delete(holds)
    .where(and(eq(holds.userId, userId), eq(holds.eventId, eventId)))
    .returning();
  return gone;
}

/** A person's overdue lines, which went. Their events are locked. */
export function deleteOverdueHolds(db: Db, userId: number, now: Date): Promise<Hold[]> {
  return db
    .delete(holds)
    .where(and(eq(holds.userId, userId), lte(holds.heldUntil, now)))
    .returning();
}

/** Forgets the lines of a cart that ran out. Says whether there were any. */
export async function deleteExpiredHolds(db: Db, userId: number): Promise<boolean> {
  const gone = await db.delete(expiredHolds).where(eq(expiredHolds.userId, userId)).returning({ eventId: expiredHolds.eventId });
  return gone.length > 0;
}
