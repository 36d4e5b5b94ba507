import type { DoorLive } from '#shared/door/offline-manifest.ts';
import { decideEntry, type EntryDecision, type ListEntry, type OfflineManifestList } from '#shared/door/guest-lists.ts';
import type { Answered } from '#shared/door/questions.ts';
import type { ListedGuest } from './door-phone.ts';
import type { PhoneTicket } from '#shared/door/phone-decision.ts';
import { hasComeWith, isAdmission, momentOf } from './own-scans.ts';
import type { StoredOfflineManifest, StoredScan } from './store.ts';

/** The key under which a phone stores its scans of an entry. */
export const entryKey = (entryId: number): string => `entry ${entryId}`;

/**
 * How many people were admitted by each entry and each whole list. `byTicket`: those of an entry who came with its ticket, at most one.
 */
type Arrivals = {
  ofEntry: (entryId: number) => number;
  byTicket: (entryId: number) => number;
  ofList: (listId: number) => number;
};

type Known = { lists: readonly OfflineManifestList[]; live: Pick<DoorLive, 'arrivals'>; after: number };

/** Counts the arrivals in the offline manifest and this phone's scans since. `after`: as in `OfflineManifestView`. */
export function countArrivals({ lists, live, after }: Known, scans: readonly StoredScan[]): Arrivals {
  const [byEntry, byList, byTicket] = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
  const listOf = new Map(lists.flatMap(({ id, entries }) => entries.map((entry) => [entry.id, id] as const)));
  const add = (entryId: number, listId: number | undefined, people: number) => {
    byEntry.set(entryId, (byEntry.get(entryId) ?? 0) + people);
    if (listId !== undefined) byList.set(listId, (byList.get(listId) ?? 0) + people);
  };
  for (const arrival of live.arrivals) {
    add(arrival.entryId, arrival.listId, arrival.people);
    byTicket.set(arrival.entryId, arrival.byTicket ?? 0);
  }
  for (const { entryId, people } of changesSince(scans, after)) add(entryId, listOf.get(entryId), people);
  const scansByKey = Map.groupBy(scans, ({ key }) => key);
  for (const { id, ticketKey } of lists.flatMap(({ entries }) => entries)) {
    const before = byTicket.get(id) ?? 0;
    const ofTicket = ticketKey === undefined ? undefined : scansByKey.get(ticketKey);
    if (!ofTicket) continue;
    const now = hasComeWith(ofTicket, after, before > 0) ? 1 : 0;
    byTicket.set(id, now);
    if (now !== before) add(id, listOf.get(id), now - before);
  }
  return {
    ofEntry: (entryId) => byEntry.get(entryId) ?? 0,
    byTicket: (entryId) => byTicket.get(entryId) ?? 0,
    ofList: (listId) => byList.get(listId) ?? 0,
  };
}

/** People whom this phone admitted or undid after its scan number `after`, by entry. */
function changesSince(scans: readonly StoredScan[], after: number): { entryId: number; people: number }[] {
  const possible = scans.filter(({ outcome }) => outcome?.result !== 'impossible');
  const undoneBy = new Map(possible.map(({ undoneScanId, sequence }) => [undoneScanId, sequence]));
  return possible.filter(isAdmission).flatMap(({ entryId, people = 1, scanId, sequence }) => {
    const undo = undoneBy.get(scanId);
    const isNew = sequence > after && undo === undefined;
    const isTakenBack = sequence <= after && undo !== undefined && undo > after;
    return entryId === undefined || (!isNew && !isTakenBack) ? [] : [{ entryId, people: isNew ? people : -people }];
  });
}

/** All entries, by name. */
export function listedGuests(lists: readonly OfflineManifestList[], arrivals: Arrivals): ListedGuest[] {
  const guests = lists.flatMap(({ entries, ...list }) =>
    entries.map((entry): ListedGuest => ({ ...entry, list, arrived: arrivals.ofEntry(entry.id) })),
  );
  return guests.toSorted((a, b) => a.firstName.localeCompare(b.firstName) || a.initial.localeCompare(b.initial) || a.id - b.id);
}

/** An entry with its list; undefined for an entry that is on no list any more. */
export function findListed(
  lists: readonly OfflineManifestList[],
  entryId: number,
): { list: OfflineManifestList; entry: ListEntry } | undefined {
  for (const list of lists) {
    const entry = list.entries.find(({ id }) => id === entryId);
    if (entry) return { list, entry };
  }
  return undefined;
}

/** `inside`: the people inside as far as the phone knows. */
type Door = Pick<StoredOfflineManifest, 'head'> & { arrivals: Arrivals; inside: number };
/** `counted`: how many of these people are already among the arrivals and inside. */
type Coming = { found: ReturnType<typeof findListed>; entryId: number; people: number; counted?: number; answered?: Answered };

/** Decides about people on a guest list by what the phone knows. */
export function decideListed(
  { head: { door, event }, arrivals, inside }: Door,
  { found, entryId, people, counted = 0, answered = [] }: Coming,
  now: Date,
): EntryDecision {
  const { list, entry } = found ?? {};
  const facts = {
    isGone: !entry,
    places: 1 + (entry?.plusOnes ?? 0),
    arrived: Math.max(0, arrivals.ofEntry(entryId) - counted),
    list: {
      allocation: list?.allocation ?? 0,
      arrived: list ? Math.max(0, arrivals.ofList(list.id) - counted) : 0,
      freeUntil: list?.freeUntil ? new Date(list.freeUntil) : null,
    },
  };
  return decideEntry(facts, people, {
    isCancelled: event.state === 'cancelled',
    ...(door.opensAt !== null && { opensAt: new Date(door.opensAt) }),
    room: { inside: inside - counted, licensed: door.licensed },
    now,
    answered,
  });
}

/** The entry for which the ticket with this lookup key was mailed. */
export const findEntryOfTicket = (lists: readonly OfflineManifestList[], key: string): ListEntry | undefined =>
  lists.flatMap(({ entries }) => entries).find(({ ticketKey }) => ticketKey === key);

/**
 * The ticket of an entry is one of its places, as on the server: it counts as used when people admitted by name took all of them, and as
 * unused when this phone undid some. `scans`: all scans of this phone. Does not change a ticket that was itself scanned in.
 */
export function settleTicket(
  ticket: PhoneTicket,
  { id, plusOnes }: ListEntry,
  { known, scans, now }: { known: Known; scans: readonly StoredScan[]; now: Date },
): PhoneTicket {
  const places = 1 + plusOnes;
  const arrivals = countArrivals(known, scans);
  if (arrivals.byTicket(id) > 0) return ticket;
  if (arrivals.ofEntry(id) >= places) {
    const last = scans.findLast((scan) => scan.entryId === id && isAdmission(scan));
    return { ...ticket, usedAt: ticket.usedAt ?? (last ? momentOf(last) : now) };
  }
  const before = known.live.arrivals.find(({ entryId }) => entryId === id);
  const wasUsedByName = before !== undefined && before.people >= places && (before.byTicket ?? 0) === 0;
  return wasUsedByName ? { ...ticket, usedAt: null } : ticket;
}
