import { and, asc, eq, getTableColumns, inArray, isNull, ne } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { ticketTransfers } from '#server/sales/tables/transfers.table.ts';

type Transfer = typeof ticketTransfers.$inferSelect;

const mailedEvent = { id: events.id, name: events.name, nameLat: events.nameLat, startsAt: events.startsAt };

const isOpen = and(isNull(ticketTransfers.endedAt), isNull(ticketTransfers.acceptedAt));

/** Ends the open links of tickets that end for another reason. */
export async function endLinks(db: Db, ticketIds: readonly number[], now: Date): Promise<void> {
  await db
    .update(ticketTransfers)
    .set({ endedAt: now })
    .where(and(inArray(ticketTransfers.ticketId, [...ticketIds]), isOpen));
}

export async function insertLink(db: Db, row: Pick<Transfer, 'ticketId' | 'fromUserId' | 'tokenHash' | 'createdAt'>): Promise<void> {
  await db.insert(ticketTransfers).values(row);
}

export type OfferedTicket = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;

/** Returns the transfer of a link with its ticket, in any state. */
export async function findTransfer(db: Db, tokenHash: string) {
  const [row] = await db
    .select({
      transfer: ticketTransfers,
      ticket: getTableColumns(tickets),
      orderId: orderLines.orderId,
      fromFirstName: users.firstName,
      event: {
        id: events.id,
        name: events.name,
        nameLat: events.nameLat,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
        state: events.state,
        verifiedOnly: events.verifiedOnly,
      },
      ticketType: { name: ticketTypes.name, nameLat: ticketTypes.nameLat },
    })
    .from(ticketTransfers)
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.ticketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(users, eq(users.id, ticketTransfers.fromUserId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .where(eq(ticketTransfers.tokenHash, tokenHash));
  return row;
}

/** Returns the recipient of a ticket; the account cannot be deleted until the transaction ends. */
export async function lockRecipient(db: Db, userId: number) {
  const [row] = await db
    .select({ id: users.id, email: users.email, firstName: users.firstName, language: users.language, emailProvedAt: users.emailProvedAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('share', { of: users });
  return row;
}

/** Ends a transferred ticket. Returns false when it is no longer valid and unused. */
export async function endTransferredTicket(db: Db, id: number): Promise<boolean> {
  const ended = await db
    .update(tickets)
    .set({ state: 'transferred' })
    .where(and(eq(tickets.id, id), eq(tickets.state, 'valid'), isNull(tickets.usedAt)))
    .returning({ id: tickets.id });
  return ended.length > 0;
}

/** Issues the successor of a transferred ticket. */
export async function insertSuccessor(
  db: Db,
  { orderLineId, place, eventId, ticketTypeId, priceTetri, transferNumber }: typeof tickets.$inferSelect,
  successor: { id: number; userId: number; createdAt: Date },
): Promise<void> {
  await db
    .insert(tickets)
    .values({ ...successor, orderLineId, place, eventId, ticketTypeId, priceTetri, transferNumber: transferNumber + 1 });
}

/** Returns false when the link was used or ended. */
export async function acceptLink(
  db: Db,
  id: number,
  taken: Required<Pick<Transfer, 'toUserId' | 'newTicketId' | 'acceptedAt'>>,
): Promise<boolean> {
  const rows = await db
    .update(ticketTransfers)
    .set(taken)
    .where(and(eq(ticketTransfers.id, id), isOpen))
    .returning({ id: ticketTransfers.id });
  return rows.length > 0;
}

/** Returns a transferred ticket: its event, its former number, and the recipient's first name. */
export async function findTakenTicket(db: Db, transferId: number) {
  const [row] = await db
    .select({
      ticketId: ticketTransfers.ticketId,
      recipient: users.firstName,
      event: mailedEvent,
    })
    .from(ticketTransfers)
    .innerJoin(users, eq(users.id, ticketTransfers.toUserId))
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.ticketId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(eq(ticketTransfers.id, transferId));
  return row;
}

/** Returns the accepted transfers of an order's tickets, by time of acceptance, with their recipients. */
export async function findTransfersOfOrder(db: Db, orderId: number) {
  const rows = await db
    .select({
      ticketId: ticketTransfers.ticketId,
      acceptedAt: ticketTransfers.acceptedAt,
      recipient: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(ticketTransfers)
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.ticketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(users, eq(users.id, ticketTransfers.toUserId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(ticketTransfers.acceptedAt));
  return rows.flatMap(({ acceptedAt, ...row }) => (acceptedAt === null ? [] : [{ ...row, acceptedAt }]));
}

/** Returns a ticket that ended, with its event. */
export async function findEndedTicket(db: Db, id: number) {
  const [row] = await db
    .select({ event: mailedEvent, state: events.state, isGift: isNull(tickets.refundId).mapWith(Boolean) })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(and(eq(tickets.id, id), eq(tickets.state, 'refunded')));
  return row;
}

/** Returns those of these tickets whose holder is not the buyer, with their holders. */
export const findHoldersOf = (db: Db, buyerId: number, ticketIds: readonly number[]) =>
  db
    .select({ ticketId: tickets.id, email: users.email, language: users.language })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(and(inArray(tickets.id, [...ticketIds]), ne(tickets.userId, buyerId), isNull(users.deletedAt)));
