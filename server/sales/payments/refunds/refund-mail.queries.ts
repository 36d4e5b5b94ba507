import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { baskets, events } from '#server/content/events/events.table.ts';
import { orderLines } from '#server/sales/orders/orders.table.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';
import { payments, refunds } from '#server/sales/payments/payments.table.ts';

export type MailedRefund = NonNullable<Awaited<ReturnType<typeof findMailedRefund>>>;
export type RefundedPlaces = MailedRefund['places'][number];

/** A refund with the places it is about: those of the tickets it ended, else all that were ordered. */
export async function findMailedRefund(db: Db, id: number) {
  const [refund] = await db
    .select({
      amountTetri: refunds.amountTetri,
      reason: refunds.reason,
      note: refunds.note,
      orderId: payments.orderId,
      currency: sql<string>`coalesce(${payments.capturedCurrency}, ${payments.currency})`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id));
  if (!refund) return undefined;
  const ended = sql<number>`(select count(*)::int from ${tickets} where ${tickets.orderLineId} = ${orderLines.id} and ${tickets.refundId} = ${id})`;
  const lines = await db
    .select({
      eventId: orderLines.eventId,
      eventName: events.name,
      eventNameLat: events.nameLat,
      startsAt: events.startsAt,
      basketName: baskets.name,
      basketNameLat: baskets.nameLat,
      ordered: orderLines.quantity,
      ended,
    })
    .from(orderLines)
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(baskets, eq(baskets.id, orderLines.basketId))
    .where(eq(orderLines.orderId, refund.orderId))
    .orderBy(events.startsAt, orderLines.id);
  const isOfTickets = lines.some((line) => line.ended > 0);
  const places = lines.map((line) => ({ ...line, quantity: isOfTickets ? line.ended : line.ordered }));
  return { ...refund, places: places.filter(({ quantity }) => quantity > 0) };
}
