import { and, asc, eq, gt, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { bannedSql } from '#server/accounts/may-buy.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { claimLinks, ticketTransfers } from '#server/sales/tables/transfers.table.ts';
import { isShownToOwner, isUnclaimed } from '#server/sales/tickets/tickets.queries.ts';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import { STATUSES } from '#shared/constants.ts';
import type { Claim } from '#shared/tickets/claims.ts';

const shownEvent = { id: events.id, name: events.name, nameLat: events.nameLat, startsAt: events.startsAt, state: events.state };

const isComing = (now: Date) => and(eq(events.state, 'published'), gt(events.endsAt, now));

/**
 * A ticket whose guest, who did not buy it, waits for a first code: it returns to its buyer when claims end. Who had a code may still come:
 * the club decides.
 */
export const returnsAtEnd = and(
  eq(tickets.claim, 'waiting'),
  eq(tickets.state, 'valid'),
  isNull(tickets.usedAt),
  isNull(tickets.codeWithdrawnAt),
  ne(orders.userId, tickets.userId),
);

/** Returns the valid places that a guest bought at coming events that want names, with their present holders, by event and issue. */
export const findPlacesOfBuyer = (db: Db, buyerId: number, now: Date) =>
  db
    .select({
      lineId: orderLines.id,
      ticketId: tickets.id,
      userId: tickets.userId,
      claim: tickets.claim,
      name: users.firstName,
      holderName: tickets.holderName,
      usedAt: tickets.usedAt,
      event: { ...shownEvent, verifiedOnly: events.verifiedOnly, namesRequired: events.namesRequired },
      isLinked: sql<boolean>`exists (select from ticket_transfers l where l.ticket_id = ${tickets.id}
        and l.ended_at is null and l.accepted_at is null)`,
      isListed: sql<boolean>`exists (select from resale_listings r where r.ticket_id = ${tickets.id} and r.state = 'open')`,
      linkMadeAt: sql<Date | null>`(select l.created_at from claim_links l where l.order_line_id = ${orderLines.id}
        and l.from_user_id = ${buyerId} and l.ended_at is null)`.mapWith(tickets.createdAt),
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(tickets, eq(tickets.orderLineId, orderLines.id))
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .where(and(eq(orders.userId, buyerId), eq(tickets.state, 'valid'), ne(tickets.claim, 'bearer'), isComing(now), isShownToOwner(db)))
    .orderBy(asc(events.startsAt), asc(orderLines.id), asc(tickets.id));

/** Returns an account's own places at coming events: those that wait, and those with a code. */
export const findOwnClaims = (db: Db, userId: number, now: Date) =>
  db
    .select({
      ticketId: tickets.id,
      claim: tickets.claim,
      event: shownEvent,
      returnsAtEnd: sql<boolean>`(${returnsAtEnd})`,
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(tickets.userId, userId),
        eq(tickets.state, 'valid'),
        inArray(tickets.claim, ['waiting', 'claimed']),
        isComing(now),
        isShownToOwner(db),
      ),
    )
    .orderBy(asc(events.startsAt), asc(tickets.id));

/** Returns a place of a buyer that waits for the verification of another guest, with that guest. */
export async function findWaitingPlace(db: Db, buyerId: number, ticketId: number, now: Date) {
  const [row] = await db
    .select({ ticket: tickets, guest: { email: users.email, language: users.language } })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(
      and(
        eq(tickets.id, ticketId),
        eq(orders.userId, buyerId),
        ne(tickets.userId, buyerId),
        eq(tickets.claim, 'waiting'),
        eq(tickets.state, 'valid'),
        isComing(now),
      ),
    );
  return row;
}

/** Returns the event of a guest's order line. */
export async function findOwnLine(db: Db, userId: number, lineId: number) {
  const [row] = await db
    .select({ eventId: orderLines.eventId, startsAt: events.startsAt, state: events.state })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .where(and(eq(orderLines.id, lineId), eq(orders.userId, userId)));
  return row;
}

export async function insertClaimLink(
  db: Db,
  row: Pick<typeof claimLinks.$inferInsert, 'orderLineId' | 'fromUserId' | 'tokenHash' | 'createdAt'>,
): Promise<void> {
  await db.insert(claimLinks).values(row);
}

/** Ends the open link of an order line; with an event in place of it, those of all its lines. */
export async function endClaimLinks(db: Db, which: { lineId: number } | { eventId: number }, now: Date): Promise<void> {
  const lines = 'lineId' in which ? [which.lineId] : linesOf(db, which.eventId);
  await db
    .update(claimLinks)
    .set({ endedAt: now })
    .where(and(inArray(claimLinks.orderLineId, lines), isNull(claimLinks.endedAt)));
}

const linesOf = (db: Db, eventId: number) => db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.eventId, eventId));

/** Makes an unclaimed ticket its owner's. Returns false when it is not unclaimed, or was used. */
export async function claimOwn(db: Db, ticketId: number, claim: Claim): Promise<boolean> {
  const rows = await db
    .update(tickets)
    .set({ claim })
    .where(and(eq(tickets.id, ticketId), isUnclaimed))
    .returning({ id: tickets.id });
  return rows.length > 0;
}

/** A guest `u` is banned from an event `e` that begins before the ban ends. */
const isBannedThen = (now: Date): SQL => bannedSql('u', sql`greatest(e.starts_at, ${now.toISOString()}::timestamptz)`);

const ADMITTED = STATUSES.filter(isAdmitted);

/** Gives codes to the waiting tickets, of an account or of an event, whose guests may come. */
export function giveCodes(db: Db, of: { userId: number } | { eventId: number }, now: Date): Promise<ChangedTicket[]> {
  const isOf = 'userId' in of ? sql`t.user_id = ${of.userId}` : sql`t.event_id = ${of.eventId}`;
  const mayCome = sql`exists (select from users u where u.id = t.user_id and not ${isBannedThen(now)}
    and (not e.verified_only or u.status = any(${sql.param(ADMITTED)}::text[])))`;
  return changeTickets(db, sql`claim = 'claimed'`, sql`${isOf} and t.claim = 'waiting' and ${mayCome}`, now);
}

/** Lets a guest's tickets wait who is not verified any more, but for complimentary ones, whose guest the club named. */
export async function letWait(db: Db, userId: number, now: Date): Promise<void> {
  const isAffected = sql`t.user_id = ${userId} and t.claim = 'claimed' and e.verified_only and o.kind <> 'complimentary'`;
  await changeTickets(db, withoutCode(now), isAffected, now);
}

/** Lets these tickets wait. */
export async function withdrawCodes(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await changeTickets(db, withoutCode(now), sql`t.id = any(${sql.param([...ids])}::bigint[]) and t.claim = 'claimed'`, now);
}

/** Gives the unclaimed tickets of an event codes that anyone may use. */
export const freeUnclaimed = (db: Db, eventId: number, now: Date): Promise<ChangedTicket[]> =>
  changeTickets(db, sql`claim = 'bearer'`, sql`t.event_id = ${eventId} and t.claim = 'unclaimed'`, now);

const withoutCode = (now: Date): SQL => sql`claim = 'waiting', code_withdrawn_at = ${now}::timestamptz`;

/** `hadCode`: before it waited. */
export type ChangedTicket = { id: number; orderId: number; userId: number; buyerId: number; hadCode: boolean };

/** Changes unused valid tickets `t` of orders `o` for events `e` that are not over. Returns those that changed, with the guests who hold them. */
async function changeTickets(db: Db, change: SQL, isAffected: SQL, now: Date): Promise<ChangedTicket[]> {
  const { rows } = await db.execute<Record<'id' | 'orderId', string> & Omit<ChangedTicket, 'id' | 'orderId'>>(sql`
    update tickets t set ${change}
    from order_lines l, orders o, events e
    where l.id = t.order_line_id and o.id = l.order_id and e.id = t.event_id and e.ends_at > ${now}::timestamptz
      and t.state = 'valid' and t.used_at is null and ${isAffected}
    returning t.id, l.order_id as "orderId", t.user_id as "userId", o.user_id as "buyerId", t.code_withdrawn_at is not null as "hadCode"`);
  return rows.map(({ id, orderId, ...row }) => ({ ...row, id: Number(id), orderId: Number(orderId) }));
}

const buyer = alias(users, 'buyer');

/** Locks the events of a guest's tickets against changes by staff until the transaction ends. */
export async function shareEventsOf(db: Db, userId: number): Promise<void> {
  const own = db
    .select({ id: tickets.eventId })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.state, 'valid')));
  await db.select({ id: events.id }).from(events).where(inArray(events.id, own)).orderBy(asc(events.id)).for('key share');
}

