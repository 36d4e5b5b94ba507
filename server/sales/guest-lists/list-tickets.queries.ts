import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';

export async function findEventOfList(db: Db, listId: number): Promise<number | undefined> {
  const [list] = await db.select({ eventId: guestLists.eventId }).from(guestLists).where(eq(guestLists.id, listId));
  return list?.eventId;
}

/** The event of an entry that has or had a ticket, or is to have one once its guest is no longer banned; with the order of that ticket. */
export async function findMailedEntry(db: Db, entryId: number): Promise<{ eventId: number; orderId: number | null } | undefined> {
  const [row] = await db
    .select({ eventId: guestLists.eventId, orderId: guestListEntries.orderId, refusedUserId: guestListEntries.refusedUserId })
    .from(guestListEntries)
    .innerJoin(guestLists, eq(guestLists.id, guestListEntries.listId))
    .where(eq(guestListEntries.id, entryId));
  return row && (row.orderId ?? row.refusedUserId) !== null ? { eventId: row.eventId, orderId: row.orderId } : undefined;
}

/** The valid ticket of an order for one place, locked; of its present holder when it was passed on. */
export async function lockTicketOfOrder(db: Db, orderId: number): Promise<{ id: number; usedAt: Date | null } | undefined> {
  const [ticket] = await db
    .select({ id: tickets.id, usedAt: tickets.usedAt })
    .from(orderLines)
    .innerJoin(tickets, eq(tickets.orderLineId, orderLines.id))
    .where(and(eq(orderLines.orderId, orderId), eq(tickets.state, 'valid')))
    .for('no key update', { of: tickets });
  return ticket;
}

/** The addresses, in small letters, of the people on a list who have a ticket, or were refused one without the owner of the list being told. */
export async function findMailedOnList(db: Db, listId: number): Promise<string[]> {
  const rows = await db
    .select({ email: sql<string>`lower(${users.email})` })
    .from(guestListEntries)
    .leftJoin(orders, and(eq(orders.id, guestListEntries.orderId), eq(orders.state, 'paid')))
    .innerJoin(users, sql`${users.id} = coalesce(${orders.userId}, ${guestListEntries.refusedUserId})`)
    .where(and(eq(guestListEntries.listId, listId), isNull(guestListEntries.removedAt)));
  return rows.map(({ email }) => email);
}

/** How many people on a list have a ticket, or were refused one: the owner must not tell them apart by what is left. */
export const countTicketsOnList = async (db: Db, listId: number): Promise<number> => (await findMailedOnList(db, listId)).length;

/** To whom and in which language the ticket of an order went. */
export async function findMailedTo(db: Db, orderId: number) {
  const [row] = await db
    .select({ email: users.email, language: orders.language })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  return row;
}

export async function markTicket(db: Db, ticketId: number, usedAt: Date | null): Promise<void> {
  await db
    .update(tickets)
    .set({ usedAt })
    .where(inArray(tickets.id, [ticketId]));
}
