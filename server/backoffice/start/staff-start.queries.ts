import { and, asc, desc, eq, exists, gt, isNotNull, isNull, lt, lte, ne, not, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { isStaff } from '#server/accounts/roles.queries.ts';
import type { Db } from '#server/platform/db/client.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { events, lineUps, ticketTypes } from '#server/content/content.table.ts';
import { isForgotten, isUnsent } from '#server/platform/mail/mail.queries.ts';
import { mails, alerts } from '#server/platform/platform.table.ts';
import { payments } from '#server/sales/tables/payments.table.ts';

const isTicketType = and(eq(ticketTypes.eventId, events.id), eq(ticketTypes.kind, 'public'));
const ticketType = (db: Db) =>
  db
    .select({ id: ticketTypes.id })
    .from(ticketTypes)
    .where(and(isTicketType, isNotNull(ticketTypes.priceTetri)));

const facts = (db: Db) => ({
  event: events,
  hasLineUp: sql<boolean>`${exists(db.select({ id: lineUps.id }).from(lineUps).where(eq(lineUps.eventId, events.id)))}`,
  hasTicketType: sql<boolean>`${exists(ticketType(db))}`,
});

export type EventFacts = NonNullable<Awaited<ReturnType<typeof findNextEvent>>>;

/** The running event that began last, else the next one; of all that are not cancelled, or only of published ones. */
export async function findNextEvent(db: Db, now: Date, isPublished: boolean) {
  const isRunning = and(eq(events.state, 'published'), lte(events.startsAt, now));
  const state = isPublished ? eq(events.state, 'published') : ne(events.state, 'cancelled');
  const [event] = await db
    .select(facts(db))
    .from(events)
    .where(and(gt(events.endsAt, now), state))
    .orderBy(sql`case when ${isRunning} then ${events.startsAt} end desc nulls last`, asc(events.startsAt), asc(events.id))
    .limit(1);
  return event;
}

/** The newest event that was ever on sale, even if over or cancelled. */
export async function findSoldEvent(db: Db): Promise<number | undefined> {
  const [event] = await db
    .select({ id: events.id })
    .from(events)
    .where(and(ne(events.state, 'draft'), exists(ticketType(db))))
    .orderBy(desc(events.startsAt))
    .limit(1);
  return event?.id;
}

/** The numbers of open tasks. Mails older than `waitingSince` wait too long. */
export async function countWaiting(db: Db, waitingSince: Date) {
  const [pending, open, alarms, stuck, flagged] = await Promise.all([
    db.$count(users, and(eq(users.status, 'Pending'), isNull(users.deletedAt), not(isStaff))),
    db.$count(enquiries, eq(enquiries.state, 'new')),
    db.$count(alerts, isNull(alerts.resolvedAt)),
    db.$count(mails, and(isUnsent, not(isForgotten), or(eq(mails.state, 'dead'), lt(mails.createdAt, waitingSince)))),
    db.$count(payments, eq(payments.state, 'flagged')),
  ]);
  return { guests: pending, enquiries: open, alerts: alarms, mails: stuck, payments: flagged };
}
