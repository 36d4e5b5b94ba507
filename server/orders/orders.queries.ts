import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Language } from '#shared/constants.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { buyerColumns } from '#server/accounts/may-buy.ts';
import { holds } from '#server/cart/cart.table.ts';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { baskets, events } from '#server/events/events.table.ts';
import { payments } from '#server/payments/payments.table.ts';
import { orderLines } from './orders.table.ts';

export type CartLine = Awaited<ReturnType<typeof findCartLines>>[number];
export type OrderLine = Pick<typeof orderLines.$inferSelect, 'eventId' | 'basketId' | 'quantity' | 'priceTetri'>;
export type Payment = typeof payments.$inferSelect;

const cartLines = prepared((db) =>
  db
    .select({
      hold: holds,
      eventState: events.state,
      endsAt: events.endsAt,
      verifiedOnly: events.verifiedOnly,
      currentPriceTetri: baskets.priceTetri,
      buyer: buyerColumns,
    })
    .from(holds)
    .innerJoin(events, eq(events.id, holds.eventId))
    .innerJoin(baskets, eq(baskets.id, holds.basketId))
    .innerJoin(users, eq(users.id, holds.userId))
    .where(eq(holds.userId, sql.placeholder('userId')))
    .orderBy(asc(holds.id))
    .for('share', { of: users })
    .prepare('cart_lines'),
);

/** A cart as it is ordered: held places with what may have changed around them since. Until the transaction ends, staff cannot change who the buyer is to them. */
export const findCartLines = (db: Db, userId: number) => cartLines(db).execute({ userId });

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

type NewOrder = {
  userId: number;
  /** Their account's when they chose none here. */
  language?: Language | undefined;
  totalTetri: number;
  createdAt: Date;
  lines: OrderLine[];
  mayBuyerBeGone?: boolean;
};

/** An order in the language its buyer reads, with its lines. Answers its id; none when the buyer's account was deleted, or is being deleted. */
export async function insertOrder(db: Db, order: NewOrder): Promise<number | undefined> {
  const { userId, language = null, totalTetri, createdAt, lines, mayBuyerBeGone = false } = order;
  const column = (name: keyof OrderLine) => sql.param(lines.map((line) => line[name]));
  const { rows } = await db.execute<{ order_id: string }>(sql`
    with placed as (
      insert into orders (user_id, total_tetri, language, created_at)
      select id, ${totalTetri}, coalesce(${language}, language), ${createdAt} from users
      where id = ${userId} and (deleted_at is null or ${mayBuyerBeGone}) for key share
      returning id
    )
    insert into order_lines (order_id, event_id, basket_id, quantity, price_tetri)
    select placed.id, line.* from placed, unnest(
      ${column('eventId')}::int[], ${column('basketId')}::int[], ${column('quantity')}::int[], ${column('priceTetri')}::int[]
    ) as line
    returning order_id`);
  const [row] = rows;
  return row && Number(row.order_id);
}

export async function insertPayment(db: Db, payment: typeof payments.$inferInsert): Promise<Payment> {
  const [row] = await db.insert(payments).values(payment).returning();
  if (!row) throw new Error('The payment was not written.');
  return row;
}
