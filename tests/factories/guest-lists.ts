import { eq } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import { scans } from '#server/door/door.table.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import type { Context } from '#server/platform/context.ts';

type Person = { firstName?: string; lastName?: string; plusOnes?: number };
type List = { name?: string; allocation?: number; freeUntil?: Date; priceTetri?: number; entries?: readonly Person[] };

/** Adds a guest list with its entries; returns their ids. */
export async function addGuestList({ db, clock }: Context, eventId: number, { entries = [], ...list }: List) {
  const createdAt = clock.now();
  const [row] = await db
    .insert(guestLists)
    .values({ eventId, name: 'Nino’s friends', allocation: 10, createdAt, ...list })
    .returning();
  if (!row) throw new Error('The list was not stored.');
  const people = entries.map((entry) => ({ listId: row.id, firstName: 'Nino', lastName: 'Beridze', createdAt, ...entry }));
  const stored = people.length === 0 ? [] : await db.insert(guestListEntries).values(people).returning({ id: guestListEntries.id });
  return { id: row.id, entryIds: stored.map(({ id }) => id) };
}

/** Returns all scans at an event's door in the order of their arrival. */
export const scansAt = ({ db }: Context, eventId: number) => db.select().from(scans).where(eq(scans.eventId, eventId)).orderBy(scans.id);

/** Sets how many people may be inside at once. */
export const license = ({ db }: Context, eventId: number, licensed: number) =>
  db.update(events).set({ licensed }).where(eq(events.id, eventId));

/** Ends the guest lists of an event: they admit no one else. */
export const endLists = ({ db, clock }: Context, eventId: number) =>
  db.update(guestLists).set({ endedAt: clock.now() }).where(eq(guestLists.eventId, eventId));

/** Returns an entry for each of these numbers of places. */
export const withPlaces = (...places: number[]): Person[] => places.map((count) => ({ plusOnes: count - 1 }));
