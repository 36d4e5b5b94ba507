import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import { CHECK_PAUSES_MS } from './payment-states.ts';
import { paymentCallbacks, payments, type refunds } from '#server/sales/tables/payments.table.ts';

export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
export type Captured = Pick<Payment, 'capturedTetri' | 'capturedCurrency'>;
type Resolution = Pick<Payment, 'resolution' | 'resolutionNote' | 'resolvedBy' | 'resolvedAt'>;
type PaymentChange = Partial<Pick<Payment, 'state' | 'settledAt' | 'flaggedReason' | 'refundTetri'> & Captured & Resolution>;
type OrderChange = Partial<Pick<typeof orders.$inferSelect, 'state' | 'settledAt'>>;

export const findPayments = (db: Db, ids: readonly number[]): Promise<Payment[]> =>
  db
    .select()
    .from(payments)
    .where(inArray(payments.id, [...ids]));

export async function findPayment(db: Db, id: number): Promise<Payment | undefined> {
  const [row] = await findPayments(db, [id]);
  return row;
}

/** Returns the payments of these return tokens, each with its events. */
export const findPaymentsByToken = (db: Db, returnTokens: readonly string[]) =>
  db
    .select({
      payment: payments,
      eventIds: sql<number[]>`array(select l.event_id from order_lines l where l.order_id = payments.order_id order by l.id)`,
    })
    .from(payments)
    .where(inArray(payments.returnToken, [...returnTokens]));

export type ProviderOrder = { provider: Payment['provider']; providerOrderId: string };

/** Returns the payments of these ids at banks. */
export const findPaymentsByProviderOrder = (db: Db, named: readonly ProviderOrder[]): Promise<Payment[]> =>
  db
    .select()
    .from(payments)
    .where(
      sql`(${payments.provider}, ${payments.providerOrderId}) in (
        select * from unnest(${column(named, 'provider')}::text[], ${column(named, 'providerOrderId')}::text[]))`,
    );

export type OrderedPayment = { payment: Payment; order: { id: number; userId: number; language: 'en' | 'ka' }; email: string };

/** Selects payments with their orders and buyers, ascending. */
export const selectOrderedPayments = (db: Db, ids: readonly number[]) =>
  db
    .select({ payment: payments, order: { id: orders.id, userId: orders.userId, language: orders.language }, email: users.email })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(payments.id, [...ids]))
    .orderBy(asc(payments.id));

/** Locks payments and their orders until the transaction ends, ascending, and returns them with their buyers, who are not locked. */
export const lockOrderedPayments = (db: Db, ids: readonly number[]): Promise<OrderedPayment[]> =>
  selectOrderedPayments(db, ids).for('no key update', { of: [payments, orders] });

export async function lockOrderedPayment(db: Db, id: number): Promise<OrderedPayment | undefined> {
  const [row] = await lockOrderedPayments(db, [id]);
  return row;
}

/** Returns the ordered lines, with names for a bank statement and the language of the order. */
export const findOrderLines = (db: Db, orderIds: readonly number[]) =>
  db
    .select({
      orderId: orderLines.orderId,
      language: orders.language,
      ticketTypeId: orderLines.ticketTypeId,
      quantity: orderLines.quantity,
      priceTetri: orderLines.priceTetri,
      eventName: events.nameLat,
      ticketTypeName: ticketTypes.nameLat,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, orderLines.ticketTypeId))
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.id));

/** Returns the payment that paid an order. */
export async function findPaidPayment(db: Db, orderId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, ['paid', 'refunding', 'refunded'])));
  return row?.id;
}

export type Click = Pick<Payment, 'id' | 'expiresAt' | 'checkAt'> & { providerOrderId: string; redirectUrl: string };

/**
 * `created` → `pending`, except for payments that were opened or ended before. Returns the resulting page of each payment by its id: null
 * for one without a page.
 */
