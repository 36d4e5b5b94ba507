import { and, asc, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';
import { promoters } from '#server/sales/tables/promoters.table.ts';
import { payments } from '#server/sales/tables/payments.table.ts';
import type { Language } from '#shared/constants.ts';
import type { Utm } from '#shared/promoters/named-link.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';

export type OrderLine = Pick<typeof orderLines.$inferSelect, 'eventId' | 'ticketTypeId' | 'quantity' | 'priceTetri' | 'promoCodeId'> & {
  promoterId?: number | null;
};
type Payment = typeof payments.$inferSelect;

/** Returns the payment by which the guest can still pay an order. */
export async function findLivePayment(db: Db, orderId: number, now: Date): Promise<Payment | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, ['created', 'pending']), gt(payments.expiresAt, now)));
  return row;
}

/** Returns the payments of these users that were opened at the bank and may still bring money for an event in their carts, newest first. */
export const findOpenPayments = (db: Db, userIds: readonly number[]): Promise<{ userId: number; payment: Payment }[]> =>
  db
    .select({ userId: orders.userId, payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        inArray(orders.userId, [...userIds]),
        isNotNull(payments.providerOrderId),
        or(inArray(payments.state, ['created', 'pending']), and(eq(payments.state, 'failed'), payments.isWatched)),
        sql`exists (select from order_lines l join holds h on h.event_id = l.event_id where l.order_id = ${orders.id} and h.user_id = ${orders.userId})`,
      ),
    )
    .orderBy(desc(payments.id));

export function findLinesOfOrder(db: Db, orderId: number): Promise<OrderLine[]> {
  const { eventId, ticketTypeId, quantity, priceTetri, promoCodeId } = orderLines;
  return db
    .select({ eventId, ticketTypeId, quantity, priceTetri, promoCodeId })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id));
}

type NewOrder = {
  userId: number;
  /** The account's language by default. */
  language?: Language | undefined;
  totalTetri: number;
  lines: OrderLine[];
  utm?: Utm | undefined;
};

/**
 * Inserts an order with its lines for each of these buyers, in the buyer's language. Returns the ids by buyer; none for an account that is
 * deleted or being deleted.
 */
export async function insertOrders(db: Db, placed: readonly NewOrder[], createdAt: Date): Promise<Map<number, number>> {
  const from = placed.map(({ utm }) => utm ?? { source: null, medium: null, campaign: null });
  const lines = placed.flatMap(({ userId, lines: own }) => own.map((line) => ({ userId, ...line })));
  const { rows } = await db.execute<{ id: string; user_id: number }>(sql`
    with placed as (
      insert into orders (user_id, total_tetri, language, utm_source, utm_medium, utm_campaign, created_at)
      select users.id, wanted.total_tetri, coalesce(wanted.language, users.language), wanted.source, wanted.medium, wanted.campaign, ${createdAt}
      from unnest(
        ${column(placed, 'userId')}::int[], ${column(placed, 'totalTetri')}::int[], ${column(placed, 'language')}::text[],
        ${column(from, 'source')}::text[], ${column(from, 'medium')}::text[], ${column(from, 'campaign')}::text[]
      ) as wanted (user_id, total_tetri, language, source, medium, campaign)
      join users on users.id = wanted.user_id and users.deleted_at is null for key share of users
      returning id, user_id
    ), lines as (
      insert into order_lines (order_id, event_id, ticket_type_id, quantity, price_tetri, promo_code_id, promoter_id)
      select placed.id, line.event_id, line.ticket_type_id, line.quantity, line.price_tetri, line.promo_code_id, line.promoter_id
      from unnest(
        ${column(lines, 'userId')}::int[], ${column(lines, 'eventId')}::int[], ${column(lines, 'ticketTypeId')}::int[],
        ${column(lines, 'quantity')}::int[], ${column(lines, 'priceTetri')}::int[], ${column(lines, 'promoCodeId')}::int[],
        ${column(lines, 'promoterId')}::int[]
      ) with ordinality as line (user_id, event_id, ticket_type_id, quantity, price_tetri, promo_code_id, promoter_id, place)
      join placed using (user_id) order by line.place
    )
    select id, user_id from placed`);
  return new Map(rows.map(({ id, user_id: userId }) => [userId, Number(id)]));
}

type NewPayment = Omit<typeof payments.$inferInsert, 'id'>;

export async function insertPayments(db: Db, wanted: readonly NewPayment[]): Promise<Payment[]> {
  return wanted.length === 0
    ? []
    : db
        .insert(payments)
        .values([...wanted])
        .returning();
}

export async function findOrderWithGuest(db: Db, id: number) {
  const isDeleted = sql<boolean>`${users.deletedAt} is not null`;
  const guest = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email, isDeleted };
  const [row] = await db
    .select({ order: orders, guest })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  return row;
}

export const findPaymentsOfOrder = (db: Db, orderId: number): Promise<Payment[]> =>
  db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id));

/** Returns the lines of an order with the names of their events and ticket types. */
export const findNamedLines = (db: Db, orderId: number) =>
  db
    .select({
      id: orderLines.id,
      eventId: orderLines.eventId,
      eventName: events.name,
      eventNameLat: events.nameLat,
      ticketTypeId: orderLines.ticketTypeId,
      ticketType: { name: ticketTypes.name, nameLat: ticketTypes.nameLat },
      code: promoCodes.code,
      refCode: promoters.refCode,
      quantity: orderLines.quantity,
      priceTetri: orderLines.priceTetri,
    })
    .from(orderLines)
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, orderLines.ticketTypeId))
    .leftJoin(promoCodes, eq(promoCodes.id, orderLines.promoCodeId))
    .leftJoin(promoters, eq(promoters.id, orderLines.promoterId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id));
