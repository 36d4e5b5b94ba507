import { toWireTime } from '#shared/dates.ts';
import type { PackList } from '#shared/door/lists.ts';
import { toPrice } from '#server/sales/lists/staff-lists.service.ts';
import type { PackListRow } from './pack-lists.queries.ts';

/** The lists as phones get them: without last names. */
export function toPackLists(rows: readonly PackListRow[]): PackList[] {
  return [...Map.groupBy(rows, ({ list }) => list.id).values()].flatMap((ofList): PackList[] => {
    const [first] = ofList;
    if (!first) return [];
    const { freeUntil, priceTetri, ...list } = first.list;
    const entries = ofList.flatMap(({ entry }) => {
      if (!entry) return [];
      const { lastName, ...rest } = entry;
      return { ...rest, initial: initialOf(lastName) };
    });
    return [{ ...list, freeUntil: freeUntil && toWireTime(freeUntil), price: toPrice(priceTetri), entries }];
  });
}

const letters = new Intl.Segmenter('ka', { granularity: 'grapheme' });

/** The first letter of a name as a reader sees it, with its accents. */
export function initialOf(name: string): string {
  const [first] = letters.segment(name.trim());
  return first?.segment ?? '';
}
