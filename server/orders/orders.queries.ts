import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { holds } from '#server/cart/cart.table.ts';
import type { Db } from '#server/db/client.ts';
import { baskets, events } from '#server/events/events.table.ts';
import { payments } from '#server/payments/payments.table.ts';
import { orderLines, orders } from './orders.table.ts';

export type CartLine = Awaited<ReturnType<typeof findCartLines>>[number];
export type OrderLine = Pick<typeof orderLines.$inferSelect, 'eventId' | 'basketId' | 'quantity' | 'priceTetri'>;
export type Payment = typeof payments.$inferSelect;

/** A cart as it is ordered: held places with what may have changed around them since. */
export function findCartLines(db: Db, userId: number) {
  return db
    .select({ hold: holds, eventState: events.state, endsAt: events.endsAt, currentPriceTetri: baskets.priceTetri })
    .from(holds)
    .innerJoin(events, eq(events.id, holds.eventId))
    .innerJoin(baskets, eq(baskets.id, holds.basketId))
    .where(eq(holds.userId, userId))
    .orderBy(asc(holds.id));
}

export async function findEventIdsOfCart(db: Db, userId: number): Promise<number[]> {
  const rows = await db.select({ eventId: holds.eventId }).from(holds).where(eq(holds.userId, userId));
  return rows.map(({ eventId }) => eventId);
}

/** The payment of an order that a guest can still make. */
export async function findLivePayment(db: Db, orderId: number, now: Date): Promise<Payment | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, ['created', 'pending']), gt(payments.expiresAt, now)));
  return row;
}

export function findLinesOfOrder(db: Db, orderId: number): Promise<OrderLine[]> {
  const { eventId, basketId, quantity, priceTetri } = orderLines;
  return db
    .select({ eventId, basketId, quantity, priceTetri })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id));
}

type NewOrder = { userId: number; totalTetri: number; createdAt: Date; lines: OrderLine[] };

/** An order in its buyer's language, with its lines. Answers its id. */
export async function insertOrder(db: Db, { lines, ...order }: NewOrder): Promise<number> {
  const [buyer] = await db.select({ language: users.language }).from(users).where(eq(users.id, order.userId));
  if (!buyer) throw new Error('There is no such buyer.');
  const [row] = await db
    .insert(orders)
    .values({ ...order, ...buyer })
    .returning({ id: orders.id });
  if (!row) throw new Error('The order was not written.');
  await db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: row.id })));
  return row.id;
}

export async function insertPayment(db: Db, payment: typeof payments.$inferInsert): Promise<Payment> {
  const [row] = await db.insert(payments).values(payment).returning();
  if (!row) throw new Error('The payment was not written.');
  return row;
}
