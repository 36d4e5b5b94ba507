import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { events, lineUps, publishPlans, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { daysLaterSql, hasAllWords, wordPatterns } from '#server/platform/db/sql-parts.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { addDays } from '#shared/dates.ts';
import { pickEventTexts } from '#shared/events/event-texts.ts';

export type EventRecord = typeof events.$inferSelect;
export type LineUpRow = typeof lineUps.$inferSelect;
/** An act as staff enter it; its sound is set separately. */
export type NewAct = Omit<LineUpRow, 'id' | 'eventId' | 'sound'>;
export type NewTicketType = Pick<
  typeof ticketTypes.$inferSelect,
  'name' | 'nameLat' | 'priceTetri' | 'allocation' | 'onSaleFrom' | 'onSaleUntil'
>;
export type EventColumns = ReturnType<typeof columnsIn>;

/** Returns the columns of an event that the console edits. */
export function columnsIn(event: EventRecord) {
  const { startsAt, endsAt, state, isComingSoon, capacity, ticketsPerPerson, photoUrl } = event;
  const { licensed, exits, exitsUntil, opensAt, isAutomatic, refusalRefunds } = event;
  const door = { licensed, exits, exitsUntil, opensAt, isAutomatic, refusalRefunds };
  return { ...pickEventTexts(event), startsAt, endsAt, state, isComingSoon, capacity, ticketsPerPerson, ...door, photoUrl };
}

type Filter = { show: 'upcoming' | 'past' | 'drafts'; search: string; before: number | undefined; now: Date; limit: number };

/** Selects the events after this id in the order of the list. */
function after(id: number, isRising: boolean): SQL {
  const last = sql`(select e.starts_at, e.id from events e where e.id = ${id}::bigint)`;
  return isRising ? sql`(${events.startsAt}, ${events.id}) > ${last}` : sql`(${events.startsAt}, ${events.id}) < ${last}`;
}

/** Returns events with the number of their acts and priced ticket types: upcoming ones by start, past ones and drafts newest first. */
export function findEventsOfList(db: Db, { show, search, before, now, limit }: Filter) {
  const isRising = show === 'upcoming';
  const kinds = { upcoming: gte(events.endsAt, now), past: lt(events.endsAt, now), drafts: eq(events.state, 'draft') };
  const order = isRising ? asc : desc;
  return db
    .select({
      id: events.id,
      name: events.name,
      nameLat: events.nameLat,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      state: events.state,
      isComingSoon: events.isComingSoon,
      eventPhotoUrl: events.photoUrl,
      publishAt: publishPlans.publishAt,
      acts: sql<number>`(select count(*)::int from line_ups l where l.event_id = events.id)`,
      ticketTypes: sql<number>`(select count(*)::int from ticket_types b where b.event_id = events.id and b.price_tetri is not null)`,
    })
    .from(events)
    .leftJoin(publishPlans, eq(publishPlans.eventId, events.id))
    .where(
      and(kinds[show], hasAllWords(events.searchText, wordPatterns(search)), before === undefined ? undefined : after(before, isRising)),
    )
    .orderBy(order(events.startsAt), order(events.id))
    .limit(limit);
}

export async function findEvent(db: Db, id: number): Promise<EventRecord | undefined> {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return row;
}

/** Returns an event, locked until the transaction ends against changes, orders, payments and holds. */
export async function lockEvent(db: Db, id: number): Promise<EventRecord | undefined> {
  const [row] = await db.select().from(events).where(eq(events.id, id)).for('update');
  return row;
}

export const findLineUp = (db: Db, eventId: number): Promise<LineUpRow[]> =>
  db.select().from(lineUps).where(eq(lineUps.eventId, eventId)).orderBy(asc(lineUps.floor), asc(lineUps.startsAt), asc(lineUps.id));

export const countPricedTicketTypes = (db: Db, eventId: number): Promise<number> =>
  db.$count(ticketTypes, and(eq(ticketTypes.eventId, eventId), sql`${ticketTypes.priceTetri} is not null`));

/** Returns the newest audit entry about a subject. */
export async function findLastEntry(db: Db, subject: string): Promise<{ action: string; detail: unknown } | undefined> {
  const [entry] = await db
    .select({ action: auditEntries.action, detail: auditEntries.detail })
    .from(auditEntries)
    .where(eq(auditEntries.subject, subject))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return entry;
}

/** Returns the id of the staff member who last changed a subject. */
export async function findLastEditor(db: Db, subject: string): Promise<number | undefined> {
  const [row] = await db
    .select({ staffId: auditEntries.staffId })
    .from(auditEntries)
    .where(eq(auditEntries.subject, subject))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return row?.staffId ?? undefined;
}

export async function insertEvent(
  db: Db,
  event: EventColumns & Partial<Pick<EventRecord, 'verifiedOnly' | 'namesRequired'>>,
): Promise<EventRecord> {
  const [row] = await db.insert(events).values(event).returning();
  if (!row) throw new Error('The event was not written.');
  return row;
}

/** Inserts the first ticket types of a new event, in the given order. */
export async function insertTicketTypes(db: Db, eventId: number, rows: readonly NewTicketType[]): Promise<void> {
  if (rows.length > 0) await db.insert(ticketTypes).values(rows.map((row, place) => ({ ...row, eventId, position: place + 1 })));
}

/** A save without changes makes no new revision. */
export async function updateEvent(db: Db, id: number, event: EventColumns): Promise<void> {
  await db.update(events).set(event).where(eq(events.id, id));
}

export async function moveLineUp(db: Db, eventId: number, days: number): Promise<void> {
  await db
    .update(lineUps)
    .set({ startsAt: daysLaterSql(lineUps.startsAt, days) })
    .where(eq(lineUps.eventId, eventId));
}

export async function insertActs(db: Db, eventId: number, acts: readonly NewAct[]): Promise<void> {
  if (acts.length > 0) await db.insert(lineUps).values(acts.map((act) => ({ ...act, eventId })));
}

export async function updateAct(db: Db, { id, ...act }: NewAct & { id: number }): Promise<void> {
  await db.update(lineUps).set(act).where(eq(lineUps.id, id));
}

/** Returns the name of the act, or undefined if the event has no such act. */
export async function updateSound(db: Db, eventId: number, act: number, sound: string | null): Promise<string | undefined> {
  const its = and(eq(lineUps.id, act), eq(lineUps.eventId, eventId));
  const [row] = await db.update(lineUps).set({ sound }).where(its).returning({ name: lineUps.artistName });
  return row?.name;
}

export async function deleteActs(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(lineUps).where(inArray(lineUps.id, [...ids]));
}

/** Copies the line-up of one event to another, `days` later. */
export async function copyLineUp(db: Db, from: number, to: number, days: number): Promise<void> {
  await db.execute(sql`
    insert into line_ups (event_id, floor, artist_name, starts_at, is_headliner, sound)
    select ${to}, floor, artist_name, ${daysLaterSql(sql`starts_at`, days)}, is_headliner, sound from line_ups where event_id = ${from} order by id`);
}

/**
 * Copies the ticket types of one event to another, on sale `days` later, hidden ones without their promo codes; nothing is held or sold.
 */
export async function copyTicketTypes(db: Db, from: number, to: number, days: number): Promise<void> {
  const later = (column: string): SQL => daysLaterSql(sql.identifier(column), days);
  await db.execute(sql`
    insert into ticket_types (event_id, kind, position, name, name_lat, price_tetri, allocation, on_sale_from, on_sale_until)
    select ${to}, kind, position, name, name_lat, price_tetri, allocation, ${later('on_sale_from')}, ${later('on_sale_until')}
    from ticket_types where event_id = ${from} and kind <> 'complimentary' order by position`);
}

/** Returns true if an event has a ticket type of 0 GEL, public or hidden. */
export const hasFreeTicketType = async (db: Db, eventId: number): Promise<boolean> =>
  (await db.$count(
    ticketTypes,
    and(eq(ticketTypes.eventId, eventId), ne(ticketTypes.kind, 'complimentary'), eq(ticketTypes.priceTetri, 0)),
  )) > 0;

/** Returns false only for a copy that is unchanged since, with its ticket types and guest lists, according to the audit log. */
export async function wasChangedSinceCopied(db: Db, id: number, subject: string): Promise<boolean> {
  const { rows } = await db.execute<{ changed: boolean }>(sql`
    with copied as (select max(id) as entry from audit_entries where subject = ${subject} and action = 'night.copy')
    select entry is null or exists (select from audit_entries a
      where a.id > entry and (a.subject = ${subject} or a.detail->>'eventId' = ${String(id)})) as changed from copied`);
  return rows[0]?.changed ?? true;
}

/** PostgreSQL's error for deleting a row that others reference. */
const REFERRED_TO = '23503';

/** Returns false if a permanent row references the event, such as a scanner device; the transaction is then aborted. */
export async function deleteEvent(db: Db, id: number): Promise<boolean> {
  try {
    await db.delete(events).where(eq(events.id, id));
    return true;
  } catch (error) {
    if (error instanceof Error && Reflect.get(Object(error.cause), 'code') === REFERRED_TO) return false;
    throw error;
  }
}

/** Returns who may buy, locked until the transaction ends, so that carts and checkouts of the event wait. */
export async function lockAdmission(db: Db, eventId: number): Promise<Admission | undefined> {
  const { verifiedOnly, namesRequired } = events;
  const [row] = await db.select({ verifiedOnly, namesRequired }).from(events).where(eq(events.id, eventId)).for('update');
  return row;
}

type Admission = Pick<EventRecord, 'verifiedOnly' | 'namesRequired'>;

export async function setAdmission(db: Db, eventId: number, admission: Admission): Promise<void> {
  await db.update(events).set(admission).where(eq(events.id, eventId));
}

const EVENTS_MAX = 1_000;

type Hours = Pick<EventRecord, 'startsAt' | 'endsAt'>;

/** Returns events in these states within a day of these hours, by start. */
export const findEventsNear = (db: Db, { startsAt, endsAt }: Hours, states: EventRecord['state'][]) =>
  db
    .select({ id: events.id, name: events.name, nameLat: events.nameLat, startsAt: events.startsAt, endsAt: events.endsAt })
    .from(events)
    .where(and(inArray(events.state, states), lt(events.startsAt, addDays(endsAt, 1)), gt(events.endsAt, addDays(startsAt, -1))))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(EVENTS_MAX);

/** Returns true if an event has a priced ticket type whose sale does not end before a moment. */
export async function hasOffer(db: Db, eventId: number, then: Date): Promise<boolean> {
  const isOpen = or(isNull(ticketTypes.onSaleUntil), gt(ticketTypes.onSaleUntil, then));
  return (
    (await db.$count(
      ticketTypes,
      and(eq(ticketTypes.eventId, eventId), eq(ticketTypes.kind, 'public'), isNotNull(ticketTypes.priceTetri), isOpen),
    )) > 0
  );
}
