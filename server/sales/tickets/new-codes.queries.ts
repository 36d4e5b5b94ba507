import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { ownerLanguageSql } from './event-mails.queries.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

/** Valid tickets of published events that are not over. */
const isOfComingEvent = (now: Date) => and(eq(tickets.state, 'valid'), eq(events.state, 'published'), gt(events.endsAt, now));

/** Returns the holders of tickets of coming events, once for each order: by order and account. */
export const findHoldersOfComing = (db: Db, now: Date) =>
  db
    .selectDistinctOn([orders.id, users.id], { orderId: orders.id, userId: users.id, email: users.email, language: ownerLanguageSql })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isOfComingEvent(now), isNull(users.deletedAt)))
    .orderBy(asc(orders.id), asc(users.id));

/** Counts the tickets that get another code, and their events. */
export async function countComing(db: Db, now: Date): Promise<{ tickets: number; events: number }> {
  const [row] = await db
    .select({ tickets: sql<number>`count(*)::int`, events: sql<number>`count(distinct ${tickets.eventId})::int` })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(isOfComingEvent(now));
  return row ?? { tickets: 0, events: 0 };
}

/** Returns true while the mails about the last replacement are still to be queued. */
export async function hasQueued(db: Db, job: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from graphile_worker.jobs where task_identifier = ${job} and attempts < max_attempts) as found`,
  );
  return rows[0]?.found === true;
}
