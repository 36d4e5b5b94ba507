import { AFTER_END, WITHOUT_CODE } from '#server/door/door.table.ts';
import { applyScans, type Door, type Outcome, type ScannedTicket, type StoredScan } from '#server/door/scans/apply-scans.ts';
import type { NewPassScan } from '#server/door/scans/pass-scans.queries.ts';
import { countMoves, type Move, moveOf } from '#server/door/scans/scan-rows.ts';
import type { PassScan } from '#shared/door/pass-scan.schemas.ts';
import { parseQrText } from '#shared/door/qr-text.ts';

export type DoorStore = {
  rows: NewPassScan[];
  ticket(id: number): ScannedTicket | undefined;
  /** The people inside, counted from the rows as the database does. */
  inside(): number;
  upload(door: Door, scans: readonly PassScan[]): Outcome[];
  /** What became of one scan: result and reason. */
  take(door: Door, scan: PassScan): string;
};

export const unusedTicket = (id: number): ScannedTicket => ({
  id,
  decide: ({ usedAt }) => (usedAt === null ? { result: 'accepted', reason: 'valid' } : { result: 'refused', reason: 'ticket_used' }),
  usedAt: null,
  round: 1,
  admissions: 0,
  moves: [],
  isRefundable: true,
});

/** Keeps in memory what the database keeps of passes and their scans. A code names its ticket, or is only its number. */
export function createStore(
  now: Date | (() => Date),
  tickets: readonly ScannedTicket[],
  apply = applyScans,
  takeNumber = () => true,
): DoorStore {
  const rows: NewPassScan[] = [];
  const clock = typeof now === 'function' ? now : () => now;
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const idOf = ({ code, ticketId }: PassScan): number =>
    code === undefined ? (ticketId ?? 0) : (parseQrText(code).ticketId ?? Number(code));
  const store: DoorStore = {
    rows,
    ticket: (id) => byId.get(id),
    inside: () => countInside(rows),
    upload(door, scans) {
      const undone = new Set(rows.flatMap(({ undoneScanId }) => undoneScanId ?? []));
      const stored: StoredScan[] = [...rows];
      const ticketOf = (scan: PassScan) => byId.get(idOf(scan))?.id;
      const inside = countInside(rows);
      const applied = apply(door, scans, { now: clock(), tickets: byId, ticketOf, stored, undone, inside, takeNumber, mayRefund: true });
      rows.push(...applied.rows);
      for (const ticket of applied.tickets) byId.set(ticket.id, ticket);
      return applied.outcomes;
    },
    take(door, scan) {
      const [outcome] = store.upload(door, [scan]);
      return `${outcome?.result} ${outcome?.reason}`;
    },
  };
  return store;
}

/** What `server/door/inside.queries.ts` counts. */
function countInside(rows: readonly NewPassScan[]): number {
  const undone = new Set(rows.map(({ undoneScanId }) => undoneScanId));
  const standing = rows.filter(({ scanId }) => !undone.has(scanId));
  const byTicket = Map.groupBy(standing, (row) => (row.ticketId === null || UNCOUNTED.has(row.reason) ? row : row.ticketId));
  const withTickets = [...byTicket.values()].map((all) => countMoves(all.flatMap((row) => walkOf(row) ?? [])));
  const clicks = rows.map(({ kind, reason }) => (reason !== kind ? 0 : kind === 'plus' ? 1 : kind === 'minus' ? -1 : 0));
  return Math.max(
    0,
    [...withTickets, ...clicks].reduce((sum, people) => sum + people, 0),
  );
}

const UNCOUNTED = new Set<string>([AFTER_END, WITHOUT_CODE]);

/** A conflict that used no ticket up is somebody, too. */
function walkOf(row: NewPassScan): Move | undefined {
  const isAlone = row.kind === 'in' && row.result === 'conflict' && UNCOUNTED.has(row.reason);
  return isAlone ? { scanId: row.scanId, at: row.decidedAt, step: 1 } : moveOf(row);
}
