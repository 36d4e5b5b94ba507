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

/** Returns the event of an entry that has or had a ticket, or is to get one when its guest is no longer banned; with the ticket's order. */
export async function findMailedEntry(db: Db, entryId: number): Promise<{ eventId: number; orderId: number | null } | undefined> {
  const [row] = await db
    .select({ eventId: guestLists.eventId, orderId: guestListEntries.orderId, refusedUserId: guestListEntries.refusedUserId })
    .from(guestListEntries)
    .innerJoin(guestLists, eq(guestLists.id, guestListEntries.listId))
    .where(eq(guestListEntries.id, entryId));
  return row && (row.orderId ?? row.refusedUserId) !== null ? { eventId: row.eventId, orderId: row.orderId } : undefined;
}

/** Locks the valid ticket of an order for one place; after a transfer, the present holder's. */
export async function lockTicketOfOrder(db: Db, orderId: number): Promise<{ id: number; usedAt: Date | null } | undefined> {
  const [ticket] = await db
    .select({ id: tickets.id, usedAt: tickets.usedAt })
    .from(orderLines)
    .innerJoin(tickets, eq(tickets.orderLineId, orderLines.id))
    .where(and(eq(orderLines.orderId, orderId), eq(tickets.state, 'valid')))
    .for('no key update', { of: tickets });
  return ticket;
}

/**
 * Returns the addresses, in lower case, of the people on a list who have a ticket, or were refused one without the list's owner being told.
 */
export async function findMailedOnList(db: Db, listId: number): Promise<string[]> {
  const rows = await db
    .select({ email: sql<string>`lower(${users.email})` })
    .from(guestListEntries)
    .leftJoin(orders, and(eq(orders.id, guestListEntries.orderId), eq(orders.state, 'paid')))
    .innerJoin(users, sql`${users.id} = coalesce(${orders.userId}, ${guestListEntries.refusedUserId})`)
    .where(and(eq(guestListEntries.listId, listId), isNull(guestListEntries.removedAt)));
  return rows.map(({ email }) => email);
}

/** Counts the people on a list who have a ticket or were refused one: the owner must not be able to tell them apart by the number left. */
export const countTicketsOnList = async (db: Db, listId: number): Promise<number> => (await findMailedOnList(db, listId)).length;

/** Returns the address and language to which the ticket of an order was mailed. */
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
