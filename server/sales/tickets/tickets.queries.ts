import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { complimentaryOrders, orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { ticketTransfers } from '#server/sales/tables/transfers.table.ts';
import { mapEventTexts } from '#shared/events/event-texts.ts';
import { type Claim, CLAIMS, hasCode } from '#shared/tickets/claims.ts';

export type TicketRow = typeof tickets.$inferSelect;
type NewTicket = Pick<TicketRow, 'id' | 'orderLineId' | 'place' | 'userId' | 'eventId' | 'ticketTypeId' | 'priceTetri'>;
export type OwnTicketRow = Awaited<ReturnType<typeof listTicketsOfUsers>>[number];

/** More than a guest can buy; staff can give an account any number. */
const OWN_MAX = 1_000;

/** A ticket with a code. */
const isCoded = inArray(tickets.claim, CLAIMS.filter(hasCode));

/** Returns the valid tickets that users see, used or not, newest first, at most a thousand for each user. */
export function listTicketsOfUsers(db: Db, userIds: readonly number[]) {
  const { id, userId, eventId, ticketTypeId, priceTetri, usedAt, claim, holderName } = tickets;
  const numbered = db
    .select({
      id,
      userId,
      eventId,
      ticketTypeId,
      priceTetri,
      usedAt,
      claim,
      holderName,
      ticketTypeName: sql<string>`${ticketTypes.name}`.as('ticket_type_name'),
      ticketTypeNameLat: sql<string>`${ticketTypes.nameLat}`.as('ticket_type_name_lat'),
      place: sql<number>`row_number() over (partition by ${userId} order by ${id} desc)`.as('place'),
    })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, ticketTypeId))
    .where(and(inArray(userId, [...userIds]), eq(tickets.state, 'valid'), isCoded, isShownToOwner(db)))
    .as('numbered');
  return db
    .select({
      id: numbered.id,
      userId: numbered.userId,
      eventId: numbered.eventId,
      ticketTypeId: numbered.ticketTypeId,
      priceTetri: numbered.priceTetri,
      usedAt: numbered.usedAt,
      claim: numbered.claim,
      holderName: numbered.holderName,
      ticketTypeName: numbered.ticketTypeName,
      ticketTypeNameLat: numbered.ticketTypeNameLat,
    })
    .from(numbered)
    .where(lte(numbered.place, OWN_MAX))
    .orderBy(desc(numbered.id));
}

/** Returns the unused ticket that a user sees of the first event that is not over; undefined without one. */
export async function findNextTicket(db: Db, user: number, now: Date): Promise<OwnTicketRow | undefined> {
  const { id, userId, eventId, ticketTypeId, priceTetri, usedAt, claim, holderName } = tickets;
  const [ticket] = await db
    .select({
      id,
      userId,
      eventId,
      ticketTypeId,
      priceTetri,
      usedAt,
      claim,
      holderName,
      ticketTypeName: ticketTypes.name,
      ticketTypeNameLat: ticketTypes.nameLat,
    })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, ticketTypeId))
    .innerJoin(events, eq(events.id, eventId))
    .where(
      and(
        eq(userId, user),
        eq(tickets.state, 'valid'),
        isNull(usedAt),
        isCoded,
        isShownToOwner(db),
        ne(events.state, 'cancelled'),
        gt(events.endsAt, now),
      ),
    )
    .orderBy(asc(events.startsAt), asc(id))
    .limit(1);
  return ticket;
}

/** Selects the order of a ticket if staff gave it to an address that is not proved, and it was not transferred. */
const waitingOrder = (db: Db) =>
  db
    .select({ id: orders.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(orderLines.id, tickets.orderLineId),
        eq(orders.userId, tickets.userId),
        eq(orders.kind, 'complimentary'),
        isNull(users.emailProvedAt),
      ),
    );

/**
 * True for a ticket that its account may see. Tickets given to an address wait until the account proves it, because another person may have
 * registered it (docs/decisions/0081).
 */
export const isShownToOwner = (db: Db) => notExists(waitingOrder(db));

/** True for a ticket that waits in its buyer's account for a guest. */
export const isUnclaimed = and(eq(tickets.state, 'valid'), eq(tickets.claim, 'unclaimed'), isNull(tickets.usedAt));

/** Counts the valid tickets of an account that wait for the proof of its address. */
export async function countWaitingTickets(db: Db, userId: number): Promise<number> {
  return db.$count(tickets, and(eq(tickets.userId, userId), eq(tickets.state, 'valid'), exists(waitingOrder(db))));
}

export type MailedTicket = Awaited<ReturnType<typeof findValidTicketsOfOrder>>[number];

/** Returns the valid tickets of an order that its buyer still has, unclaimed ones too, by the start of their event, then in the order of issue. */
export const findValidTicketsOfOrder = (db: Db, orderId: number) =>
  findValidTickets(db, and(eq(orderLines.orderId, orderId), eq(orders.userId, tickets.userId)));

/** Returns a ticket of an order while it is valid and has a code, also for its holder after a transfer. */
export const findPassedOnTicket = (db: Db, orderId: number, id: number): Promise<MailedTicket[]> =>
  findValidTickets(db, and(eq(orderLines.orderId, orderId), eq(tickets.id, id), isCoded));

/** Returns true if a ticket came by a link of its own, in place of one whose code worked. */
export async function isInPlaceOfCode(db: Db, id: number): Promise<boolean> {
  const came = and(eq(ticketTransfers.newTicketId, id), isNotNull(ticketTransfers.tokenHash), isCoded);
  const [row] = await db
    .select({ id: tickets.id })
    .from(ticketTransfers)
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.ticketId))
    .where(came);
  return row !== undefined;
}

