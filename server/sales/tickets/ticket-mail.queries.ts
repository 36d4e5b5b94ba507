import { and, asc, desc, eq, gt, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { eventNotices, events, ticketTypes } from '#server/content/content.table.ts';
import type { EventNotice } from '#server/content/events/events.queries.ts';
import type { Db } from '#server/platform/db/client.ts';
import { mails } from '#server/platform/platform.table.ts';
import { complimentaryOrders, orderLines, orders } from '#server/sales/tables/orders.table.ts';
import type { Language } from '#shared/constants.ts';
import { mapEventTexts } from '#shared/events/event-texts.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { isShownToOwner } from './waiting-gifts.queries.ts';

export type MailedTicket = Awaited<ReturnType<typeof findValidTicketsOfOrder>>[number];

/** The valid tickets of an order that its buyer still has: by the start of their event, then in the order of issue. */
export const findValidTicketsOfOrder = (db: Db, orderId: number) =>
  findValidTickets(db, and(eq(orderLines.orderId, orderId), eq(orders.userId, tickets.userId)));

/** A ticket of an order that was passed on, while it is valid. */
export const findPassedOnTicket = (db: Db, orderId: number, id: number): Promise<MailedTicket[]> =>
  findValidTickets(db, and(eq(orderLines.orderId, orderId), eq(tickets.id, id)));

/** The tickets of an order that this account holds, of nights that are not over. */
export const findComingTicketsOf = (db: Db, { orderId, userId }: { orderId: number; userId: number }, now: Date): Promise<MailedTicket[]> =>
  findValidTickets(
    db,
    and(eq(orderLines.orderId, orderId), eq(tickets.userId, userId), eq(events.state, 'published'), gt(events.endsAt, now)),
  );

/** A valid, unused ticket that this guest sees. */
export async function findOpenTicket(db: Db, userId: number, id: number): Promise<MailedTicket | undefined> {
  const [ticket] = await findValidTickets(db, and(eq(tickets.id, id), isOpenOf(userId), isShownToOwner(db)));
  return ticket;
}

/** All of them, the latest event first. */
export const findOpenTickets = (db: Db, userId: number, limit: number): Promise<MailedTicket[]> =>
  validTickets(db, and(isOpenOf(userId), isShownToOwner(db)))
    .orderBy(desc(events.startsAt), asc(tickets.id))
    .limit(limit);

/** Those of one event, for a mail: also tickets that the account does not show yet, because a mail reaches the person they are for. */
export const findOpenTicketsOfEvent = (db: Db, userId: number, eventId: number): Promise<MailedTicket[]> =>
  findValidTickets(db, and(isOpenOf(userId), eq(tickets.eventId, eventId)));

const isOpenOf = (userId: number) => and(eq(tickets.userId, userId), isNull(tickets.usedAt));

/** The recipient of an order's mails, and the language. */
export async function findRecipient(db: Db, orderId: number) {
  const [recipient] = await db
    .select({ email: users.email, language: orders.language })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  return recipient;
}

/** Returns the recipient of a complimentary order, with the register's receipt; an account without a password is not claimed yet. */
export async function findGift(db: Db, orderId: number) {
  const [gift] = await db
    .select({ firstName: users.firstName, isUnclaimed: sql<boolean>`${users.passwordHash} = ''`, receipt: complimentaryOrders.receipt })
    .from(complimentaryOrders)
    .innerJoin(orders, eq(orders.id, complimentaryOrders.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  return gift;
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

export type NoticeEvent = NonNullable<Awaited<ReturnType<typeof findNoticeEvent>>>;

/** An event with its last notice. */
export async function findNoticeEvent(db: Db, id: number) {
  const [event] = await db
    .select({
      id: events.id,
      name: events.name,
      nameLat: events.nameLat,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      state: events.state,
      lastNoticeId: sql<number>`(select max(n.id)::int from event_notices n where n.event_id = events.id)`,
    })
    .from(events)
    .where(eq(events.id, id));
  return event;
}

const NOTICES_READ = 50;

/** The notices of an event that were mailed, or were to be mailed, to a holder, up to this one: the newest first. */
export const findNoticesTo = (db: Db, userId: number, { id, eventId }: Pick<EventNotice, 'id' | 'eventId'>) =>
  db
    .select({
      kind: eventNotices.kind,
      startedAt: eventNotices.startedAt,
      endedAt: eventNotices.endedAt,
      isSent: sql<boolean>`${mails.state} = 'sent'`,
    })
    .from(eventNotices)
    // The key under which server/content/events/event-state.service.ts queues them.
    .innerJoin(mails, eq(mails.key, sql`'event-notice:' || ${eventNotices.id} || ':' || ${userId}::integer`))
    .where(and(eq(eventNotices.eventId, eventId), lte(eventNotices.id, id)))
    .orderBy(desc(eventNotices.id))
    .limit(NOTICES_READ);

/** Published events that begin within these moments. */
export const findEventsToRemind = (db: Db, { after, until }: { after: Date; until: Date }): Promise<{ id: number; startsAt: Date }[]> =>
  db
    .select({ id: events.id, startsAt: events.startsAt })
    .from(events)
    .where(and(eq(events.state, 'published'), gt(events.startsAt, after), lte(events.startsAt, until)));

/** The language of mails about a ticket, of `tickets`, `orders` and `users`: of the owner's order; of the account for one that was passed on. */
export const ownerLanguageSql = sql<Language>`case when ${orders.userId} = ${users.id} then ${orders.language} else ${users.language} end`;

/** The holders of an event's unused tickets that were issued before a moment. */
export async function findHoldersToRemind(db: Db, eventId: number, issuedBefore: Date) {
  return db
    .selectDistinctOn([users.id], { userId: users.id, email: users.email, language: ownerLanguageSql })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(tickets.eventId, eventId),
        eq(tickets.state, 'valid'),
        isNull(tickets.usedAt),
        lte(tickets.createdAt, issuedBefore),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(users.id, desc(orders.id));
}
