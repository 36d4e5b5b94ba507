import { and, asc, eq, getTableColumns, inArray, isNull, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { isShownToOwner, isUnclaimed } from '#server/sales/tickets/tickets.queries.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { claimLinks, ticketTransfers } from '#server/sales/tables/transfers.table.ts';
import type { Claim } from '#shared/tickets/claims.ts';

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

const offered = {
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
    namesRequired: events.namesRequired,
  },
  ticketType: { name: ticketTypes.name, nameLat: ticketTypes.nameLat },
};

export type OfferedTicket = NonNullable<Awaited<ReturnType<typeof findTransfer>>>;

/** Returns the transfer of a link with its ticket, in any state. */
export async function findTransfer(db: Db, tokenHash: string) {
  const [row] = await db
    .select({ transfer: ticketTransfers, ticket: getTableColumns(tickets), ...offered })
    .from(ticketTransfers)
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.ticketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(users, eq(users.id, ticketTransfers.fromUserId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .where(eq(ticketTransfers.tokenHash, tokenHash));
  return row;
}

export type OfferedClaims = NonNullable<Awaited<ReturnType<typeof findClaimLink>>>;

/** Returns a link for unclaimed tickets, in any state. */
export async function findClaimLink(db: Db, tokenHash: string) {
  const [row] = await db
    .select({ link: claimLinks, ...offered })
    .from(claimLinks)
    .innerJoin(orderLines, eq(orderLines.id, claimLinks.orderLineId))
    .innerJoin(users, eq(users.id, claimLinks.fromUserId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, orderLines.ticketTypeId))
    .where(eq(claimLinks.tokenHash, tokenHash));
  return row;
}

/** Returns the tickets of an order line that a claim link gives, in the order of issue: none that is listed or has a link of its own. */
export const findUnclaimed = (db: Db, orderLineId: number) =>
  db
    .select(getTableColumns(tickets))
    .from(tickets)
    .where(
      and(
        eq(tickets.orderLineId, orderLineId),
        isUnclaimed,
        isShownToOwner(db),
        notExists(
          db
            .select({ id: ticketTransfers.id })
            .from(ticketTransfers)
            .where(and(eq(ticketTransfers.ticketId, tickets.id), isOpen)),
        ),
        notExists(
          db
            .select({ id: resaleListings.id })
            .from(resaleListings)
            .where(and(eq(resaleListings.ticketId, tickets.id), eq(resaleListings.state, 'open'))),
        ),
      ),
    )
    .orderBy(asc(tickets.id));

/** Returns a ticket while it is valid and this guest's. */
export async function findClaimOf(db: Db, ticketId: number, userId: number) {
  const [row] = await db
    .select({ id: tickets.id, claim: tickets.claim })
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.userId, userId), eq(tickets.state, 'valid')));
  return row;
}

/** Returns the valid ticket that a guest claimed with a link and still has. */
export async function findClaimBy(db: Db, claimLinkId: number, userId: number) {
  const [row] = await db
    .select({ id: tickets.id, claim: tickets.claim })
    .from(ticketTransfers)
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.newTicketId))
    .where(
      and(
        eq(ticketTransfers.claimLinkId, claimLinkId),
        eq(ticketTransfers.toUserId, userId),
        eq(tickets.userId, userId),
        eq(tickets.state, 'valid'),
      ),
    );
  return row;
}

/** Stores a transfer that needed no link of its own. */
export async function insertTransferred(
  db: Db,
  row: Pick<Transfer, 'ticketId' | 'fromUserId' | 'claimLinkId' | 'toUserId' | 'newTicketId'>,
  now: Date,
): Promise<number> {
  const [inserted] = await db
    .insert(ticketTransfers)
    .values({ ...row, createdAt: now, acceptedAt: now })
    .returning({ id: ticketTransfers.id });
  if (!inserted) throw new Error('A transfer was not stored.');
  return inserted.id;
}

/** Returns the recipient of a ticket; the account cannot be deleted, banned or decided about until the transaction ends. */
export async function lockRecipient(db: Db, userId: number) {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      language: users.language,
      emailProvedAt: users.emailProvedAt,
      status: users.status,
    })
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
  successor: { id: number; userId: number; claim: Claim; createdAt: Date },
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

const successor = alias(tickets, 'successor');

/**
 * Returns a transferred ticket: its event, its former number, and the recipient's first name. `isBuyersAgain`: it is the sender's again unless
 * the recipient is verified in time.
 */
export async function findTakenTicket(db: Db, transferId: number) {
  const [row] = await db
    .select({
      ticketId: ticketTransfers.ticketId,
      claim: tickets.claim,
      recipient: users.firstName,
      event: mailedEvent,
      isBuyersAgain: sql<boolean>`${successor.claim} = 'waiting' and ${orders.userId} = ${ticketTransfers.fromUserId}`,
    })
    .from(ticketTransfers)
    .innerJoin(users, eq(users.id, ticketTransfers.toUserId))
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.ticketId))
    .innerJoin(successor, eq(successor.id, ticketTransfers.newTicketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
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
      isClaim: sql<boolean>`${tickets.claim} = 'unclaimed'`,
      isReturn: sql<boolean>`${ticketTransfers.tokenHash} is null and ${ticketTransfers.claimLinkId} is null`,
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
    .select({ event: mailedEvent, state: events.state, isComplimentary: isNull(tickets.refundId).mapWith(Boolean) })
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
