import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { holds } from '#server/sales/tables/holds.table.ts';
import { waitlistEntries } from '#server/sales/tables/waitlist.table.ts';

export type WaitlistEntry = typeof waitlistEntries.$inferSelect;
export type WaitlistState = WaitlistEntry['state'];

const isLive = inArray(waitlistEntries.state, ['waiting', 'offered']);

/** Returns events with waitlist entries or offers. */
export async function findEventsWaitedFor(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: waitlistEntries.eventId })
    .from(waitlistEntries)
    .where(isLive)
    .orderBy(asc(waitlistEntries.eventId));
  return rows.map(({ id }) => id);
}

export type WaitedEvent = NonNullable<Awaited<ReturnType<typeof findWaitedEvent>>>;

/** Returns an event as the mails of the waitlist name it. */
export async function findWaitedEvent(db: Db, id: number) {
  const { name, nameLat, state, startsAt } = events;
  const [event] = await db.select({ id: events.id, name, nameLat, state, startsAt }).from(events).where(eq(events.id, id));
  return event;
}

/** In SQL: the entry's user bought tickets of its event since the offer. */
const isBoughtSql = sql<boolean>`exists (select from tickets t join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id
  where t.event_id = waitlist_entries.event_id and o.user_id = waitlist_entries.user_id and t.transfer_number = 0
    and t.created_at >= waitlist_entries.offered_at)`;

/** Returns a user's live entry for an event, with its position. `heldUntil`: of an offer; null once it is bought or released. */
export async function findEntry(db: Db, userId: number, eventId: number) {
  const [row] = await db
    .select({
      entry: waitlistEntries,
      heldUntil: sql<Date | null>`(select h.held_until from holds h where h.id = waitlist_entries.hold_id)`.mapWith(
        waitlistEntries.createdAt,
      ),
      isBought: isBoughtSql,
      place: sql<number>`(select count(*)::int from waitlist_entries w
        where w.event_id = waitlist_entries.event_id and w.state = 'waiting' and w.id <= waitlist_entries.id)`,
    })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.userId, userId), eq(waitlistEntries.eventId, eventId), isLive));
  return row;
}

/** Returns how a user's last entry for an event ended; undefined without one. */
export async function findLastEnd(db: Db, userId: number, eventId: number): Promise<WaitlistState | undefined> {
  const [row] = await db
    .select({ state: waitlistEntries.state })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.userId, userId), eq(waitlistEntries.eventId, eventId)))
    .orderBy(desc(waitlistEntries.id))
    .limit(1);
  return row?.state;
}

/** Returns undefined when the user is on the waitlist already. */
export async function insertEntry(
  db: Db,
  entry: Pick<WaitlistEntry, 'eventId' | 'userId' | 'quantity' | 'language' | 'createdAt'>,
): Promise<number | undefined> {
  const [row] = await db.insert(waitlistEntries).values(entry).onConflictDoNothing().returning({ id: waitlistEntries.id });
  return row?.id;
}

/** Returns the waiting entries of an event, in order. */
export const findWaiting = (db: Db, eventId: number): Promise<WaitlistEntry[]> =>
  db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, 'waiting')))
    .orderBy(asc(waitlistEntries.id));

/** Lowers what waiting entries of an event want to this many places. */
export async function shortenEntries(db: Db, eventId: number, most: number): Promise<void> {
  await db
    .update(waitlistEntries)
    .set({ quantity: most })
    .where(and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, 'waiting'), gt(waitlistEntries.quantity, most)));
}

/** Changes entries that still have one of these states. Returns them. */
export const changeEntries = (
  db: Db,
  ids: readonly number[],
  from: readonly WaitlistState[],
  change: Partial<Pick<WaitlistEntry, 'state' | 'holdId' | 'offeredAt' | 'endedAt'>>,
): Promise<WaitlistEntry[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .update(waitlistEntries)
        .set(change)
        .where(and(inArray(waitlistEntries.id, [...ids]), inArray(waitlistEntries.state, [...from])))
        .returning();

/** Returns the offers of an event whose places are no longer held, each with whether they were bought. */
export const findEndedOffers = (db: Db, eventId: number) =>
  db
    .select({ id: waitlistEntries.id, isBought: isBoughtSql })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, 'offered'), isNull(waitlistEntries.holdId)));

