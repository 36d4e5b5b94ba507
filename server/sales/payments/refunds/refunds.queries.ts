import { and, asc, eq, inArray, lt, lte, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { bannedSql } from '#server/accounts/may-buy.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { CHECK_PAUSES_MS } from '#server/sales/payments/payment-states.ts';
import type { Payment, Refund } from '#server/sales/payments/payments.queries.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const OPEN_STATES = ['intended', 'unknown', 'sent'] as const;

type NewRefund = Omit<typeof refunds.$inferInsert, 'id' | 'refusals' | 'checks'>;

export async function insertRefund(db: Db, refund: NewRefund): Promise<Refund> {
  const [row] = await db.insert(refunds).values(refund).returning();
  if (!row) throw new Error('The refund was not written.');
  return row;
}

export async function findRefund(db: Db, id: number): Promise<Refund | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
}

/** Oldest first. */
export const findRefundsOfPayment = (db: Db, paymentId: number): Promise<Refund[]> =>
  db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id));

/** Returns the refunds of an order, each with the tickets that it ended. */
export function findRefundsOfOrder(db: Db, orderId: number): Promise<{ refund: Refund; ticketIds: number[] }[]> {
  const ticketIds = sql<number[]>`array(select t.id from tickets t where t.refund_id = ${refunds.id} order by t.id)`.mapWith(
    (ids: unknown[]) => ids.map(Number),
  );
  return db
    .select({ refund: refunds, ticketIds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(refunds.id));
}

export async function findTicketIdsOfRefund(db: Db, refundId: number): Promise<number[]> {
  const rows = await db.select({ id: tickets.id }).from(tickets).where(eq(tickets.refundId, refundId)).orderBy(asc(tickets.id));
  return rows.map(({ id }) => id);
}

/** Longer than a refund request with all its retries: a bank without keys must not get two at once. */
const ASKING_MS = 120_000;

type DueRefunds = { now: Date; limit: number; providers: Payment['provider'][]; paymentId?: number };

/**
 * Claims due refunds and sets their next time, so that no other process requests them too. The refunds of one payment come one after the
 * other, because banks report only the refunded sum.
 */
export function claimDueRefunds(db: Db, { now, limit, providers, paymentId }: DueRefunds): Promise<Refund[]> {
  const earlier = alias(refunds, 'earlier');
  const waitsForAnother = db
    .select({ id: earlier.id })
    .from(earlier)
    .where(and(eq(earlier.paymentId, refunds.paymentId), lt(earlier.id, refunds.id), inArray(earlier.state, [...OPEN_STATES])));
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        inArray(refunds.state, [...OPEN_STATES]),
        lte(refunds.checkAt, now),
        inArray(payments.provider, providers),
        paymentId === undefined ? undefined : eq(refunds.paymentId, paymentId),
        notExists(waitsForAnother),
      ),
    )
    .orderBy(asc(refunds.checkAt))
    .limit(limit)
    .for('update', { of: refunds, skipLocked: true });
  const pause = sql`greatest((${sql.param(CHECK_PAUSES_MS)}::int[])[least(${refunds.checks} + 1, ${CHECK_PAUSES_MS.length}::int)], ${ASKING_MS}::int)`;
  return db
    .update(refunds)
    .set({ checkAt: sql`${now}::timestamptz + ${pause} * interval '1 millisecond'`, checks: sql`${refunds.checks} + 1` })
    .where(inArray(refunds.id, due))
    .returning();
}

type RefundChange = Partial<Pick<Refund, 'state' | 'idempotencyKey' | 'actionId' | 'confirmedAt' | 'refusals' | 'checkAt'>>;

/** Changes an unconfirmed refund with this `idempotencyKey`. Returns false when another process has changed it. */
export async function changeRefund(db: Db, { id, idempotencyKey }: Refund, change: RefundChange): Promise<boolean> {
  const rows = await db
    .update(refunds)
    .set(change)
    .where(and(eq(refunds.id, id), eq(refunds.idempotencyKey, idempotencyKey), ne(refunds.state, 'confirmed')))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Returns the sum of the resale fees for a payment's tickets. */
export async function sumFees(db: Db, paymentId: number): Promise<number> {
  const [row] = await db
    .select({ tetri: sql<number>`coalesce(sum(${refunds.feeTetri}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId));
  return row?.tetri ?? 0;
}

/** Adds to the payment's sum of refunds; the table's check refuses too much. Returns the changed payment. */
export async function addPromise(db: Db, payment: Payment, amountTetri: number): Promise<Payment> {
  const [row = payment] = await db
    .update(payments)
    .set({ refundTetri: sql`${payments.refundTetri} + ${amountTetri}` })
    .where(eq(payments.id, payment.id))
    .returning();
  return row;
}

export type MailedRefund = NonNullable<Awaited<ReturnType<typeof findMailedRefund>>>;
export type RefundedPlaces = MailedRefund['places'][number];

/** Returns a refund with its places: those of the tickets it ended, else all that were ordered. */
export async function findMailedRefund(db: Db, id: number) {
  const [refund] = await db
    .select({
      amountTetri: refunds.amountTetri,
      feeTetri: refunds.feeTetri,
      reason: refunds.reason,
      note: refunds.note,
      orderId: payments.orderId,
      currency: sql<string>`coalesce(${payments.capturedCurrency}, ${payments.currency})`,
      wasBanned: sql<boolean>`${users.bannedAt} <= ${refunds.createdAt} and ${bannedSql('users', sql`refunds.created_at`)}`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(refunds.id, id));
  if (!refund) return undefined;
  const ended = sql<number>`(select count(*)::int from ${tickets} where ${tickets.orderLineId} = ${orderLines.id} and ${tickets.refundId} = ${id})`;
  const lines = await db
    .select({
      eventId: orderLines.eventId,
      eventName: events.name,
      eventNameLat: events.nameLat,
      startsAt: events.startsAt,
      isCancelled: sql<boolean>`${events.state} = 'cancelled'`,
      ticketTypeName: ticketTypes.name,
      ticketTypeNameLat: ticketTypes.nameLat,
      ordered: orderLines.quantity,
      ended,
    })
    .from(orderLines)
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, orderLines.ticketTypeId))
    .where(eq(orderLines.orderId, refund.orderId))
    .orderBy(events.startsAt, orderLines.id);
  const isOfTickets = lines.some((line) => line.ended > 0);
  const places = lines.map((line) => ({ ...line, quantity: isOfTickets ? line.ended : line.ordered }));
  return { ...refund, places: places.filter(({ quantity }) => quantity > 0) };
}
