import { applyScans, type Door, type Outcome, type ScannedTicket, type StoredScan } from '#server/door/scans/apply-scans.ts';
import type { NewPassScan } from '#server/door/scans/pass-scans.queries.ts';
import type { PassScan } from '#shared/door/pass-scan.schemas.ts';

export type DoorStore = {
  rows: NewPassScan[];
  ticket(id: number): ScannedTicket | undefined;
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

/** Keeps in memory what the database keeps of passes and their scans. A code is the number of its ticket. */
export function createStore(now: Date, tickets: readonly ScannedTicket[], apply = applyScans, takeNumber = () => true): DoorStore {
  const rows: NewPassScan[] = [];
  let inside = 0;
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const idOf = ({ code, ticketId }: PassScan): number => (code === undefined ? (ticketId ?? 0) : Number(code));
  const store: DoorStore = {
    rows,
    ticket: (id) => byId.get(id),
    upload(door, scans) {
      const undone = new Set(rows.flatMap(({ undoneScanId }) => undoneScanId ?? []));
      const stored: StoredScan[] = [...rows];
      const ticketOf = (scan: PassScan) => byId.get(idOf(scan))?.id;
      const applied = apply(door, scans, { now, tickets: byId, ticketOf, stored, undone, inside, takeNumber, mayRefund: true });
      inside = applied.inside;
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
