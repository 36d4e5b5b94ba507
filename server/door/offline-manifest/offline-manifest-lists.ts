import { toWireTime } from '#shared/dates.ts';
import type { ListEntry, OfflineManifestList } from '#shared/door/guest-lists.ts';
import { lookupKeyOf } from '#shared/door/encrypted-row.ts';
import type { Keys } from '#server/platform/context.ts';
import { toPrice } from '#server/sales/guest-lists/staff-guest-lists.service.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import type { OfflineManifestListRow } from './offline-manifest-lists.queries.ts';

/** The lists as phones get them, with as few letters of the last names as tell people with the same first name apart. */
export async function toOfflineManifestLists(keys: Keys, rows: readonly OfflineManifestListRow[]): Promise<OfflineManifestList[]> {
  const lists: OfflineManifestList[] = [];
  const named = Map.groupBy(
    rows.flatMap(({ entry }) => entry ?? []),
    ({ firstName }) => foldName(firstName),
  );
  const lastNamesOf = (firstName: string) => named.get(foldName(firstName))?.map(({ lastName }) => lastName) ?? [];
  for (const ofList of Map.groupBy(rows, ({ list }) => list.id).values()) {
    const [first] = ofList;
    if (!first) continue;
    const { freeUntil, priceTetri, ...list } = first.list;
    const entries = (await Promise.all(ofList.map((row) => toEntry(keys, row, lastNamesOf)))).filter((entry) => entry !== undefined);
    lists.push({ ...list, freeUntil: freeUntil && toWireTime(freeUntil), price: toPrice(priceTetri), entries });
  }
  return lists;
}

type LastNames = (firstName: string) => readonly string[];

async function toEntry(keys: Keys, { entry, ticket }: OfflineManifestListRow, lastNamesOf: LastNames): Promise<ListEntry | undefined> {
  if (!entry) return undefined;
  const { lastName, ...rest } = entry;
  return {
    ...rest,
    initial: shortestPart(lastName, lastNamesOf(rest.firstName)),
    ...(ticket && { ticketKey: await lookupKeyOf(signTicketCode(keys, ticket)) }),
  };
}

const letters = new Intl.Segmenter('ka', { granularity: 'grapheme' });

const foldName = (name: string): string => name.trim().toLowerCase();

/**
 * The first letters of a last name, as a reader sees them with accents: one, or as many as no other of these last names begins with. The
 * whole name if another one begins with all of it.
 */
export function shortestPart(name: string, all: readonly string[]): string {
  const parts = [...letters.segment(name.trim())].map(({ segment }) => segment);
  const others = all.map(foldName).filter((other) => other !== foldName(name));
  const isShared = (count: number) => others.some((other) => other.startsWith(foldName(parts.slice(0, count).join(''))));
  const enough = parts.findIndex((_, place) => !isShared(place + 1));
  return parts.slice(0, enough === -1 ? parts.length : enough + 1).join('');
}
