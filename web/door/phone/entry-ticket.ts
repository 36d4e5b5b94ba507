import type { ListEntry, OfflineManifestList } from '#shared/door/guest-lists.ts';
import type { PhoneTicket } from '#shared/door/phone-decision.ts';
import { countArrivals, type Known } from './listed.ts';
import { isAdmission, momentOf } from './own-scans.ts';
import type { StoredScan } from './store.ts';

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
