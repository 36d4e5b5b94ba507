import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';

export type TicketTypeRow = Awaited<ReturnType<typeof findTicketTypes>>[number];
export type TicketTypeFields = Pick<
  typeof ticketTypes.$inferSelect,
  'kind' | 'name' | 'nameLat' | 'priceTetri' | 'allocation' | 'onSaleFrom' | 'onSaleUntil'
>;

export async function findEventStock(db: Db, eventId: number) {
  const [event] = await db
    .select({
      id: events.id,
      name: events.name,
      nameLat: events.nameLat,
      state: events.state,
      endsAt: events.endsAt,
      capacity: events.capacity,
      soldOrReserved: events.soldOrReserved,
    })
    .from(events)
    .where(eq(events.id, eventId));
  return event;
}

/** What staff offer: to everyone, or with a code. */
const isTicketType = inArray(ticketTypes.kind, ['public', 'hidden']);

/** The ticket types of an event in their order. */
export async function findTicketTypes(db: Db, eventId: number) {
  return await db
    .select({
      ticketType: ticketTypes,
      isOrdered: sql<boolean>`exists (select from order_lines l where l.ticket_type_id = ticket_types.id)`,
    })
    .from(ticketTypes)
    .where(and(eq(ticketTypes.eventId, eventId), isTicketType))
    .orderBy(asc(ticketTypes.position));
}

export async function findTicketType(db: Db, id: number) {
  const [row] = await db
    .select()
    .from(ticketTypes)
    .where(and(eq(ticketTypes.id, id), isTicketType));
  return row;
}

/** Inserts a ticket type after the event's others; the event is locked. Returns its id. */
export async function insertTicketType(db: Db, eventId: number, fields: TicketTypeFields): Promise<number> {
  const [last] = await db
    .select({ position: ticketTypes.position })
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, eventId))
    .orderBy(desc(ticketTypes.position))
    .limit(1);
  const [row] = await db
    .insert(ticketTypes)
    .values({ ...fields, eventId, position: Math.max(last?.position ?? 0, 0) + 1 })
    .returning({ id: ticketTypes.id });
  if (!row) throw new Error('An insert returned no row.');
  return row.id;
}

/** Returns false when the ticket type is no longer at this version. */
export async function updateTicketType(
  db: Db,
  { id, version }: { id: number; version: number },
  fields: TicketTypeFields,
): Promise<boolean> {
  const rows = await db
    .update(ticketTypes)
    .set({ ...fields, revision: sql`${ticketTypes.revision} + 1` })
    .where(and(eq(ticketTypes.id, id), eq(ticketTypes.revision, version)))
    .returning({ id: ticketTypes.id });
  return rows.length > 0;
}

/** Beyond every position, so that no two are equal during the reordering. */
const ASIDE = 1_000_000;

/** Sorts the ticket types in the order of these ids. The event is locked. */
export async function orderTicketTypes(db: Db, ids: readonly number[]): Promise<void> {
  const placed = sql`unnest(${sql.param(ids)}::int[]) with ordinality as placed (id, place)`;
  for (const shift of [ASIDE, 0])
    await db.execute(sql`update ticket_types b set position = ${shift} + placed.place::int from ${placed} where b.id = placed.id`);
}

/** Returns false when the ticket type is no longer at this version. */
export async function deleteTicketType(db: Db, { id, version }: { id: number; version: number }): Promise<boolean> {
  const rows = await db
    .delete(ticketTypes)
    .where(and(eq(ticketTypes.id, id), eq(ticketTypes.revision, version)))
    .returning({ id: ticketTypes.id });
  return rows.length > 0;
}
