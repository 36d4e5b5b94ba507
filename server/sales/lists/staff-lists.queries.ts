import { and, asc, count, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { EntryInput } from '#shared/staff/lists.schemas.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { doorListEntries, doorLists } from '#server/sales/tables/lists.table.ts';

export type DoorList = typeof doorLists.$inferSelect;
export type ListFields = Pick<DoorList, 'name' | 'quota' | 'freeUntil' | 'priceTetri' | 'mailedTickets'>;
export type DoorListEntry = typeof doorListEntries.$inferSelect;

const selectHours = (db: Db, eventId: number) =>
  db.select({ startsAt: events.startsAt, opensAt: events.opensAt, endsAt: events.endsAt }).from(events).where(eq(events.id, eventId));

/** When an event starts, when its doors open, if that is set, and when it ends. */
export type EventHours = Awaited<ReturnType<typeof selectHours>>[number];

export async function findEventHours(db: Db, eventId: number): Promise<EventHours | undefined> {
  const [hours] = await selectHours(db, eventId);
  return hours;
}

/** `findEventHours`, and nobody moves or deletes the event until the transaction ends. */
export async function keepEvent(db: Db, eventId: number): Promise<EventHours | undefined> {
  const [hours] = await selectHours(db, eventId).for('key share');
  return hours;
}

/** The lists of an event in the order in which they were made. */
export const findLists = (db: Db, eventId: number) =>
  db.select().from(doorLists).where(eq(doorLists.eventId, eventId)).orderBy(asc(doorLists.id));

/** A name as it is compared: in Latin letters, lower case, with one space between its parts. */
const comparedName = sql`latin_text(regexp_replace(trim(${doorListEntries.firstName} || ' ' || ${doorListEntries.lastName}), '\\s+', ' ', 'g'))`;
/** Names that are compared: those that admit somebody, and are still kept. */
const isCompared = sql`(${doorLists.endedAt} is null and ${doorListEntries.firstName} <> '')`;

/** The names on the lists of an event that were not taken off, by name. */
export const findEntries = (db: Db, eventId: number) =>
  db
    .select({
      id: doorListEntries.id,
      listId: doorListEntries.listId,
      firstName: doorListEntries.firstName,
      lastName: doorListEntries.lastName,
      plusOnes: doorListEntries.plusOnes,
      hasTicket: sql<boolean>`coalesce(${orders.state} = 'paid', false)`,
      note: doorListEntries.note,
      isTicketRefused: sql<boolean>`${doorListEntries.refusedUserId} is not null`,
      isDuplicate: sql<boolean>`${isCompared} and count(*) filter (where ${isCompared}) over (partition by ${comparedName}) > 1`,
    })
    .from(doorListEntries)
    .innerJoin(doorLists, eq(doorLists.id, doorListEntries.listId))
    .leftJoin(orders, eq(orders.id, doorListEntries.orderId))
    .where(and(eq(doorLists.eventId, eventId), isNull(doorListEntries.removedAt)))
    .orderBy(comparedName, asc(doorListEntries.id));

export type ListedEntry = Awaited<ReturnType<typeof findEntries>>[number];

export async function insertList(db: Db, list: ListFields & Pick<DoorList, 'eventId' | 'createdBy' | 'createdAt'>): Promise<number> {
  const [row] = await db.insert(doorLists).values(list).returning({ id: doorLists.id });
  if (!row) throw new Error('An insert returned no row.');
  return row.id;
}

/** Locks a list against other editors and the door. */
export async function lockList(db: Db, id: number): Promise<DoorList | undefined> {
  const [list] = await db.select().from(doorLists).where(eq(doorLists.id, id)).for('update');
  return list;
}

export async function updateList(
  db: Db,
  id: number,
  fields: Partial<ListFields & Pick<DoorList, 'endedAt' | 'linkHash' | 'linkMadeAt' | 'linkMadeBy'>>,
): Promise<void> {
  await db
    .update(doorLists)
    .set({ ...fields, version: sql`${doorLists.version} + 1` })
    .where(eq(doorLists.id, id));
}

/** Ends the links that an account made. Returns how many. */
export async function endLinksMadeBy(db: Db, userId: number): Promise<number> {
  const rows = await db
    .update(doorLists)
    .set({ linkHash: null, linkMadeAt: null, linkMadeBy: null, version: sql`${doorLists.version} + 1` })
    .where(and(isNotNull(doorLists.linkHash), sql`coalesce(${doorLists.linkMadeBy}, ${doorLists.createdBy}) = ${userId}`))
    .returning({ id: doorLists.id });
  return rows.length;
}

/** Locks all lists of an event, in the order of their ids like the door. */
export const lockListsOf = (db: Db, eventId: number): Promise<DoorList[]> => findLists(db, eventId).for('update');

export async function findListOfEntry(db: Db, entryId: number): Promise<number | undefined> {
  const [entry] = await db.select({ listId: doorListEntries.listId }).from(doorListEntries).where(eq(doorListEntries.id, entryId));
  return entry?.listId;
}

/** Locks an entry, so that no scan refers to it meanwhile. Its list is locked. */
export async function lockEntry(db: Db, id: number): Promise<DoorListEntry | undefined> {
  const [entry] = await db.select().from(doorListEntries).where(eq(doorListEntries.id, id)).for('update');
  return entry;
}

/** How many names stand on a list, and how many people with their plus-ones. */
export async function countOnList(db: Db, listId: number): Promise<{ names: number; people: number }> {
  const [row] = await db
    .select({ names: count(), people: sql<number>`coalesce(sum(1 + ${doorListEntries.plusOnes}), 0)::int` })
    .from(doorListEntries)
    .where(and(eq(doorListEntries.listId, listId), isNull(doorListEntries.removedAt)));
  return row ?? { names: 0, people: 0 };
}

/** Returns the ids of the new entries, ascending. */
export async function insertEntries(
  db: Db,
  list: Pick<DoorListEntry, 'listId' | 'createdAt'>,
  people: readonly (Omit<EntryInput, 'email'> & Pick<DoorListEntry, 'orderId' | 'refusedUserId'>)[],
): Promise<number[]> {
  const rows = await db
    .insert(doorListEntries)
    .values(people.map((person) => ({ ...person, ...list })))
    .returning({ id: doorListEntries.id });
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

export async function updateEntry(
  db: Db,
  id: number,
  fields: Partial<Pick<DoorListEntry, 'plusOnes' | 'removedAt' | 'orderId' | 'refusedUserId'>>,
): Promise<void> {
  await db.update(doorListEntries).set(fields).where(eq(doorListEntries.id, id));
}

/** Empties the names on lists of events that ended before a moment; the numbers stay. */
export async function emptyListNamesBefore(db: Db, before: Date): Promise<void> {
  const past = db
    .select({ id: doorLists.id })
    .from(doorLists)
    .innerJoin(events, eq(events.id, doorLists.eventId))
    .where(lt(events.endsAt, before));
  await db
    .update(doorListEntries)
    .set({ firstName: '', lastName: '', note: '', refusedUserId: null })
    .where(and(inArray(doorListEntries.listId, past), ne(doorListEntries.firstName, '')));
}

/** The list of a link, with its event; undefined for a link that was ended or never made. */
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
    .select({ list: doorLists, event })
    .from(doorLists)
    .innerJoin(events, eq(events.id, doorLists.eventId))
    .where(eq(doorLists.linkHash, linkHash));
  return row;
}
