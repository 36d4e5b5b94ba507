import { type EntryRow, ruleForEntry, type ScannedEntry } from '#server/door/scans/entry-scans.ts';
import { toWireTime } from '#shared/dates.ts';
import type { OfflineManifestList } from '#shared/door/guest-lists.ts';

const LIST_ID = 5;
export const QUOTA = 4;
/** In the middle of most histories. */
const FREE_MS = 12_000;
/** The places of each entry, by its id. */
export const PLACES = new Map([
  [51, 1],
  [52, 2],
  [53, 3],
]);

/** The only guest list of the models' event, as phones get it. */
export const listFrom = (start: number): OfflineManifestList => ({
  id: LIST_ID,
  name: 'Friends',
  allocation: QUOTA,
  freeUntil: toWireTime(new Date(start + FREE_MS)),
  entries: [...PLACES].map(([id, places]) => ({ id, firstName: 'Nino', initial: 'B', plusOnes: places - 1 })),
});

/** Returns the entries of this list as an upload finds them. */
export function entriesFrom(start: number, licensed: number): ScannedEntry[] {
  const row: Omit<EntryRow, 'plusOnes'> = { removedAt: null, endedAt: null, allocation: QUOTA, freeUntil: new Date(start + FREE_MS) };
  const rule = { isCancelled: false, opensAt: undefined, licensed };
  return [...PLACES].map(([id, places]) => {
    return { id, listId: LIST_ID, places, ticketId: null, decide: ruleForEntry({ ...row, plusOnes: places - 1 }, rule) };
  });
}
