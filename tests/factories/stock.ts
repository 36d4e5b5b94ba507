import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { TestApp } from '#tests/setup/app.ts';

/** Returns the held and sold places of an event. */
export async function stockOf(ctx: Context, eventId: number): Promise<{ held: number; sold: number } | undefined> {
  const sold = await ctx.db.$count(tickets, and(eq(tickets.eventId, eventId), eq(tickets.state, 'valid')));
  const [row] = await ctx.db.select({ soldOrReserved: events.soldOrReserved }).from(events).where(eq(events.id, eventId));
  return row && { held: row.soldOrReserved - sold, sold };
}

type Change = Partial<Pick<typeof ticketTypes.$inferSelect, 'priceTetri' | 'allocation'>> &
  Partial<Pick<typeof events.$inferSelect, 'capacity' | 'ticketsPerPerson' | 'state' | 'startsAt' | 'endsAt'>>;

/** Applies an owner's edits: a new price or allocation for all ticket types, new fields of the event. */
export async function changeEvent(ctx: Context, eventId: number, { priceTetri, allocation, ...facts }: Change): Promise<void> {
  const ticketType = { ...(priceTetri === undefined ? {} : { priceTetri }), ...(allocation === undefined ? {} : { allocation }) };
  if (Object.keys(ticketType).length > 0) await ctx.db.update(ticketTypes).set(ticketType).where(eq(ticketTypes.eventId, eventId));
  if (Object.keys(facts).length > 0) await ctx.db.update(events).set(facts).where(eq(events.id, eventId));
}

/** Drops the database's own checks of stock, so that a test sees the effect of the guards alone. */
export async function dropStockChecks({ owner }: Pick<TestApp, 'owner'>): Promise<void> {
  await owner.execute(sql`alter table ticket_types drop constraint ticket_types_stock`);
  await owner.execute(sql`alter table events drop constraint events_stock`);
}
