import { asc, eq } from 'drizzle-orm';
import { changeStock } from '#server/sales/inventory/stock.queries.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { ticketTypes } from '#server/content/content.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { type IssuedTicket, issueTickets } from '#server/sales/tickets/tickets.service.ts';

type NewTicket = { userId: number; eventId: number; ticketTypeId?: number; priceTetri?: number };

/**
 * Creates a sold ticket: a paid order of one place with its line, the place counted as sold, and the ticket; by default of the first ticket
 * type.
 */
export async function createTicket(ctx: Context, { userId, eventId, priceTetri = 4000, ...given }: NewTicket): Promise<IssuedTicket> {
  const ticketTypeId = given.ticketTypeId ?? (await firstTicketTypeOf(ctx, eventId));
  const now = ctx.clock.now();
  return withTransaction(ctx, async (tx) => {
    const order = only(
      await tx.db
        .insert(orders)
        .values({ userId, state: 'paid', totalTetri: priceTetri, language: 'en', createdAt: now, settledAt: now })
        .returning(),
    );
    const line = only(
      await tx.db.insert(orderLines).values({ orderId: order.id, eventId, ticketTypeId, quantity: 1, priceTetri }).returning(),
    );
    await changeStock(tx.db, [{ eventId, ticketTypeId, places: 1 }]);
    return only(await issueTickets(tx, [{ ...line, userId }]));
  });
}

async function firstTicketTypeOf(ctx: Context, eventId: number): Promise<number> {
  return only(await ctx.db.select().from(ticketTypes).where(eq(ticketTypes.eventId, eventId)).orderBy(asc(ticketTypes.position)).limit(1))
    .id;
}

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('A row was expected.');
  return row;
}
