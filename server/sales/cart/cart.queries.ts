import { and, asc, eq, getTableColumns, gte, inArray, isNull, notExists, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { expiredHolds, holds, holdHistory } from '#server/sales/tables/holds.table.ts';

export type Hold = typeof holds.$inferSelect;
export type NamedHold = Hold & { code: string | null };

/** Returns all holds of these users, overdue ones included, in the order they were added. */
export const findHolds = (db: Db, userIds: readonly number[]): Promise<NamedHold[]> =>
  db
    .select({ ...getTableColumns(holds), code: promoCodes.code })
    .from(holds)
    .leftJoin(promoCodes, eq(promoCodes.id, holds.promoCodeId))
    .where(inArray(holds.userId, [...userIds]))
    .orderBy(asc(holds.id));

export async function setHoldQuantity(db: Db, id: number, change: Pick<Hold, 'quantity' | 'resaleQuantity'>): Promise<void> {
  await db.update(holds).set(change).where(eq(holds.id, id));
}

/** Moves a cart line to the ticket type and price that its code opens; keeps the former price as the public one. */
export async function openLine(db: Db, { holdId, promoCodeId }: { holdId: number; promoCodeId: number }): Promise<void> {
  await db.execute(sql`
    update holds h set ticket_type_id = c.ticket_type_id, price_tetri = r.price_tetri, promo_code_id = c.id,
      public_price_tetri = case when h.promo_code_id is null then h.price_tetri else h.public_price_tetri end
    from promo_codes c join ticket_types r on r.id = c.ticket_type_id where h.id = ${holdId} and c.id = ${promoCodeId}`);
}

export type ExpiredLine = Awaited<ReturnType<typeof findExpiredLines>>[number];

/** Returns the expired lines of these users' carts, oldest first, except those whose late payment got places. */
export function findExpiredLines(db: Db, userIds: readonly number[]) {
  const { userId, eventId, quantity, expiredAt } = expiredHolds;
  const boughtSince = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.eventId, eventId), gte(tickets.createdAt, expiredAt)));
  return db
    .select({ userId, eventId, quantity, past: holdHistory })
    .from(expiredHolds)
    .leftJoin(holdHistory, and(eq(holdHistory.userId, userId), eq(holdHistory.eventId, eventId)))
    .where(and(inArray(userId, [...userIds]), notExists(boughtSince)))
    .orderBy(asc(expiredAt), asc(eventId));
}

/** Marks a user's expired lines as seen. Returns true if any was new. */
export async function markExpiredSeen(db: Db, userId: number, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(expiredHolds)
    .set({ seenAt: now })
    .where(and(eq(expiredHolds.userId, userId), isNull(expiredHolds.seenAt)));
  return rowCount !== 0;
}

/** Deletes an expired line that its owner removed. */
export async function deleteExpiredLine(db: Db, userId: number, eventId: number): Promise<void> {
  await db.delete(expiredHolds).where(and(eq(expiredHolds.userId, userId), eq(expiredHolds.eventId, eventId)));
}
