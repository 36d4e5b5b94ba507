import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { claimLinks, ticketTransfers } from '#server/sales/tables/transfers.table.ts';
import { isShownToOwner } from '#server/sales/tickets/tickets.queries.ts';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import { STATUSES } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { RETENTION_DAYS } from '#shared/privacy/retention-days.ts';
import type { Claim } from '#shared/tickets/claims.ts';

const shownEvent = { id: events.id, name: events.name, nameLat: events.nameLat, startsAt: events.startsAt, state: events.state };

const isComing = (now: Date) => and(eq(events.state, 'published'), gt(events.endsAt, now));

/** Without a mail with its code, whose key names order and ticket, with an ending when it came later. In ASCII `;` follows `:`. */
const isUnmailed = sql`not exists (select from order_lines l
  cross join lateral (select 'ticket:' || l.order_id || ':' || ${tickets.id} as key) code
  join mails m on m.key = code.key or (m.key ~>=~ (code.key || ':') and m.key ~<~ (code.key || ';'))
  where l.id = ${tickets.orderLineId})`;

/** Without a code until now. Mails are deleted after a time, so an older ticket may have had one. */
export const hadNoCode = (now: Date) => and(gt(tickets.createdAt, addDays(now, -RETENTION_DAYS.mails)), isUnmailed);

/** Returns those of these tickets whose code was not mailed. */
export async function findUnmailed(db: Db, ticketIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(inArray(tickets.id, [...ticketIds]), isUnmailed));
  return new Set(rows.map(({ id }) => id));
}

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
      isBought: sql<boolean>`${orders.userId} = ${userId}`,
      hadNoCode: sql<boolean>`(${hadNoCode(now)})`,
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
    .where(and(eq(tickets.id, ticketId), eq(tickets.claim, 'unclaimed'), eq(tickets.state, 'valid'), isNull(tickets.usedAt)))
    .returning({ id: tickets.id });
  return rows.length > 0;
}

/** A change of whose tickets are, of one account or of one event, in SQL. */
type Change = { of: { userId: number } | { eventId: number }; from: readonly Claim[]; to: Claim; onlyVerified?: boolean; now: Date };

/** A guest `u` is banned from an event `e` that begins before the ban ends. */
const isBannedThen = (now: Date) => sql`(u.banned_at is not null
  and (u.banned_until is null or u.banned_until > greatest(e.starts_at, ${now.toISOString()}::timestamptz)))`;

const ADMITTED = STATUSES.filter(isAdmitted);

/**
 * Changes unused valid tickets of events that are not over; to `claimed` only those whose guest may come, and a complimentary one, whose
 * guest the club named, never waits. Returns those that changed, with the
 * guests who hold them.
 */
export async function changeClaims(db: Db, { of, from, to, onlyVerified = false, now }: Change) {
  const { rows } = await db.execute<{ id: string; orderId: string; userId: number; buyerId: number }>(sql`
    update tickets t set claim = ${to}
    from order_lines l, orders o, events e
    where l.id = t.order_line_id and o.id = l.order_id and e.id = t.event_id and e.ends_at > ${now}::timestamptz
      and ${'userId' in of ? sql`t.user_id = ${of.userId}` : sql`t.event_id = ${of.eventId}`}
      and t.state = 'valid' and t.used_at is null and t.claim = any(${sql.param([...from])}::text[])
      ${onlyVerified ? sql`and e.verified_only` : sql``}
      ${to === 'claimed' ? sql`and exists (select from users u where u.id = t.user_id and ${mayCome(now)})` : sql``}
      ${to === 'waiting' ? sql`and o.kind <> 'complimentary'` : sql``}
    returning t.id, l.order_id as "orderId", t.user_id as "userId", o.user_id as "buyerId"`);
  return rows.map(({ id, orderId, ...row }) => ({ ...row, id: Number(id), orderId: Number(orderId) }));
}

const mayCome = (now: Date) => sql`not ${isBannedThen(now)} and (not e.verified_only or u.status = any(${sql.param(ADMITTED)}::text[]))`;

/** Lets claimed tickets wait. */
export async function takeCodes(db: Db, ticketIds: readonly number[]): Promise<void> {
  await db
    .update(tickets)
    .set({ claim: 'waiting' })
    .where(and(inArray(tickets.id, [...ticketIds]), eq(tickets.claim, 'claimed'), eq(tickets.state, 'valid'), isNull(tickets.usedAt)));
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

/**
 * Returns the places of an event that guests claimed before a moment and that wait for their first code, with the buyers. Who had a code, and
 * is looked at again, may still come: the club decides.
 */
export const findNeverCoded = (db: Db, { eventId, before, now }: { eventId: number; before: Date; now: Date }) =>
  db
    .select({ ticket: tickets, kind: orders.kind, buyer: { id: buyer.id, email: buyer.email, language: buyer.language } })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(buyer, and(eq(buyer.id, orders.userId), isNull(buyer.deletedAt)))
    .where(and(eq(tickets.eventId, eventId), ne(orders.userId, tickets.userId), isWaitingForFirstCode(now), lt(tickets.createdAt, before)))
    // Accounts are locked in this order.
    .orderBy(asc(tickets.userId), asc(tickets.id));

const isWaitingForFirstCode = (now: Date) =>
  and(eq(tickets.claim, 'waiting'), eq(tickets.state, 'valid'), isNull(tickets.usedAt), hadNoCode(now));

/** Returns true while a place waits for its first code. */
export const waitsForFirstCode = async (db: Db, ticketId: number, now: Date): Promise<boolean> =>
  (await db.$count(tickets, and(eq(tickets.id, ticketId), isWaitingForFirstCode(now)))) > 0;

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
