import { and, asc, desc, eq, gt, gte, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { wordPatterns } from '#server/platform/db/sql-parts.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { DoorDecision } from '#shared/staff/tonight.contract.ts';
import { AFTER_END, REFUND_UNDONE, scannerDevices, scans, WITHOUT_CODE } from './door.table.ts';
import { isAdmission, scansAtDoor } from './inside.queries.ts';

export type EventRow = typeof events.$inferSelect;

const isPublic = ne(events.state, 'draft');
const first = <Row>([row]: Row[]): Row | undefined => row;

export const findEvent = async (db: Db, id: number): Promise<EventRow | undefined> =>
  first(await db.select().from(events).where(eq(events.id, id)));

/** The running event; of several, the one that began last. */
export const findRunningEvent = async (db: Db, now: Date): Promise<EventRow | undefined> =>
  first(
    await db
      .select()
      .from(events)
      .where(and(eq(events.state, 'published'), lte(events.startsAt, now), gt(events.endsAt, now)))
      .orderBy(desc(events.startsAt), asc(events.id))
      .limit(1),
  );

type Span = { from: Date; until: Date };

/** The event of a span: not cancelled before cancelled, then the first that is not over, else the one that ended last. */
export async function findEventWithin(db: Db, { from, until }: Span, now: Date): Promise<EventRow | undefined> {
  const isOver = lte(events.endsAt, now);
  const [event] = await db
    .select()
    .from(events)
    .where(and(isPublic, gte(events.startsAt, from), lt(events.startsAt, until)))
    .orderBy(
      sql`${events.state} = 'cancelled'`,
      sql`case when ${isOver} then ${events.endsAt} end desc nulls first`,
      asc(events.startsAt),
      asc(events.id),
    )
    .limit(1);
  return event;
}

export const findNextEvent = async (db: Db, from: Date): Promise<EventRow | undefined> =>
  first(
    await db
      .select()
      .from(events)
      .where(and(eq(events.state, 'published'), gte(events.startsAt, from)))
      .orderBy(asc(events.startsAt), asc(events.id))
      .limit(1),
  );

export const findLastEvent = async (db: Db, before: Date): Promise<EventRow | undefined> =>
  first(
    await db
      .select()
      .from(events)
      .where(and(isPublic, lt(events.startsAt, before)))
      .orderBy(desc(events.startsAt), desc(events.id))
      .limit(1),
  );

/** How many tickets of an event are still expected, and the sales of its valid ones. */
export async function countTickets(db: Db, eventId: number): Promise<{ toCome: number; grossTetri: number }> {
  const isValid = sql`${tickets.state} = 'valid'`;
  const [row] = await db
    .select({
      toCome: sql<number>`count(*) filter (where ${tickets.usedAt} is null and ${isValid})`.mapWith(Number),
      grossTetri: sql<number>`coalesce(sum(${tickets.priceTetri}) filter (where ${isValid}), 0)`.mapWith(Number),
    })
    .from(tickets)
    .where(eq(tickets.eventId, eventId));
  return row ?? { toCome: 0, grossTetri: 0 };
}

const staff = alias(users, 'staff');
const undo = alias(scans, 'undo');
const isDecision = sql`${scans.result} <> 'noted'`;

/** Decisions at an event's door by outcome, in total and for two spans: `before` ≤ … < `lately` ≤ … ≤ `now`. */
export async function countDecisions(db: Db, eventId: number, { before, lately, now }: { before: Date; lately: Date; now: Date }) {
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
  const [row] = await db
    .select({
      // A rejection that replaces one without a reason is the same guest; one that only lost its refund holds.
      rejected: sql<number>`count(*) filter (where ${scans.result} = 'rejected' and not exists
        (select from scans u where u.undone_scan_id = scans.scan_id and u.reason <> ${REFUND_UNDONE}))`.mapWith(Number),
      refused: sql<number>`count(*) filter (where ${scans.result} = 'refused')`.mapWith(Number),
      lately:
        sql<number>`count(*) filter (where ${isDecision} and ${scans.decidedAt} > ${at(lately)} and ${scans.decidedAt} <= ${at(now)})`.mapWith(
          Number,
        ),
      before:
        sql<number>`count(*) filter (where ${isDecision} and ${scans.decidedAt} > ${at(before)} and ${scans.decidedAt} <= ${at(lately)})`.mapWith(
          Number,
        ),
    })
    .from(scans)
    .where(scansAtDoor(db, eventId));
  return row ?? { rejected: 0, refused: 0, lately: 0, before: 0 };
}

/**
 * Admitted people, without undone admissions, per quarter of an hour (keyed by its first millisecond). Georgia is whole hours ahead of UTC,
 * so quarters agree.
 */
export async function countArrivals(db: Db, eventId: number): Promise<Map<number, number>> {
  const quarter = sql<number>`floor(extract(epoch from ${scans.decidedAt}) / 900) * 900000`.mapWith(Number);
  const rows = await db
    .select({ quarter, count: sql<number>`sum(${scans.people})`.mapWith(Number) })
    .from(scans)
    .where(and(scansAtDoor(db, eventId), isAdmission))
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.quarter, row.count]));
}

/** The admission used its ticket up, in the ticket's current visit. */
const usedUp = sql`${scans.ticketId} is not null and ${scans.reason} not in (${AFTER_END}, ${WITHOUT_CODE})
  and not exists (select 1 from scans later where later.ticket_id = ${scans.ticketId} and later.visit > ${scans.visit})`;

/**
 * `search`: words of a guest's name or of a name on the ticket, or at least three digits of a ticket number. `before`: the id of the
 * decision after which the page begins.
 */
type DecisionFilter = { search: string; before: number | undefined };

