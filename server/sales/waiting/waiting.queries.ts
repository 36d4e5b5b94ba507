import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { buyerColumns } from '#server/accounts/may-buy.ts';
import { firstOnSaleSql, onSaleSql } from '#server/content/events/releases.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { holds } from '#server/sales/cart/cart.table.ts';
import { latestEndSql, restEndSql } from '#server/sales/cart/hold-rules.ts';
import { ownedPlacesSql } from '#server/sales/cart/person-limit.ts';
import { isKeptSql } from './waiting-room.ts';
import { waitingEntries } from './waiting.table.ts';

export type WaitingEntry = typeof waitingEntries.$inferSelect;
export type WaitingState = WaitingEntry['state'];

const isLive = inArray(waitingEntries.state, ['waiting', 'offered']);

/** Events for which somebody waits, or has an offer. */
export async function findEventsWaitedFor(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: waitingEntries.eventId })
    .from(waitingEntries)
    .where(isLive)
    .orderBy(asc(waitingEntries.eventId));
  return rows.map(({ id }) => id);
}

export type WaitedEvent = NonNullable<Awaited<ReturnType<typeof findWaitedEvent>>>;

/** An event as the waiting list sees it. `sells`: a ticket type that needs no code is within its time. `saleEndsAt`: of the last one of those. */
export async function findWaitedEvent(db: Db, id: number, now: Date) {
  const at = `'${now.toISOString()}'::timestamptz`;
  const priced = sql`from baskets b where b.event_id = events.id and b.kind = 'release' and b.price_tetri is not null`;
  const [event] = await db
    .select({
      id: events.id,
      name: events.name,
      nameLat: events.nameLat,
      state: events.state,
      startsAt: events.startsAt,
      verifiedOnly: events.verifiedOnly,
      placesPerPerson: events.placesPerPerson,
      sells: sql<boolean>`exists (select ${priced} and ${sql.raw(onSaleSql('b', at))})`,
      saleEndsAt: sql<Date | null>`(select max(least(coalesce(b.on_sale_until, events.starts_at), events.starts_at)) ${priced})`.mapWith(
        events.startsAt,
      ),
    })
    .from(events)
    .where(eq(events.id, id));
  return event;
}

/** What decides whether a user may get places of an event. `held`: places in the cart. `restsUntil`: see HOLD_REST_MS. */
export type Waiter = NonNullable<Awaited<ReturnType<typeof findWaiter>>>;

