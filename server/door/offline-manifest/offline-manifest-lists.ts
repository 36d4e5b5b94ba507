import { toWireTime } from '#shared/dates.ts';
import type { ListEntry, OfflineManifestList } from '#shared/door/guest-lists.ts';
import { lookupKeyOf } from '#shared/door/encrypted-row.ts';
import type { Keys } from '#server/platform/context.ts';
import { toPrice } from '#server/sales/guest-lists/staff-guest-lists.service.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import type { OfflineManifestListRow } from './offline-manifest-lists.queries.ts';

/** The lists as phones get them, without last names. */
export async function toOfflineManifestLists(keys: Keys, rows: readonly OfflineManifestListRow[]): Promise<OfflineManifestList[]> {
  const lists: OfflineManifestList[] = [];
  for (const ofList of Map.groupBy(rows, ({ list }) => list.id).values()) {
    const [first] = ofList;
    if (!first) continue;
    const { freeUntil, priceTetri, ...list } = first.list;
    const entries = (await Promise.all(ofList.map((row) => toEntry(keys, row)))).filter((entry) => entry !== undefined);
    lists.push({ ...list, freeUntil: freeUntil && toWireTime(freeUntil), price: toPrice(priceTetri), entries });
  }
  return lists;
}

async function toEntry(keys: Keys, { entry, ticket }: OfflineManifestListRow): Promise<ListEntry | undefined> {
  if (!entry) return undefined;
  const { lastName, ...rest } = entry;
  return { ...rest, initial: initialOf(lastName), ...(ticket && { ticketKey: await lookupKeyOf(signTicketCode(keys, ticket)) }) };
}

const letters = new Intl.Segmenter('ka', { granularity: 'grapheme' });

/** The first letter of a name as a reader sees it, including accents. */
export function initialOf(name: string): string {
  const [first] = letters.segment(name.trim());
  return first?.segment ?? '';
}