/** The name of a guest or guest list entry in Latin letters, like the search. */
const nameSql = sql`latin_text(' ' || coalesce(${users.firstName}, ${guestListEntries.firstName}, '') || ' '
  || coalesce(${users.lastName}, ${guestListEntries.lastName}, '') || ' ' || coalesce(${tickets.holderName}, ''))`;

function isFound({ search, before }: DecisionFilter) {
  const named = wordPatterns(search).map((pattern) => sql`${nameSql} like latin_text(${pattern})`);
  const isBefore = sql`(${scans.decidedAt}, ${scans.id}) < (select c.decided_at, c.id from scans c where c.id = ${before ?? 0}::bigint)`;
  return and(
    before === undefined ? undefined : isBefore,
    named.length === 0
      ? undefined
      : or(and(...named), /^\d{3,}$/.test(search) ? sql`${scans.ticketId}::text like ${`%${search}%`}` : undefined),
  );
}

/** The ids of the newest decisions about tickets and guest list entries. */
const newestDecisions = (db: Db, eventId: number, { limit, filter }: { limit: number; filter: DecisionFilter | undefined }) => {
  const atDoor = and(
    scansAtDoor(db, eventId),
    or(isDecision, eq(scans.reason, AFTER_END)),
    or(isNotNull(scans.ticketId), isNotNull(scans.entryId)),
  );
  const ids = db.select({ newestId: scans.id }).from(scans).$dynamic();
  const found =
    filter === undefined
      ? ids.where(atDoor)
      : ids
          .leftJoin(tickets, eq(tickets.id, scans.ticketId))
          .leftJoin(users, eq(users.id, tickets.userId))
          .leftJoin(guestListEntries, eq(guestListEntries.id, scans.entryId))
          .where(and(atDoor, isFound(filter)));
  return found.orderBy(desc(scans.decidedAt), desc(scans.id)).limit(limit).as('newest');
};

/**
 * Decisions about tickets and guest list entries, newest first. They are selected before the joins: with more than eight tables
 * (`join_collapse_limit`), PostgreSQL would join every scan of the club first.
 */
export function findDecisions(db: Db, eventId: number, limit: number, filter?: DecisionFilter) {
  const newest = newestDecisions(db, eventId, { limit, filter });
  return db
    .select({
      id: scans.id,
      decidedAt: scans.decidedAt,
      result: sql<DoorDecision['result']>`${scans.result}`,
      reason: scans.reason,
      ticketId: tickets.id,
      isEventNamed: sql<boolean>`${scans.eventId} is not null`,
      isUndone: sql<boolean>`${undo.id} is not null and ${scans.result} in ('accepted', 'conflict')`,
      undo: sql<string | null>`case when ${undo.id} is null and ${isAdmission} and ${usedUp} then ${scans.scanId} end`,
      scannerDevice: scannerDevices.name,
      refundReason: scans.refundReason,
      refundState: sql<
        'waiting' | 'undone' | 'done'
      >`case when ${undo.id} is not null then 'undone' when ${tickets.state} = 'refunded' then 'done' else 'waiting' end`,
      refundableOrderId: sql<number | null>`case when ${scans.result} = 'rejected' and ${scans.refundReason} is null and ${undo.id} is null
        and ${tickets.eventId} = ${eventId} and ${tickets.state} = 'valid' and ${tickets.usedAt} is null and ${tickets.priceTetri} > 0
        then (select l.order_id::float8 from order_lines l where l.id = ${tickets.orderLineId}) end`,
      staff: { firstName: staff.firstName, lastName: staff.lastName },
      isAfterRevocation: sql<boolean>`coalesce(${scans.receivedAt} > ${scannerDevices.revokedAt}, false)`,
      onList: { id: guestListEntries.id, firstName: guestListEntries.firstName, lastName: guestListEntries.lastName },
      list: guestLists.name,
      people: scans.people,
      guest: { id: users.id, firstName: users.firstName, lastName: users.lastName, sealedBirthdate: users.sealedBirthdate },
    })
    .from(newest)
    .innerJoin(scans, eq(scans.id, newest.newestId))
    .leftJoin(tickets, eq(tickets.id, scans.ticketId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .leftJoin(guestListEntries, eq(guestListEntries.id, scans.entryId))
    .leftJoin(guestLists, eq(guestLists.id, guestListEntries.listId))
    .leftJoin(scannerDevices, eq(scannerDevices.id, scans.scannerDeviceId))
    .leftJoin(staff, eq(staff.id, scans.staffId))
    .leftJoin(undo, eq(undo.undoneScanId, scans.scanId))
    .orderBy(desc(scans.decidedAt), desc(scans.id));
}

export const findLists = (db: Db, eventId: number) =>
  db
    .select({
      id: guestLists.id,
      name: guestLists.name,
      allocation: guestLists.allocation,
      priceTetri: guestLists.priceTetri,
      endedAt: guestLists.endedAt,
    })
    .from(guestLists)
    .where(eq(guestLists.eventId, eventId))
    .orderBy(asc(guestLists.name), asc(guestLists.id));

export const findTicketTypes = (db: Db, eventId: number) =>
  db.select().from(ticketTypes).where(eq(ticketTypes.eventId, eventId)).orderBy(asc(ticketTypes.position));

/**
 * A text that changes whenever an event's figures may change, read from the ends of a few indexes. Of two changes in the same moment, one
 * may be seen only by the next regular reading (tonight-watch.ts).
 */
export async function readPulse(db: Db): Promise<string> {
  const { rows } = await db.execute<{ pulse: string }>(sql`
    select concat_ws(' ', (select max(id) from scans), (select max(id) from orders), (select max(id) from ledger_entries),
      (select max(id) from refunds), (select max(id) from audit_entries), (select max(created_at) from tickets)) as pulse`);
  return rows[0]?.pulse ?? '';
}
