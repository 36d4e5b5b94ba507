import type { NewDeviceScan } from '#server/door/scans/device-scans.queries.ts';
import { countMoves, isAdmission, type Move, moveOf } from '#server/door/scans/scan-rows.ts';
import type { StoredScan } from '#web/door/phone/store.ts';
import type { Phones, Seen } from './door-phones.ts';

/**
 * Counts the people inside by what was seen at the doors: entries and exits that were not undone, and people counted by hand. What a phone
 * did after its pairing ended counts only if it let people in.
 */
export function countPeople(phones: Phones, log: readonly StoredScan[]): number {
  const walks = [...seenWalks(phones, log), ...unseenWalks(phones, log)];
  const people = [...Map.groupBy(walks, ({ who }) => who).values()].map((all) => countMoves(all.map(({ move }) => move)));
  const clicks = log
    .filter(({ outcome }) => outcome?.result !== 'impossible')
    .map(({ kind }) => (kind === 'plus' ? 1 : kind === 'minus' ? -1 : 0));
  return Math.max(
    0,
    [...people, ...clicks, ...seenByLists(phones, log), ...unseenGroups(phones, log).map((group) => group.people)].reduce(
      (sum, one) => sum + one,
      0,
    ),
  );
}

/** An entry or exit with a ticket, or of a person who used no ticket. */
type Walk = { who: string; move: Move };

const undoneIn = (log: readonly StoredScan[]): Set<string> =>
  new Set(log.flatMap(({ undoneScanId, outcome }) => (outcome?.result === 'impossible' ? [] : (undoneScanId ?? []))));

/** Groups let in by a guest list entry; their exits are not recorded. */
function seenByLists({ seen }: Phones, log: readonly StoredScan[]): number[] {
  const undone = undoneIn(log);
  return seen.map(({ guest, verdict: { scanId, verdict } }) =>
    'people' in guest && verdict === 'admit' && !undone.has(scanId) ? guest.people : 0,
  );
}

/** Groups that the server let in by an entry for a killed page, and whose entry no phone has asked about since. */
export function unseenGroups({ server, seen }: Phones, log: readonly StoredScan[]): NewDeviceScan[] {
  const shown = new Set(seen.map(({ verdict }) => verdict.scanId));
  const unseen = new Set(log.filter(({ decidedBy, shown: verdict }) => decidedBy === 'server' && !verdict).map(({ scanId }) => scanId));
  return server.store.rows.filter((row) => row.entryId !== null && isAdmission(row) && unseen.has(row.scanId) && !shown.has(row.scanId));
}

function seenWalks({ server, seen }: Phones, log: readonly StoredScan[]): Walk[] {
  const undone = undoneIn(log);
  // If the server refused the question, the phone's own decision sets the time.
  const accepted = server.store.rows.filter(({ decidedBy, result }) => decidedBy === 'server' && result === 'accepted');
  const acceptedAt = new Map(accepted.map(({ scanId, decidedAt }) => [scanId, decidedAt]));
  return seen.flatMap(({ place, guest, verdict: { scanId, verdict, reason }, at }: Seen): Walk[] => {
    if (!('ticket' in guest)) return [];
    const isOut = verdict === 'noted' && (reason === 'out' || reason === 'not_inside');
    const isLate = server.isLate(place, scanId);
    if (undone.has(scanId) || (verdict !== 'admit' && !isOut) || (isOut && isLate)) return [];
    const move: Move = { scanId, at: acceptedAt.get(scanId) ?? new Date(at), step: isOut ? -1 : 1 };
    return [{ who: isLate ? scanId : String(guest.ticket), move }];
  });
}

/**
 * What the server knows and no screen showed: a guest admitted for a killed page, and an exit by a typed number whose answer was lost
 * (exits are never refused).
 */
function unseenWalks({ server, seen }: Phones, log: readonly StoredScan[]): Walk[] {
  const shown = new Set(seen.map(({ verdict }) => verdict.scanId));
  const stored = new Map(log.map((scan) => [scan.scanId, scan]));
  const undone = new Set(server.store.rows.map(({ undoneScanId }) => undoneScanId));
  return server.store.rows.flatMap((row): Walk[] => {
    const { scanId, ticketId } = row;
    const scan = stored.get(scanId);
    const move = moveOf(row);
    if (ticketId === null) return [];
    // The server admitted the guest and a revoked phone refused: its refusal came too late to undo the admission.
    const isLeft = row.result === 'accepted' && scan?.shown?.result === 'refused' && !undone.has(scanId);
    const isUnseen = scan?.decidedBy === 'server' ? !scan.shown : isLeft || (row.kind === 'out' && scan?.kind === 'in');
    return move && row.decidedBy === 'server' && isUnseen && !shown.has(scanId) ? [{ who: String(ticketId), move }] : [];
  });
}
