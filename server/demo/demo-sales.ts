import { randomBytes, randomUUID } from 'node:crypto';
import { CURRENCY } from '#shared/constants.ts';
import { toGel } from '#shared/money.ts';
import { changeStock } from '#server/sales/cart/stock.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import { orderLines, orders } from '#server/sales/orders/orders.table.ts';
import { payments, ledgerEntries } from '#server/sales/payments/payments.table.ts';
import { type IssuedTicket, issueTickets } from '#server/sales/tickets/tickets.service.ts';

type Release = { id: number; priceTetri: number };
export type Sale = { eventId: number; release: Release; buyerIds: readonly number[]; at: Date };

/** Sells a place to each buyer, paid at the given moment: writes the rows of settled purchases, in the tables of the fake bank as well. */
export async function sell(demo: Context, { eventId, release, buyerIds, at }: Sale): Promise<IssuedTicket[]> {
  if (buyerIds.length === 0) return [];
  const tx = { ...demo, clock: { now: () => at } };
  const { id: basketId, priceTetri } = release;
  const placed = await tx.db
    .insert(orders)
    .values(
      buyerIds.map((userId) => ({
        userId,
        totalTetri: priceTetri,
        language: 'en' as const,
        state: 'paid' as const,
        createdAt: at,
        settledAt: at,
      })),
    )
    .returning({ id: orders.id, userId: orders.userId });
  const buyerOf = new Map(placed.map(({ id, userId }) => [id, userId]));
  const lines = await tx.db
    .insert(orderLines)
    .values(placed.map(({ id: orderId }) => ({ orderId, eventId, basketId, quantity: 1, priceTetri })))
    .returning();
  await collect(tx, [...buyerOf.keys()], priceTetri);
  await changeStock(tx.db, [{ eventId, basketId, places: lines.length }]);
  return issueTickets(
    tx,
    lines.map((line) => ({ ...line, userId: buyerOf.get(line.orderId) ?? 0 })),
  );
}

async function collect({ db, clock }: Context, orderIds: readonly number[], amountTetri: number): Promise<void> {
  const now = clock.now();
  const paid = await db
    .insert(payments)
    .values(
      orderIds.map((orderId) => ({
        orderId,
        provider: 'fake' as const,
        providerOrderId: randomUUID(),
        idempotencyKey: randomUUID(),
        returnToken: randomBytes(24).toString('base64url'),
        state: 'paid' as const,
        amountTetri,
        currency: CURRENCY,
        capturedTetri: amountTetri,
        capturedCurrency: CURRENCY,
        createdAt: now,
        expiresAt: now,
        checkAt: now,
        settledAt: now,
      })),
    )
    .returning();
  const entry = { currency: CURRENCY, createdAt: now };
  await db.insert(ledgerEntries).values(
    paid.flatMap(({ id }) => [
      { ...entry, movement: `capture ${id}`, paymentId: id, account: 'bank' as const, amountTetri },
      { ...entry, movement: `capture ${id}`, paymentId: id, account: 'sales' as const, amountTetri: -amountTetri },
    ]),
  );
  await db.insert(fakeBankOrders).values(paid.map((payment) => bankOrderOf(payment, now)));
}

type Paid = Pick<typeof payments.$inferSelect, 'orderId' | 'providerOrderId' | 'amountTetri'>;

/** The bank's row of an approved order, so that it answers requests for the status and for refunds. */
function bankOrderOf({ orderId, providerOrderId, amountTetri }: Paid, now: Date): typeof fakeBankOrders.$inferInsert {
  const ofClub = 'https://rkali.example/';
  const price = toGel(amountTetri);
  const request = {
    callback_url: ofClub,
    external_order_id: String(orderId),
    purchase_units: { currency: CURRENCY, total_amount: price, basket: [{ product_id: 'demo', quantity: 1, unit_price: price }] },
    redirect_urls: { success: ofClub, fail: ofClub },
    ttl: 15,
    language: 'en',
  };
  return {
    id: providerOrderId ?? '',
    requestHash: '',
    request,
    externalOrderId: String(orderId),
    amountTetri,
    reportedTetri: amountTetri,
    currency: CURRENCY,
    outcome: 'approve',
    status: 'completed',
    createdAt: now,
    completesAt: now,
    expiresAt: now,
  };
}
