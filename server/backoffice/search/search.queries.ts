import { desc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { hasAllWords } from '#server/platform/db/sql-parts.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

/** Events whose name has all these words, the nearest to `now` first. */
export const findEventsByName = (db: Db, { patterns, now }: { patterns: readonly string[]; now: Date }, limit: number) =>
  db
    .select({ id: events.id, name: events.name, nameLat: events.nameLat, state: events.state, startsAt: events.startsAt })
    .from(events)
    .where(hasAllWords(events.searchText, patterns))
    .orderBy(sql`abs(extract(epoch from ${events.startsAt} - ${now}::timestamptz))`, desc(events.id))
    .limit(limit);

type TicketFilter = { id: number; userIds?: undefined } | { id?: undefined; userIds: readonly number[] };

/** The ticket with this number, or the tickets of these accounts, newest first: a choice of both in one query would read every ticket. */
export const findTicketsBy = (db: Db, { id, userIds }: TicketFilter, limit: number) =>
  db
    .select({
      id: tickets.id,
      orderId: orderLines.orderId,
      event: { id: events.id, name: events.name, nameLat: events.nameLat },
      holder: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(userIds === undefined ? eq(tickets.id, id) : inArray(tickets.userId, [...userIds]))
    .orderBy(desc(tickets.id))
    .limit(limit);