/** Counts the waiting entries of an event and their places, and the offers. */
export async function countWaiting(db: Db, eventId: number): Promise<{ waiting: number; places: number; offered: number }> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${waitlistEntries.state} = 'waiting')`.mapWith(Number),
      places: sql<number>`coalesce(sum(${waitlistEntries.quantity}) filter (where ${waitlistEntries.state} = 'waiting'), 0)`.mapWith(
        Number,
      ),
      offered: sql<number>`count(*) filter (where ${waitlistEntries.state} = 'offered')`.mapWith(Number),
    })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), isLive));
  return row ?? { waiting: 0, places: 0, offered: 0 };
}

/** Returns the entries of an event with their guests: waiting ones in order, then open offers, then the last ones that ended. */
export const findEntriesOfEvent = (db: Db, eventId: number, endedMost: number) =>
  db
    .select({
      entry: waitlistEntries,
      guest: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      heldUntil: holds.heldUntil,
    })
    .from(waitlistEntries)
    .innerJoin(users, eq(users.id, waitlistEntries.userId))
    .leftJoin(holds, eq(holds.id, waitlistEntries.holdId))
    .where(
      and(
        eq(waitlistEntries.eventId, eventId),
        sql`(${isLive} or ${waitlistEntries.id} in (select w.id from waitlist_entries w where w.event_id = ${eventId}
          and w.state not in ('waiting', 'offered') order by w.ended_at desc, w.id desc limit ${endedMost}))`,
      ),
    )
    .orderBy(
      sql`case ${waitlistEntries.state} when 'waiting' then 0 when 'offered' then 1 else 2 end`,
      sql`${waitlistEntries.endedAt} desc nulls last`,
      asc(waitlistEntries.id),
    );

export async function findEntryById(db: Db, id: number): Promise<WaitlistEntry | undefined> {
  const [row] = await db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id));
  return row;
}

/** Returns the places that an open offer holds, for its mail. */
export async function findOpenOffer(db: Db, id: number) {
  const [offer] = await db
    .select({ eventId: holds.eventId, quantity: holds.quantity, priceTetri: holds.priceTetri, heldUntil: holds.heldUntil })
    .from(waitlistEntries)
    .innerJoin(holds, eq(holds.id, waitlistEntries.holdId))
    .where(and(eq(waitlistEntries.id, id), eq(waitlistEntries.state, 'offered')));
  return offer;
}

/** Ends a user's open offer for an event, whose places are in the cart, as `left`. Returns false without one. The event is locked. */
export async function endOpenOffer(
  db: Db,
  { userId, eventId }: Pick<WaitlistEntry, 'userId' | 'eventId'>,
  endedAt: Date,
): Promise<boolean> {
  const rows = await db
    .update(waitlistEntries)
    .set({ state: 'left', endedAt })
    .where(
      and(
        eq(waitlistEntries.eventId, eventId),
        eq(waitlistEntries.userId, userId),
        eq(waitlistEntries.state, 'offered'),
        isNotNull(waitlistEntries.holdId),
      ),
    )
    .returning({ id: waitlistEntries.id });
  return rows.length > 0;
}

/** Ends all waitlist entries of an account. */
export async function leaveWaitlistsOf(db: Db, userId: number, endedAt: Date): Promise<void> {
  await db
    .update(waitlistEntries)
    .set({ state: 'left', endedAt })
    .where(and(eq(waitlistEntries.userId, userId), isLive));
}

/** Deletes the waitlists of events that ended before this moment. */
export async function deleteWaitlistsBefore(db: Db, before: Date): Promise<void> {
  const past = db.select({ id: events.id }).from(events).where(lt(events.endsAt, before));
  await db.delete(waitlistEntries).where(inArray(waitlistEntries.eventId, past));
}