/** Returns the tickets with a code of an order that this account holds, of events that are not over. */
export const findComingTicketsOf = (db: Db, { orderId, userId }: { orderId: number; userId: number }, now: Date): Promise<MailedTicket[]> =>
  findValidTickets(
    db,
    and(eq(orderLines.orderId, orderId), eq(tickets.userId, userId), isCoded, eq(events.state, 'published'), gt(events.endsAt, now)),
  );

/** Returns a valid, unused ticket with a code that this guest sees. */
export async function findOpenTicket(db: Db, userId: number, id: number): Promise<MailedTicket | undefined> {
  const [ticket] = await findValidTickets(db, and(eq(tickets.id, id), isOpenOf(userId), isCoded, isShownToOwner(db)));
  return ticket;
}

/** Returns all of them, the latest event first. */
export const findOpenTickets = (db: Db, userId: number, limit: number): Promise<MailedTicket[]> =>
  validTickets(db, and(isOpenOf(userId), isCoded, isShownToOwner(db)))
    .orderBy(desc(events.startsAt), asc(tickets.id))
    .limit(limit);

/** Returns those of one event, for a mail: also tickets without a code, or not yet shown to the account, because a mail reaches the person they are for. */
export const findOpenTicketsOfEvent = (db: Db, userId: number, eventId: number): Promise<MailedTicket[]> =>
  findValidTickets(db, and(isOpenOf(userId), eq(tickets.eventId, eventId)));

const isOpenOf = (userId: number) => and(eq(tickets.userId, userId), isNull(tickets.usedAt));

/** Returns the recipient of an order's mails, and the language. */
export async function findRecipient(db: Db, orderId: number) {
  const [recipient] = await db
    .select({ email: users.email, language: orders.language })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  return recipient;
}

/** Returns the recipient of a complimentary order, with the register's receipt; an account without a password is not claimed yet. */
export async function findComplimentary(db: Db, orderId: number) {
  const [complimentary] = await db
    .select({ firstName: users.firstName, isUnclaimed: sql<boolean>`${users.passwordHash} = ''`, receipt: complimentaryOrders.receipt })
    .from(complimentaryOrders)
    .innerJoin(orders, eq(orders.id, complimentaryOrders.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  return complimentary;
}

const findValidTickets = (db: Db, which: SQL | undefined) => validTickets(db, which).orderBy(asc(events.startsAt), asc(tickets.id));

function validTickets(db: Db, which: SQL | undefined) {
  return db
    .select({
      id: tickets.id,
      orderId: orderLines.orderId,
      buyerId: orders.userId,
      userId: tickets.userId,
      holderName: tickets.holderName,
      eventId: tickets.eventId,
      ticketTypeId: tickets.ticketTypeId,
      priceTetri: tickets.priceTetri,
      claim: tickets.claim,
      event: mapEventTexts((field) => events[field]),
      startsAt: events.startsAt,
      ticketTypeName: ticketTypes.name,
      ticketTypeNameLat: ticketTypes.nameLat,
    })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .where(and(which, eq(tickets.state, 'valid')));
}

/** Reserves the next numbers in the order of issue of all tickets; a number is never reused. */
export async function numberPlaces(db: Db, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ place: string }>(sql`select nextval('ticket_order') as place from generate_series(1, ${count}::int)`);
  return rows.map(({ place }) => Number(place));
}

/** Returns those of these events that want names on their tickets. */
export const findEventsWithNames = (db: Db, eventIds: readonly number[]) =>
  db
    .select({ id: events.id, verifiedOnly: events.verifiedOnly, namesRequired: events.namesRequired })
    .from(events)
    .where(and(inArray(events.id, [...eventIds]), or(events.verifiedOnly, events.namesRequired)));

/** Locks these accounts, so that two purchases at the same moment give one of them a single own place. Returns their status. */
export const lockOwners = (db: Db, userIds: readonly number[]) =>
  db
    .select({ id: users.id, status: users.status })
    .from(users)
    .where(inArray(users.id, [...userIds]))
    .orderBy(asc(users.id))
    .for('no key update');

/** Fails when a place of an order line has its ticket already. */
export async function insertTickets(db: Db, rows: readonly (NewTicket & { claim: Claim })[], createdAt: Date): Promise<void> {
  await db.execute(sql`
    insert into tickets (created_at, id, order_line_id, place, user_id, event_id, ticket_type_id, price_tetri, claim)
    select ${createdAt}::timestamptz, issued.* from unnest(
      ${column(rows, 'id')}::bigint[], ${column(rows, 'orderLineId')}::bigint[], ${column(rows, 'place')}::int[],
      ${column(rows, 'userId')}::int[], ${column(rows, 'eventId')}::int[], ${column(rows, 'ticketTypeId')}::int[],
      ${column(rows, 'priceTetri')}::int[], ${column(rows, 'claim')}::text[]
    ) as issued`);
}

/** Returns all tickets of an order, refunded ones too, in the order of issue. */
export async function findTicketsOfOrder(db: Db, orderId: number): Promise<TicketRow[]> {
  const rows = await db
    .select({ ticket: tickets })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(tickets.id));
  return rows.map(({ ticket }) => ticket);
}

type Ending = {
  /** Null when there was no money. */
  refundId: number | null;
  evenIfUsed: boolean;
};

/** Ends tickets, so that the door refuses them from now on. Returns how many; one that is being admitted at this moment is left out. */
export async function endTickets(db: Db, ids: readonly number[], { refundId, evenIfUsed }: Ending): Promise<number> {
  const ended = await db
    .update(tickets)
    .set({ state: 'refunded', refundId })
    .where(and(inArray(tickets.id, [...ids]), eq(tickets.state, 'valid'), evenIfUsed ? undefined : isNull(tickets.usedAt)))
    .returning({ id: tickets.id });
  return ended.length;
}
