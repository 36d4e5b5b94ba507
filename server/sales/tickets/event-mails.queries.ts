import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { eventNotices, events } from '#server/content/content.table.ts';
import type { EventNotice } from '#server/content/events/events.queries.ts';
import type { Db } from '#server/platform/db/client.ts';
import { mails } from '#server/platform/platform.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import type { Language } from '#shared/constants.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

export type NoticeEvent = NonNullable<Awaited<ReturnType<typeof findNoticeEvent>>>;

/** Returns an event with its last notice. */
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

/** Returns the notices of an event that were queued for a holder, up to this one, newest first. */
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

/** Returns published events that begin within this span. */
export const findEventsToRemind = (db: Db, { after, until }: { after: Date; until: Date }): Promise<{ id: number; startsAt: Date }[]> =>
  db
    .select({ id: events.id, startsAt: events.startsAt })
    .from(events)
    .where(and(eq(events.state, 'published'), gt(events.startsAt, after), lte(events.startsAt, until)));

/** The language of mails about a ticket, from `tickets`, `orders` and `users`: the owner's order's, or the account's after a transfer. */
export const ownerLanguageSql = sql<Language>`case when ${orders.userId} = ${users.id} then ${orders.language} else ${users.language} end`;

/** Returns the holders of an event's unused tickets that were issued before a moment. */
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
