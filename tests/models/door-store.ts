import { AFTER_END, WITHOUT_CODE } from '#server/door/door.table.ts';
import { applyScans, type Door, type Outcome, type ScannedTicket, type StoredScan } from '#server/door/scans/apply-scans.ts';
import type { KnownLists, ScannedEntry } from '#server/door/scans/entry-scans.ts';
import type { NewDeviceScan } from '#server/door/scans/device-scans.queries.ts';
import { countMoves, isAdmission, type Move, moveOf } from '#server/door/scans/scan-rows.ts';
import type { EntryArrivals } from '#shared/door/guest-lists.ts';
import type { DeviceScan } from '#shared/door/device-scan.schemas.ts';
import { DENIAL_HOURS } from '#shared/constants.ts';
import { parseQrText } from '#shared/door/ticket-code.ts';

export type DoorStore = {
  rows: NewDeviceScan[];
  ticket(id: number): ScannedTicket | undefined;
  /** Counts the people inside from the rows, as the database does. */
  inside(): number;
  /** Counts the people of each entry from the rows, as the database does. */
  arrivals(): EntryArrivals[];
  upload(door: Door, scans: readonly DeviceScan[]): Outcome[];
  /** Returns what would be decided, without storing it. */
  look(door: Door, scan: DeviceScan): Outcome[];
  /** Returns result and reason of one scan. */
  take(door: Door, scan: DeviceScan): string;
};

export const unusedTicket = (id: number): ScannedTicket => ({
  id,
  decide: ({ usedAt }) => (usedAt === null ? { result: 'accepted', reason: 'valid' } : { result: 'refused', reason: 'ticket_used' }),
  usedAt: null,
  visit: 1,
  admissions: 0,
  moves: [],
  rejections: [],
  isRefundable: true,
});

type Options = { entries?: readonly ScannedEntry[]; apply?: typeof applyScans; consumeNumber?: () => boolean };

/** Stores scanner devices and their scans in memory, as the database does. A code is the text of a QR code, or only a ticket's number. */
export function createStore(
  now: Date | (() => Date),
  tickets: readonly ScannedTicket[],
  { entries = [], apply = applyScans, consumeNumber = () => true }: Options = {},
): DoorStore {
  const rows: NewDeviceScan[] = [];
  const clock = typeof now === 'function' ? now : () => now;
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const idOf = ({ code, ticketId }: DeviceScan): number =>
    code === undefined ? (ticketId ?? 0) : (parseQrText(code).ticketId ?? Number(code));
  const applied = (door: Door, scans: readonly DeviceScan[]) => {
    const undone = new Set(rows.flatMap(({ undoneScanId }) => undoneScanId ?? []));
    const stored: StoredScan[] = [...rows];
    const ticketOf = (scan: DeviceScan) => byId.get(idOf(scan))?.id;
    const inside = countInside(rows);
    const lists: KnownLists = { entries: new Map(entries.map((entry) => [entry.id, entry])), arrivals: store.arrivals() };
    const lastSequence = Math.max(
      0,
      ...rows.filter(({ scannerDeviceId }) => scannerDeviceId === door.scannerDeviceId).map(({ sequence }) => sequence),
    );
    const known = {
      now: clock(),
      tickets: byId,
      ticketOf,
      lists,
      stored,
      undone,
      inside,
      lastSequence,
      consumeNumber,
      denialHours: DENIAL_HOURS,
      mayRefund: true,
    };
    return apply(door, scans, known);
  };
  const store: DoorStore = {
    rows,
    ticket: (id) => byId.get(id),
    inside: () => countInside(rows),
    arrivals: () => countArrivals(rows, entries),
    look: (door, scan) => applied(door, [scan]).outcomes,
    upload(door, scans) {
      const { rows: added, tickets: changed, outcomes } = applied(door, scans);
      rows.push(...added);
      for (const ticket of changed) byId.set(ticket.id, ticket);
      return outcomes;
    },
    take(door, scan) {
      const [outcome] = store.upload(door, [scan]);
      return `${outcome?.result} ${outcome?.reason}`;
    },
  };
  return store;
}

/** As `server/door/entry-arrivals.queries.ts` counts. */
function countArrivals(rows: readonly NewDeviceScan[], entries: readonly ScannedEntry[]): EntryArrivals[] {
  const undone = new Set(rows.map(({ undoneScanId }) => undoneScanId));
  return entries.flatMap(({ id, listId }) => {
    const came = rows.filter((row) => row.entryId === id && isAdmission(row) && !undone.has(row.scanId));
    return came.length === 0 ? [] : { entryId: id, listId, people: came.reduce((sum, { people }) => sum + people, 0) };
  });
}

const isAdmitted = ({ kind, result }: NewDeviceScan): boolean => kind === 'in' && (result === 'accepted' || result === 'conflict');

/** As `server/door/inside.queries.ts` counts. */
function countInside(rows: readonly NewDeviceScan[]): number {
  const undone = new Set(rows.map(({ undoneScanId }) => undoneScanId));
  const standing = rows.filter(({ scanId }) => !undone.has(scanId));
  const withoutTickets = standing.filter((row) => row.ticketId === null && isAdmitted(row)).map(({ people }) => people);
  const withOne = standing.filter(({ ticketId }) => ticketId !== null);
  const byTicket = Map.groupBy(withOne, (row) => (UNCOUNTED.has(row.reason) ? row : row.ticketId));
  const withTickets = [...byTicket.values()].map((all) => countMoves(all.flatMap((row) => walkOf(row) ?? [])));
  const clicks = rows.map(({ kind, reason }) => (reason !== kind ? 0 : kind === 'plus' ? 1 : kind === 'minus' ? -1 : 0));
  return Math.max(
    0,
    [...withTickets, ...withoutTickets, ...clicks].reduce((sum, people) => sum + people, 0),
  );
}

const UNCOUNTED = new Set<string>([AFTER_END, WITHOUT_CODE]);

/** A conflict that used no ticket is a person, too. */
function walkOf(row: NewDeviceScan): Move | undefined {
  const isAlone = isAdmitted(row) && UNCOUNTED.has(row.reason);
  return isAlone ? { scanId: row.scanId, at: row.decidedAt, step: 1 } : moveOf(row);
}
