import { doorListEntries, doorLists } from '#server/sales/lists/lists.table.ts';
import type { Context } from '#server/platform/context.ts';

type Person = { firstName?: string; lastName?: string; plusOnes?: number };
type List = { name?: string; quota?: number; freeUntil?: Date; entries?: readonly Person[] };

/** A door list with its entries; returns their ids. */
export async function addDoorList({ db, clock }: Context, eventId: number, { entries = [], ...list }: List) {
  const createdAt = clock.now();
  const [row] = await db
    .insert(doorLists)
    .values({ eventId, name: 'Nino’s friends', quota: 10, createdAt, ...list })
    .returning();
  if (!row) throw new Error('The list was not stored.');
  const people = entries.map((entry) => ({ listId: row.id, firstName: 'Nino', lastName: 'Beridze', createdAt, ...entry }));
  const stored = people.length === 0 ? [] : await db.insert(doorListEntries).values(people).returning({ id: doorListEntries.id });
  return { id: row.id, entryIds: stored.map(({ id }) => id) };
}

/** Entries with as many places. */
export const withPlaces = (...places: number[]): Person[] => places.map((count) => ({ plusOnes: count - 1 }));
