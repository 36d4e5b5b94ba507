import { toWireTime } from '#shared/dates.ts';
import type { PackList } from '#shared/door/lists.ts';
import type { PackListRow } from './pack-lists.queries.ts';

/**
 * The lists as phones get them: no last name. Who came by an entry that was taken off still counts for the quota, and a phone does not know
 * such entries: it gets a smaller quota.
 */
export function toPackLists(rows: readonly PackListRow[], arrived: ReadonlyMap<number, number>): PackList[] {
  return [...Map.groupBy(rows, ({ list }) => list.id).values()].flatMap((ofList): PackList[] => {
    const [first] = ofList;
    if (!first) return [];
    const { id, name, quota, freeUntil } = first.list;
    const all = ofList.flatMap(({ entry }) => entry ?? []);
    const gone = all.filter(({ removedAt }) => removedAt !== null).reduce((sum, entry) => sum + (arrived.get(entry.id) ?? 0), 0);
    const entries = all
      .filter(({ removedAt }) => removedAt === null)
      .map((entry) => ({ id: entry.id, firstName: entry.firstName, initial: initialOf(entry.lastName), plusOnes: entry.plusOnes }));
    return [{ id, name, quota: Math.max(0, quota - gone), freeUntil: freeUntil && toWireTime(freeUntil), entries }];
  });
}

const letters = new Intl.Segmenter('ka', { granularity: 'grapheme' });

/** The first letter of a name as a reader sees it, with its accents. */
export function initialOf(name: string): string {
  const [first] = letters.segment(name.trim());
  return first?.segment ?? '';
}
