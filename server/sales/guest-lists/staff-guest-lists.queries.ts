import { and, asc, count, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { GuestListEntryInput } from '#shared/staff/guest-lists.schemas.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';

export type GuestList = typeof guestLists.$inferSelect;
export type ListFields = Pick<GuestList, 'name' | 'allocation' | 'freeUntil' | 'priceTetri' | 'mailedTickets'>;
export type GuestListEntry = typeof guestListEntries.$inferSelect;

const selectHours = (db: Db, eventId: number) =>
  db.select({ startsAt: events.startsAt, opensAt: events.opensAt, endsAt: events.endsAt }).from(events).where(eq(events.id, eventId));

/** When an event starts, opens its doors (if set) and ends. */
export type EventHours = Awaited<ReturnType<typeof selectHours>>[number];

export async function findEventHours(db: Db, eventId: number): Promise<EventHours | undefined> {
  const [hours] = await selectHours(db, eventId);
  return hours;
}

/** Returns `findEventHours`; the event cannot be moved or deleted until the transaction ends. */
export async function shareEvent(db: Db, eventId: number): Promise<EventHours | undefined> {
  const [hours] = await selectHours(db, eventId).for('key share');
  return hours;
}

/** Returns the lists of an event in the order in which they were made. */
export const findLists = (db: Db, eventId: number) =>
  db.select().from(guestLists).where(eq(guestLists.eventId, eventId)).orderBy(asc(guestLists.id));

/** A name normalised for comparison: Latin letters, lower case, single spaces. */
const comparedName = sql`latin_text(regexp_replace(trim(${guestListEntries.firstName} || ' ' || ${guestListEntries.lastName}), '\\s+', ' ', 'g'))`;
/** Names that are compared: those that admit and are not erased yet. */
const isCompared = sql`(${guestLists.endedAt} is null and ${guestListEntries.firstName} <> '')`;

/** Returns the names on the lists of an event that were not removed, by name. */
export const findEntries = (db: Db, eventId: number) =>
  db
    .select({
      id: guestListEntries.id,
      listId: guestListEntries.listId,
      firstName: guestListEntries.firstName,
      lastName: guestListEntries.lastName,
      plusOnes: guestListEntries.plusOnes,
      hasTicket: sql<boolean>`coalesce(${orders.state} = 'paid', false)`,
      note: guestListEntries.note,
      isTicketRefused: sql<boolean>`${guestListEntries.refusedUserId} is not null`,
      isDuplicate: sql<boolean>`${isCompared} and count(*) filter (where ${isCompared}) over (partition by ${comparedName}) > 1`,
    })
    .from(guestListEntries)
    .innerJoin(guestLists, eq(guestLists.id, guestListEntries.listId))
    .leftJoin(orders, eq(orders.id, guestListEntries.orderId))
    .where(and(eq(guestLists.eventId, eventId), isNull(guestListEntries.removedAt)))
    .orderBy(comparedName, asc(guestListEntries.id));

export type ListedEntry = Awaited<ReturnType<typeof findEntries>>[number];

export async function insertList(db: Db, list: ListFields & Pick<GuestList, 'eventId' | 'createdBy' | 'createdAt'>): Promise<number> {
  const [row] = await db.insert(guestLists).values(list).returning({ id: guestLists.id });
  if (!row) throw new Error('An insert returned no row.');
  return row.id;
}

/** Locks a list against other editors and the door. */
export async function lockList(db: Db, id: number): Promise<GuestList | undefined> {
  const [list] = await db.select().from(guestLists).where(eq(guestLists.id, id)).for('update');
  return list;
}

export async function updateList(
  db: Db,
  id: number,
  fields: Partial<ListFields & Pick<GuestList, 'endedAt' | 'linkHash' | 'linkMadeAt' | 'linkMadeBy'>>,
): Promise<void> {
  await db
    .update(guestLists)
    .set({ ...fields, version: sql`${guestLists.version} + 1` })
    .where(eq(guestLists.id, id));
}

/** Ends the links that an account made. Returns how many. */
export async function endLinksMadeBy(db: Db, userId: number): Promise<number> {
  const rows = await db
    .update(guestLists)
    .set({ linkHash: null, linkMadeAt: null, linkMadeBy: null, version: sql`${guestLists.version} + 1` })
    .where(and(isNotNull(guestLists.linkHash), sql`coalesce(${guestLists.linkMadeBy}, ${guestLists.createdBy}) = ${userId}`))
    .returning({ id: guestLists.id });
  return rows.length;
}

/** Locks all lists of an event in ascending order of id, like the door. */
export const lockListsOf = (db: Db, eventId: number): Promise<GuestList[]> => findLists(db, eventId).for('update');

export async function findListOfEntry(db: Db, entryId: number): Promise<number | undefined> {
  const [entry] = await db.select({ listId: guestListEntries.listId }).from(guestListEntries).where(eq(guestListEntries.id, entryId));
  return entry?.listId;
}

/** Locks an entry of a locked list, so that no concurrent scan refers to it. */
export async function lockEntry(db: Db, id: number): Promise<GuestListEntry | undefined> {
  const [entry] = await db.select().from(guestListEntries).where(eq(guestListEntries.id, id)).for('update');
  return entry;
}

/** Counts the names on a list, and the people with their plus-ones. */
export async function countOnList(db: Db, listId: number): Promise<{ names: number; people: number }> {
  const [row] = await db
    .select({ names: count(), people: sql<number>`coalesce(sum(1 + ${guestListEntries.plusOnes}), 0)::int` })
    .from(guestListEntries)
    .where(and(eq(guestListEntries.listId, listId), isNull(guestListEntries.removedAt)));
  return row ?? { names: 0, people: 0 };
}

/** Returns the ids of the new entries, ascending. */
export async function insertEntries(
  db: Db,
  list: Pick<GuestListEntry, 'listId' | 'createdAt'>,
  people: readonly (Omit<GuestListEntryInput, 'email'> & Pick<GuestListEntry, 'orderId' | 'refusedUserId'>)[],
): Promise<number[]> {
  const rows = await db
    .insert(guestListEntries)
    .values(people.map((person) => ({ ...person, ...list })))
    .returning({ id: guestListEntries.id });
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

export async function updateEntry(
  db: Db,
  id: number,
  fields: Partial<Pick<GuestListEntry, 'plusOnes' | 'removedAt' | 'orderId' | 'refusedUserId'>>,
): Promise<void> {
  await db.update(guestListEntries).set(fields).where(eq(guestListEntries.id, id));
}

/** Erases the names on lists of events that ended before a moment; the numbers remain. */
export async function emptyListNamesBefore(db: Db, before: Date): Promise<void> {
  const past = db
    .select({ id: guestLists.id })
    .from(guestLists)
    .innerJoin(events, eq(events.id, guestLists.eventId))
    .where(lt(events.endsAt, before));
  await db
    .update(guestListEntries)
    .set({ firstName: '', lastName: '', note: '', refusedUserId: null })
    .where(and(inArray(guestListEntries.listId, past), ne(guestListEntries.firstName, '')));
}

/** Returns the list of a link, with its event; undefined for a link that was ended or never made. */
export async function findListByLink(db: Db, linkHash: string) {
  const event = {
    name: events.name,
    nameLat: events.nameLat,
    state: events.state,
    startsAt: events.startsAt,
    opensAt: events.opensAt,
    endsAt: events.endsAt,
  };
  const [row] = await db
    .select({ list: guestLists, event })
    .from(guestLists)
    .innerJoin(events, eq(events.id, guestLists.eventId))
    .where(eq(guestLists.linkHash, linkHash));
  return row;
}