export async function markPending(db: Db, opened: readonly Click[]): Promise<Map<number, string | null>> {
  const { rows } = await db.execute<{ id: string; page: string | null }>(sql`
    with mine as (
      select id, state, redirect_url from payments where id = any(${column(opened, 'id')}::bigint[]) order by id for no key update
    ), pending as (
      update payments set state = 'pending', expires_at = o.expires_at, check_at = o.check_at,
        provider_order_id = o.provider_order_id, redirect_url = o.redirect_url
      from mine join unnest(
        ${column(opened, 'id')}::bigint[], ${column(opened, 'expiresAt')}::timestamptz[], ${column(opened, 'checkAt')}::timestamptz[],
        ${column(opened, 'providerOrderId')}::text[], ${column(opened, 'redirectUrl')}::text[]
      ) as o (id, expires_at, check_at, provider_order_id, redirect_url) on o.id = mine.id
      where payments.id = mine.id and mine.state = 'created'
      returning payments.id, payments.redirect_url
    )
    select mine.id, coalesce(pending.redirect_url, mine.redirect_url) as page from mine left join pending using (id)`);
  return new Map(rows.map(({ id, page }) => [Number(id), page]));
}

/** Changes a locked payment and returns it. */
export async function changePayment(db: Db, payment: Payment, change: PaymentChange): Promise<Payment> {
  await db.update(payments).set(change).where(eq(payments.id, payment.id));
  return { ...payment, ...change };
}

type Ending = { state: 'paid' | 'failed' | 'refunded'; settledAt: Date; failureReason?: FailureReason };

/** Ends locked payments, and their orders with the same state. Returns the changed payments. */
export async function endOrderedPayments(db: Db, ended: readonly Payment[], ending: Ending): Promise<Payment[]> {
  const { state, settledAt, failureReason = null } = ending;
  await db.execute(sql`
    with ended as (
      update orders set state = ${state}, settled_at = ${settledAt} where id = any(${column(ended, 'orderId')}::bigint[])
    )
    update payments set state = ${state}, settled_at = ${settledAt}, failure_reason = ${failureReason},
      captured_tetri = e.captured_tetri, captured_currency = e.captured_currency
    from unnest(
      ${column(ended, 'id')}::bigint[], ${column(ended, 'capturedTetri')}::int[], ${column(ended, 'capturedCurrency')}::text[]
    ) as e (id, captured_tetri, captured_currency)
    where payments.id = e.id`);
  return ended.map((payment) => ({ ...payment, state, settledAt, failureReason }));
}

export async function changeOrder(db: Db, id: number, change: OrderChange): Promise<void> {
  await db.update(orders).set(change).where(eq(orders.id, id));
}

/** Open, or ended by us while the bank may still capture the money. Must equal the condition of the index `payments_to_check`. */
const isAwaited = sql`(${payments.state} in ('created', 'pending') or ${payments.isWatched})`;