/**
 * Returns the unused places that a guest got from their buyers, at events that are not over, with the buyers; `onlyRefused`: at events to
 * which the club does not admit the guest, who is banned, or rejected where it wants verified guests.
 */
export const findReceived = (db: Db, userId: number, { onlyRefused, now }: { onlyRefused: boolean; now: Date }) =>
  db
    .select({
      ticket: tickets,
      orderId: orders.id,
      buyer: { id: buyer.id, email: buyer.email, language: buyer.language },
      event: { verifiedOnly: events.verifiedOnly, namesRequired: events.namesRequired },
    })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(buyer, and(eq(buyer.id, orders.userId), isNull(buyer.deletedAt)))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(
      and(
        eq(tickets.userId, userId),
        ne(orders.userId, userId),
        eq(tickets.state, 'valid'),
        isNull(tickets.usedAt),
        inArray(tickets.claim, ['waiting', 'claimed']),
        gt(events.endsAt, now),
        onlyRefused ? isRefused(now) : undefined,
      ),
    )
    .orderBy(asc(tickets.id));

/** Returns the tickets of an event that return to their buyers, of those that guests claimed before a moment, with the buyers. */
export const findReturning = (db: Db, { eventId, before }: { eventId: number; before: Date }) =>
  db
    .select({ ticket: tickets, kind: orders.kind, buyer: { id: buyer.id, email: buyer.email, language: buyer.language } })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(buyer, and(eq(buyer.id, orders.userId), isNull(buyer.deletedAt)))
    .where(and(eq(tickets.eventId, eventId), returnsAtEnd, lt(tickets.createdAt, before)))
    // Accounts are locked in this order.
    .orderBy(asc(tickets.userId), asc(tickets.id));

/** Returns true while a ticket is one of those that return to their buyers. */
export async function isReturning(db: Db, ticketId: number): Promise<boolean> {
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(tickets.id, ticketId), returnsAtEnd));
  return rows.length > 0;
}

/** Another account of the guest may be the rejected one; then the ticket waits until claims end. */
const isRefused = (now: Date) => sql`exists (select from users u, events e where u.id = ${tickets.userId} and e.id = ${tickets.eventId}
  and (${isBannedThen(now)} or (e.verified_only and u.status = 'Rejected')))`;

/** Returns a place that returned to its buyer: its event, and the first name of the guest who had it. */
export async function findReturnedPlace(db: Db, transferId: number) {
  const [row] = await db
    .select({ event: { ...shownEvent, verifiedOnly: events.verifiedOnly, namesRequired: events.namesRequired }, name: users.firstName })
    .from(ticketTransfers)
    .innerJoin(users, eq(users.id, ticketTransfers.fromUserId))
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.ticketId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(eq(ticketTransfers.id, transferId));
  return row;
}
