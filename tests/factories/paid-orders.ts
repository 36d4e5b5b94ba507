import type { Language } from '#shared/constants.ts';
import type { Context } from '#server/platform/context.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { issueTickets, type IssuedTicket } from '#server/sales/tickets/tickets.service.ts';

type Line = { eventId: number; ticketTypeId: number; quantity?: number; priceTetri?: number };

/** Creates a paid order with its tickets, as after the bank's approval. */
export async function createPaidOrder(
  ctx: Context,
  { userId, lines, language = 'en' }: { userId: number; lines: Line[]; language?: Language },
): Promise<{ id: number; tickets: IssuedTicket[] }> {
  const full = lines.map((line) => ({ quantity: 1, priceTetri: 4000, ...line }));
  const totalTetri = full.reduce((total, { quantity, priceTetri }) => total + quantity * priceTetri, 0);
  const now = ctx.clock.now();
  const [order] = await ctx.db
    .insert(orders)
    .values({ userId, state: 'paid', totalTetri, language, createdAt: now, settledAt: now })
    .returning();
  if (!order) throw new Error('The order was not created.');
  const rows = await ctx.db
    .insert(orderLines)
    .values(full.map((line) => ({ ...line, orderId: order.id })))
    .returning();
  return {
    id: order.id,
    tickets: await issueTickets(
      ctx,
      rows.map((line) => ({ ...line, userId })),
    ),
  };
}