export async function findWaiter(db: Db, userId: number, eventId: number, { now, isShared }: { now: Date; isShared: boolean }) {
  const at = `'${now.toISOString()}'::timestamptz`;
  const past = `(select p.held_since from past_holds p where p.user_id = users.id and p.event_id = ${eventId}
    and ${restEndSql('p.ended_at')} > ${at})`;
  const [row] = await db
    .select({
      buyer: buyerColumns,
      email: users.email,
      owned: sql<number>`${sql.raw(ownedPlacesSql('users.id', String(eventId), isShared))}`,
      held: sql<number>`coalesce((select h.quantity from holds h where h.user_id = users.id and h.event_id = ${eventId}), 0)`,
      /** When a user whose half hour is used up may hold places again; null when that is now. */
      restsUntil: sql<Date | null>`(select ${sql.raw(restEndSql('p.ended_at'))} from past_holds p where p.user_id = users.id
        and p.event_id = ${eventId} and ${sql.raw(restEndSql('p.ended_at'))} > ${sql.raw(at)} and ${sql.raw(latestEndSql('p.held_since'))} <= ${sql.raw(at)})`.mapWith(
        waitingEntries.createdAt,
      ),
      heldSince: sql<Date>`coalesce(${sql.raw(past)}, ${sql.raw(at)})`.mapWith(waitingEntries.createdAt),
    })
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.deletedAt} is null`))
    .for('share', { of: users });
  return row;
}

/** The user of an entry bought tickets of its event since the offer, in SQL. */
const isBoughtSql = sql<boolean>`exists (select from tickets t join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id
  where t.event_id = waiting_entries.event_id and o.user_id = waiting_entries.user_id and t.transfer_number = 0
    and t.created_at >= waiting_entries.offered_at)`;

/** A user's live entry for an event, with its place among those who wait. `heldUntil`: of an offer, null once it is bought or not held any more. */
export async function findEntry(db: Db, userId: number, eventId: number) {
  const [row] = await db
    .select({
      entry: waitingEntries,
      heldUntil: sql<Date | null>`(select h.held_until from holds h where h.id = waiting_entries.hold_id)`.mapWith(
        waitingEntries.createdAt,
      ),
      isBought: isBoughtSql,
      place: sql<number>`(select count(*)::int from waiting_entries w
        where w.event_id = waiting_entries.event_id and w.state = 'waiting' and w.id <= waiting_entries.id)`,
    })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.userId, userId), eq(waitingEntries.eventId, eventId), isLive));
  return row;
}

/** How a user's last entry for an event ended; undefined without one. */
export async function findLastEnd(db: Db, userId: number, eventId: number): Promise<WaitingState | undefined> {
  const [row] = await db
    .select({ state: waitingEntries.state })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.userId, userId), eq(waitingEntries.eventId, eventId)))
    .orderBy(desc(waitingEntries.id))
    .limit(1);
  return row?.state;
}

/** Returns undefined when the user waits already. */
export async function insertEntry(
  db: Db,
  entry: Pick<WaitingEntry, 'eventId' | 'userId' | 'quantity' | 'language' | 'createdAt'>,
): Promise<number | undefined> {
  const [row] = await db.insert(waitingEntries).values(entry).onConflictDoNothing().returning({ id: waitingEntries.id });
  return row?.id;
}

/** Those who wait for an event, in their order. */
export const findWaiting = (db: Db, eventId: number): Promise<WaitingEntry[]> =>
  db
    .select()
    .from(waitingEntries)
    .where(and(eq(waitingEntries.eventId, eventId), eq(waitingEntries.state, 'waiting')))
    .orderBy(asc(waitingEntries.id));

/** Changes entries that still have one of these states. Returns them. */
export const changeEntries = (
  db: Db,
  ids: readonly number[],
  from: readonly WaitingState[],
  change: Partial<Pick<WaitingEntry, 'state' | 'holdId' | 'offeredAt' | 'endedAt'>>,
): Promise<WaitingEntry[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .update(waitingEntries)
        .set(change)
        .where(and(inArray(waitingEntries.id, [...ids]), inArray(waitingEntries.state, [...from])))
        .returning();

/** Offers of an event whose places are no longer held, each with whether they were bought. */
export const findEndedOffers = (db: Db, eventId: number) =>
  db
    .select({ id: waitingEntries.id, isBought: isBoughtSql })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.eventId, eventId), eq(waitingEntries.state, 'offered'), isNull(waitingEntries.holdId)));

export type Offered = { releaseId: number; priceTetri: number };

/** What sells so many places of an event now; undefined when nothing does. The event is locked. */
export async function findOffered(db: Db, eventId: number, quantity: number, now: Date): Promise<Offered | undefined> {
  const { rows } = await db.execute<{ id: number; price_tetri: number }>(sql`
    with now_is as (select ${now}::timestamptz as moment)
    select r.id, r.price_tetri from events e join lateral (
      select id, price_tetri, quota - taken as room from baskets b
      where b.event_id = e.id and b.kind = 'release' ${sql.raw(firstOnSaleSql('b', '(select moment from now_is)', String(quantity)))}
    ) r on true
    where e.id = ${eventId} and least(r.room, e.capacity - e.taken) >= ${quantity} and r.price_tetri is not null`);
  const [row] = rows;
  return row && { releaseId: row.id, priceTetri: row.price_tetri };
}

/** The most places that one entry could get now: of the club's own, or of returned ones of one release and price. */
export async function findMostFree(db: Db, eventId: number, now: Date): Promise<number> {
  const { rows } = await db.execute<{ most: number }>(sql`
    with now_is as (select ${now}::timestamptz as moment)
    select greatest(0,
      (select least(e.capacity - e.taken, max(b.quota - b.taken)) from events e join baskets b on b.event_id = e.id
        where e.id = ${eventId} and b.kind = 'release' and b.price_tetri is not null
          and ${sql.raw(onSaleSql('b', '(select moment from now_is)'))} group by e.id),
      (select max(alike.places) from (
        select count(*) as places from ticket_returns r join tickets t on t.id = r.ticket_id
        where r.event_id = ${eventId} and r.state = 'open' and r.hold_id is null and t.state = 'valid' and t.used_at is null
        group by t.basket_id, t.price_tetri) alike))::int as most`);
  return rows[0]?.most ?? 0;
}

type NewHold = Offered & {
  eventId: number;
  userId: number;
  quantity: number;
  returned: number;
  heldSince: Date;
  heldUntil: Date;
  createdAt: Date;
};

/** Puts places into somebody's cart, and forgets what is stored of expired and earlier holds. The event is locked. */
export async function insertOffer(db: Db, hold: NewHold): Promise<number> {
  const { eventId, userId } = hold;
  const { rows } = await db.execute<{ id: number }>(sql`
    with forgotten as (delete from expired_holds where user_id = ${userId} and event_id = ${eventId}),
    gone_on as (delete from past_holds where user_id = ${userId} and event_id = ${eventId})
    insert into holds (user_id, event_id, basket_id, quantity, returned, price_tetri, held_until, held_since, created_at)
    values (${userId}, ${eventId}, ${hold.releaseId}, ${hold.quantity}, ${hold.returned}, ${hold.priceTetri}, ${hold.heldUntil},
      ${hold.heldSince}, ${hold.createdAt})
    returning id`);
  const [row] = rows;
  if (!row) throw new Error('An offer was not written.');
  return row.id;
}

/** How many people and places wait for an event, and how many have an offer. */
export async function countWaiting(db: Db, eventId: number): Promise<{ waiting: number; places: number; offered: number }> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${waitingEntries.state} = 'waiting')`.mapWith(Number),
      places: sql<number>`coalesce(sum(${waitingEntries.quantity}) filter (where ${waitingEntries.state} = 'waiting'), 0)`.mapWith(Number),
      offered: sql<number>`count(*) filter (where ${waitingEntries.state} = 'offered')`.mapWith(Number),
    })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.eventId, eventId), isLive));
  return row ?? { waiting: 0, places: 0, offered: 0 };
}

