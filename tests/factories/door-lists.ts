import { doorListEntries, doorLists } from '#server/sales/lists/lists.table.ts';
import type { TestApp } from '#tests/setup/app.ts';

type List = Partial<typeof doorLists.$inferInsert> & { eventId: number };

/** A door list, with an entry for each of these numbers of people; returns their ids. */
export async function createList({ ctx, clock }: Pick<TestApp, 'ctx' | 'clock'>, list: List, places: readonly number[] = []) {
  const createdAt = clock.now();
  const [row] = await ctx.db
    .insert(doorLists)
    .values({ name: 'Nino’s friends', quota: 10, createdAt, ...list })
    .returning();
  if (!row) throw new Error('The list was not stored.');
  const person = { listId: row.id, firstName: 'Nino', lastName: 'Beridze', createdAt };
  const entries = places.map((count) => ({ ...person, plusOnes: count - 1 }));
  const stored = entries.length === 0 ? [] : await ctx.db.insert(doorListEntries).values(entries).returning({ id: doorListEntries.id });
  return { id: row.id, entryIds: stored.map(({ id }) => id) };
}