/** Claims due payments and sets their next time, so that several sweepers share the work. */
export async function claimDuePayments(db: Db, providers: Payment['provider'][], now: Date, limit: number): Promise<Payment[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(isAwaited, lte(payments.checkAt, now), inArray(payments.provider, providers)))
    .orderBy(asc(payments.checkAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const pause = sql`(${sql.param(CHECK_PAUSES_MS)}::int[])[least(${payments.checks} + 2, ${CHECK_PAUSES_MS.length}::int)]`;
  return db
    .update(payments)
    .set({ checkAt: sql`${now}::timestamptz + ${pause} * interval '1 millisecond'`, checks: sql`${payments.checks} + 1` })
    .where(inArray(payments.id, due))
    .returning();
}

/** Returns true for the one caller that may ask the bank to open this payment; stored before the request is sent. */
export async function markRequested(db: Db, id: number, requestedAt: Date): Promise<boolean> {
  const rows = await db
    .update(payments)
    .set({ requestedAt })
    .where(and(eq(payments.id, id), eq(payments.state, 'created'), isNull(payments.requestedAt)))
    .returning({ id: payments.id });
  return rows.length > 0;
}

/**
 * Ends all but the newest `keep` unpaid bank orders of each of these users. Those known to the bank are checked after their session ends.
 * Skips payments that are locked by a sync, so that no one waits for it.
 */
export async function endSurplusPayments(db: Db, userIds: readonly number[], { keep, now }: { keep: number; now: Date }): Promise<void> {
  await db.execute(sql`
    with ranked as (
      select p.id, row_number() over (partition by o.user_id order by p.id desc) as place
      from orders o join payments p on p.order_id = o.id
      where o.user_id = any(${sql.param(userIds)}::int[]) and o.state = 'pending' and p.state in ('created', 'pending') and p.amount_tetri > 0
    ), surplus as (
      select id, order_id from payments
      where id in (select id from ranked where place > ${keep}) and state in ('created', 'pending')
      order by id for no key update skip locked
    ), ended as (
      update orders set state = 'failed', settled_at = ${now} from surplus where orders.id = surplus.order_id
    )
    update payments set state = 'failed', failure_reason = 'replaced', settled_at = ${now},
      is_watched = provider_order_id is not null, check_at = greatest(expires_at, ${now})
    from surplus where payments.id = surplus.id`);
}

/** Ends the checks of payments with a final status. */
export async function stopWatching(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .update(payments)
      .set({ isWatched: false })
      .where(sql`${payments.id} = any(${sql.param(ids)}::bigint[])`);
}

export type Callback = Omit<typeof paymentCallbacks.$inferSelect, 'id' | 'times'>;
/** A stored callback, with the number of its arrivals when it was read. */
export type KeptCallback = { id: number; times: number };

/** Identifies a callback, however often it arrives. */
export const callbackKey = ({ provider, digest }: Pick<Callback, 'provider' | 'digest'>): string => `${provider} ${digest}`;

/** Stores callbacks, each once; a repeated one is counted and processed again. Returns them by their key. */
export async function storeCallbacks(db: Db, callbacks: readonly Callback[]): Promise<Map<string, KeptCallback>> {
  const rows = callbacks.map((callback) => ({ ...callback, headers: JSON.stringify(callback.headers) }));
  const kept = await db.execute<{ provider: string; digest: string; id: string; times: number }>(sql`
    insert into payment_callbacks as known (provider, digest, headers, body, is_signed, received_at, payment_id, handled_at)
    select * from unnest(
      ${column(rows, 'provider')}::text[], ${column(rows, 'digest')}::text[], ${column(rows, 'headers')}::jsonb[],
      ${column(rows, 'body')}::text[], ${column(rows, 'isSigned')}::text[], ${column(rows, 'receivedAt')}::timestamptz[],
      ${column(rows, 'paymentId')}::bigint[], ${column(rows, 'handledAt')}::timestamptz[]
    ) as come (provider, digest) order by provider, digest
    on conflict (provider, digest) do update set times = known.times + 1, handled_at = excluded.handled_at
    returning provider, digest, id, times`);
  return new Map(kept.rows.map(({ id, times, ...row }) => [callbackKey(row), { id: Number(id), times }]));
}

/** Marks callbacks as processed unless they arrived again since. Locks them in the order in which they are stored. */
export async function markHandled(db: Db, kept: readonly KeptCallback[], now: Date): Promise<void> {
  await db.execute(sql`
    with seen as (
      select c.id from payment_callbacks c
      join unnest(${column(kept, 'id')}::bigint[], ${column(kept, 'times')}::int[]) as k (id, times) on k.id = c.id and k.times = c.times
      order by c.provider, c.digest for no key update of c
    )
    update payment_callbacks c set handled_at = ${now} from seen where c.id = seen.id`);
}

const withoutContent = { body: '', headers: {} };

/** Deletes the contents of callbacks from before a moment: they have the buyer's name, phone, mail and card. */
export async function emptyCallbacksBefore(db: Db, before: Date): Promise<void> {
  await db
    .update(paymentCallbacks)
    .set(withoutContent)
    .where(and(lt(paymentCallbacks.receivedAt, before), ne(paymentCallbacks.body, '')));
}

/** Deletes the contents of all callbacks about the payments of one person. */
export async function emptyCallbacksOf(db: Db, userId: number): Promise<void> {
  const own = db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.userId, userId));
  await db.update(paymentCallbacks).set(withoutContent).where(inArray(paymentCallbacks.paymentId, own));
}

export type WaitingCallback = KeptCallback & { payment: typeof payments.$inferSelect };

/** Returns unprocessed callbacks of configured banks with their payments, in order of arrival. */
export async function findWaitingCallbacks(
  db: Db,
  { afterId, limit, providers }: { afterId: number; limit: number; providers: (typeof payments.$inferSelect)['provider'][] },
): Promise<WaitingCallback[]> {
  return db
    .select({ id: paymentCallbacks.id, times: paymentCallbacks.times, payment: payments })
    .from(paymentCallbacks)
    .innerJoin(payments, eq(payments.id, paymentCallbacks.paymentId))
    .where(and(isNull(paymentCallbacks.handledAt), gt(paymentCallbacks.id, afterId), inArray(payments.provider, providers)))
    .orderBy(asc(paymentCallbacks.id))
    .limit(limit);
}
