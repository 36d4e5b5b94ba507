import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events } from '#server/content/content.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { bulkRefunds } from '#server/sales/tables/payments.table.ts';

export type BulkRefund = typeof bulkRefunds.$inferSelect;
type NewBulkRefund = Pick<BulkRefund, 'eventId' | 'note' | 'startedBy' | 'startedAt'>;

export async function findEventState(db: Db, id: number) {
  const [row] = await db.select({ state: events.state }).from(events).where(eq(events.id, id));
  return row?.state;
}

/** One per event: started again, it continues with its first reason. */
export async function startBulk(db: Db, bulk: NewBulkRefund): Promise<BulkRefund> {
  const [row] = await db
    .insert(bulkRefunds)
    .values({ ...bulk, state: 'running' })
    .onConflictDoUpdate({ target: bulkRefunds.eventId, set: { state: 'running', endedAt: null } })
    .returning();
  if (!row) throw new Error('The refund of an event was not written.');
  return row;
}

export async function findBulk(db: Db, id: number): Promise<BulkRefund | undefined> {
  const [row] = await db.select().from(bulkRefunds).where(eq(bulkRefunds.id, id));
  return row;
}

export async function findBulkOfEvent(db: Db, eventId: number): Promise<BulkRefund | undefined> {
  const [row] = await db.select().from(bulkRefunds).where(eq(bulkRefunds.eventId, eventId));
  return row;
}

/** Locks the row until the transaction ends, so that a stop waits for orders that are being refunded. */
export async function lockBulk(db: Db, id: number): Promise<BulkRefund | undefined> {
  const [row] = await db.select().from(bulkRefunds).where(eq(bulkRefunds.id, id)).for('share');
  return row;
}

/** Changes the state if it is `from`; otherwise returns false. */
export async function changeBulk(db: Db, id: number, from: BulkRefund['state'], change: Partial<Pick<BulkRefund, 'state' | 'endedAt'>>) {
  const rows = await db
    .update(bulkRefunds)
    .set(change)
    .where(and(eq(bulkRefunds.id, id), eq(bulkRefunds.state, from)))
    .returning({ id: bulkRefunds.id });
  return rows.length > 0;
}

/** Returns orders with a valid, paid ticket of the event, after this one, ascending. */
export async function findOrdersToRefund(db: Db, eventId: number, afterOrderId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ orderId: orderLines.orderId })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, and(eq(orders.id, orderLines.orderId), eq(orders.kind, 'sale')))
    .where(and(eq(tickets.eventId, eventId), eq(tickets.state, 'valid'), gt(orderLines.orderId, afterOrderId)))
    .orderBy(asc(orderLines.orderId))
    .limit(limit);
  return rows.map(({ orderId }) => orderId);
}

type BulkCounts = {
  refunded: number;
  left: number;
  open: number;
  confirmed: number;
  failed: number;
  promisedTetri: number;
  confirmedTetri: number;
};

/** Counts the progress from refunds and tickets. */
export async function countBulk(db: Db, { id, eventId }: BulkRefund): Promise<BulkCounts> {
  const { rows } = await db.execute<Record<keyof BulkCounts, string>>(sql`
    select count(distinct p.order_id) as "refunded",
      (select count(distinct l.order_id) from tickets t join order_lines l on l.id = t.order_line_id
        join orders o on o.id = l.order_id and o.kind = 'sale'
        where t.event_id = ${eventId} and t.state = 'valid') as "left",
      count(*) filter (where r.state in ('intended', 'unknown', 'sent')) as "open",
      count(*) filter (where r.state = 'confirmed') as "confirmed",
      count(*) filter (where r.state = 'failed') as "failed",
      coalesce(sum(r.amount_tetri), 0) as "promisedTetri",
      coalesce(sum(r.amount_tetri) filter (where r.state = 'confirmed'), 0) as "confirmedTetri"
    from refunds r join payments p on p.id = r.payment_id where r.bulk_refund_id = ${id}`);
  const count = (name: keyof BulkCounts) => Number(rows[0]?.[name] ?? 0);
  return {
    refunded: count('refunded'),
    left: count('left'),
    open: count('open'),
    confirmed: count('confirmed'),
    failed: count('failed'),
    promisedTetri: count('promisedTetri'),
    confirmedTetri: count('confirmedTetri'),
  };
}