/** The entries of an event with their guests: who waits in the order of the line, then open offers, then the last ones that ended. */
export const findEntriesOfEvent = (db: Db, eventId: number, endedMost: number) =>
  db
    .select({
      entry: waitingEntries,
      guest: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      heldUntil: holds.heldUntil,
    })
    .from(waitingEntries)
    .innerJoin(users, eq(users.id, waitingEntries.userId))
    .leftJoin(holds, eq(holds.id, waitingEntries.holdId))
    .where(
      and(
        eq(waitingEntries.eventId, eventId),
        sql`(${isLive} or ${waitingEntries.id} in (select w.id from waiting_entries w where w.event_id = ${eventId}
          and w.state not in ('waiting', 'offered') order by w.ended_at desc, w.id desc limit ${endedMost}))`,
      ),
    )
    .orderBy(
      sql`case ${waitingEntries.state} when 'waiting' then 0 when 'offered' then 1 else 2 end`,
      sql`${waitingEntries.endedAt} desc nulls last`,
      asc(waitingEntries.id),
    );

export async function findEntryById(db: Db, id: number): Promise<WaitingEntry | undefined> {
  const [row] = await db.select().from(waitingEntries).where(eq(waitingEntries.id, id));
  return row;
}

/** Returns true while the free places of an event are for somebody who waits (`isKeptSql`). */
export async function isKeptFor(db: Db, eventId: number, now: Date): Promise<boolean> {
  const at = `'${now.toISOString()}'::timestamptz`;
  const [row] = await db
    .select({ isKept: sql<boolean>`${sql.raw(isKeptSql('events', at))}` })
    .from(events)
    .where(eq(events.id, eventId));
  return row?.isKept ?? false;
}

/** The places that an open offer holds, for its mail. */
export async function findOpenOffer(db: Db, id: number) {
  const [offer] = await db
    .select({ eventId: holds.eventId, quantity: holds.quantity, priceTetri: holds.priceTetri, heldUntil: holds.heldUntil })
    .from(waitingEntries)
    .innerJoin(holds, eq(holds.id, waitingEntries.holdId))
    .where(and(eq(waitingEntries.id, id), eq(waitingEntries.state, 'offered')));
  return offer;
}

/** Ends the open offer that a user has in the cart for an event: they leave the line. Returns false without one. The event is locked. */
export async function endOpenOffer(db: Db, { userId, eventId }: Pick<WaitingEntry, 'userId' | 'eventId'>, endedAt: Date): Promise<boolean> {
  const rows = await db
    .update(waitingEntries)
    .set({ state: 'left', endedAt })
    .where(
      and(
        eq(waitingEntries.eventId, eventId),
        eq(waitingEntries.userId, userId),
        eq(waitingEntries.state, 'offered'),
        isNotNull(waitingEntries.holdId),
      ),
    )
    .returning({ id: waitingEntries.id });
  return rows.length > 0;
}

/** Ends all waiting of an account. */
export async function endWaitingOf(db: Db, userId: number, endedAt: Date): Promise<void> {
  await db
    .update(waitingEntries)
    .set({ state: 'left', endedAt })
    .where(and(eq(waitingEntries.userId, userId), isLive));
}

/** Deletes the waiting lists of events that ended before this. */
export async function deleteWaitingBefore(db: Db, before: Date): Promise<void> {
  const past = db.select({ id: events.id }).from(events).where(lt(events.endsAt, before));
  await db.delete(waitingEntries).where(inArray(waitingEntries.eventId, past));
}
