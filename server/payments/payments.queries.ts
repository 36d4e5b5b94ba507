import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { baskets, events } from '#server/events/events.table.ts';
import { orderLines, orders } from '#server/orders/orders.table.ts';
import { CHECK_PAUSES_MS } from './check-times.ts';
import { payments, type refunds } from './payments.table.ts';

export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
export type Captured = Pick<Payment, 'capturedTetri' | 'capturedCurrency'>;
type Resolution = Pick<Payment, 'resolution' | 'resolutionNote' | 'resolvedBy' | 'resolvedAt'>;
type PaymentChange = Partial<Pick<Payment, 'state' | 'settledAt' | 'flaggedReason' | 'checkAt' | 'refundTetri'> & Captured & Resolution>;
type OrderChange = Partial<Pick<typeof orders.$inferSelect, 'state' | 'settledAt'>>;

const OPEN_STATES = ['created', 'pending'] as const;

const value = sql.placeholder;

const paymentById = prepared((db) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.id, value('id')))
    .prepare('payment_by_id'),
);

export async function findPayment(db: Db, id: number): Promise<Payment | undefined> {
  const [row] = await paymentById(db).execute({ id });
  return row;
}

const paymentByToken = prepared((db) =>
  db
    .select({
      payment: payments,
      eventIds: sql<number[]>`array(select l.event_id from order_lines l where l.order_id = payments.order_id order by l.id)`,
    })
    .from(payments)
    .where(eq(payments.returnToken, value('returnToken')))
    .prepare('payment_by_token'),
);

/** The payment that a return address names, with the events that were ordered. */
export async function findPaymentByToken(db: Db, returnToken: string): Promise<{ payment: Payment; eventIds: number[] } | undefined> {
  const [row] = await paymentByToken(db).execute({ returnToken });
  return row;
}

const paymentByProviderOrder = prepared((db) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, value('provider')), eq(payments.providerOrderId, value('providerOrderId'))))
    .prepare('payment_by_provider_order'),
);

export async function findPaymentByProviderOrder(
  db: Db,
  provider: Payment['provider'],
  providerOrderId: string,
): Promise<Payment | undefined> {
  const [row] = await paymentByProviderOrder(db).execute({ provider, providerOrderId });
  return row;
}

export type OrderedPayment = { payment: Payment; order: { id: number; userId: number; language: 'en' | 'ka' }; email: string };

const selectOrderedPayment = (db: Db) =>
  db
    .select({ payment: payments, order: { id: orders.id, userId: orders.userId, language: orders.language }, email: users.email })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(payments.id, value('id')));

const orderedPayment = prepared((db) => selectOrderedPayment(db).prepare('ordered_payment'));
const orderedPaymentLocked = prepared((db) =>
  selectOrderedPayment(db)
    .for('no key update', { of: [payments, orders] })
    .prepare('ordered_payment_locked'),
);

export async function findOrderedPayment(db: Db, id: number): Promise<OrderedPayment | undefined> {
  const [row] = await orderedPayment(db).execute({ id });
  return row;
}

/** The same, with payment and order locked until the transaction ends. */
export async function lockOrderedPayment(db: Db, id: number): Promise<OrderedPayment | undefined> {
  const [row] = await orderedPaymentLocked(db).execute({ id });
  return row;
}

const paymentsLocked = prepared((db) =>
  db
    .select({ id: payments.id, orderId: payments.orderId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(sql`${payments.id} = any(${value('ids')}::bigint[])`)
    .orderBy(asc(payments.id))
    .for('no key update', { of: [payments, orders] })
    .prepare('payments_locked'),
);

/** Locks several payments with their orders until the transaction ends, ascending. Answers which order each pays. */
export const lockPayments = (db: Db, ids: readonly number[]) => paymentsLocked(db).execute({ ids });

const linesOfOrder = prepared((db) =>
  db
    .select({
      id: orderLines.id,
      eventId: orderLines.eventId,
      basketId: orderLines.basketId,
      quantity: orderLines.quantity,
      priceTetri: orderLines.priceTetri,
      eventName: events.nameLat,
      basketName: baskets.nameLat,
    })
    .from(orderLines)
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(baskets, eq(baskets.id, orderLines.basketId))
    .where(eq(orderLines.orderId, value('orderId')))
    .orderBy(asc(orderLines.id))
    .prepare('lines_of_order'),
);

/** What was ordered, with the names a bank statement may show. */
export const findOrderLines = (db: Db, orderId: number) => linesOfOrder(db).execute({ orderId });

/** The payment that paid an order. */
export async function findPaidPayment(db: Db, orderId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, ['paid', 'refunding', 'refunded'])));
  return row?.id;
}

type Opened = Pick<Payment, 'expiresAt' | 'checkAt'> & { providerOrderId: string; redirectUrl: string };

const opening = prepared((db) =>
  db
    .update(payments)
    .set({
      state: 'pending',
      expiresAt: sql`${value('expiresAt')}`,
      checkAt: sql`${value('checkAt')}`,
      providerOrderId: sql`${value('providerOrderId')}`,
      redirectUrl: sql`${value('redirectUrl')}`,
    })
    .where(and(eq(payments.id, value('id')), eq(payments.state, 'created')))
    .returning()
    .prepare('opening_of_payment'),
);

/** `created` → `pending`; none when somebody else was first. */
export async function markPending(db: Db, id: number, opened: Opened): Promise<Payment | undefined> {
  const [row] = await opening(db).execute({ ...opened, id });
  return row;
}

export async function changePayment(db: Db, id: number, change: PaymentChange): Promise<void> {
  await db.update(payments).set(change).where(eq(payments.id, id));
}

type Ending = { state: 'paid' | 'failed' | 'refunded'; settledAt: Date; failureReason?: FailureReason } & Captured;

const ending = prepared((db) => {
  const change = { state: sql`${value('state')}`, settledAt: sql`${value('settledAt')}` };
  const captured = { capturedTetri: sql`${value('capturedTetri')}`, capturedCurrency: sql`${value('capturedCurrency')}` };
  const ended = db
    .update(orders)
    .set(change)
    .where(eq(orders.id, value('orderId')))
    .returning({ id: orders.id });
  return db
    .with(db.$with('ended').as(ended))
    .update(payments)
    .set({ ...change, ...captured, failureReason: sql`${value('failureReason')}` })
    .where(eq(payments.id, value('paymentId')))
    .prepare('ending_of_payment');
});

/** Payment and order end alike. */
export async function endOrderedPayment(db: Db, { payment, order }: OrderedPayment, end: Ending): Promise<void> {
  await ending(db).execute({ failureReason: null, ...end, paymentId: payment.id, orderId: order.id });
}

export async function changeOrder(db: Db, id: number, change: OrderChange): Promise<void> {
  await db.update(orders).set(change).where(eq(orders.id, id));
}

/** Takes open payments whose time has come and sets their next time, so that several sweepers share the work. */
export async function claimDuePayments(db: Db, providers: Payment['provider'][], now: Date, limit: number): Promise<number[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, [...OPEN_STATES]), lte(payments.checkAt, now), inArray(payments.provider, providers)))
    .orderBy(asc(payments.checkAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const pause = sql`(${sql.param(CHECK_PAUSES_MS)}::int[])[least(${payments.checks} + 2, ${CHECK_PAUSES_MS.length}::int)]`;
  const rows = await db
    .update(payments)
    .set({ checkAt: sql`${now}::timestamptz + ${pause} * interval '1 millisecond'`, checks: sql`${payments.checks} + 1` })
    .where(inArray(payments.id, due))
    .returning({ id: payments.id });
  return rows.map(({ id }) => id);
}
