import { eq, sql } from 'drizzle-orm';
import { findTicketsAtDoor } from '#server/door/door.queries.ts';
import { scannerDevices } from '#server/door/door.table.ts';
import type { NewDeviceScan } from '#server/door/scans/device-scans.queries.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { DeviceScan } from '#shared/door/device-scan.schemas.ts';
import { type Replacement, replaceIn } from './replace.ts';

/** Replaces the result of conflicts about tickets or guest list entries. */
const conflictsAs = (result: NewDeviceScan['result'], of: 'tickets' | 'entries'): Replacement =>
  replaceIn<typeof import('#server/door/scans/apply-scans.ts')>('#server/door/scans/apply-scans.ts', {
    applyScans: (own) => (door, scans, known) => {
      const applied = own.applyScans(door, scans, known);
      const isOne = (row: NewDeviceScan) => row.result === 'conflict' && (row.entryId === null) === (of === 'tickets');
      return { ...applied, rows: applied.rows.map((row) => (isOne(row) ? { ...row, result } : row)) };
    },
  });

const unlockedTickets = replaceIn<typeof import('#server/door/scans/device-scans.queries.ts')>(
  '#server/door/scans/device-scans.queries.ts',
  {
    lockTickets: () => async (db, ids) => (await findTicketsAtDoor(db, ids)).map((ticket) => ({ ...ticket, isGiven: false })),
  },
);

/** Takes the phone's own time of a scan. */
const asSaid = ({ decidedBy, at }: DeviceScan, now: Date): Date => (decidedBy === 'phone' ? new Date(at) : now);

export const doorGuards = {
  /** Only an unused ticket is admitted. */
  admitOnce: [replaceIn<typeof import('#server/door/admissible.ts')>('#server/door/admissible.ts', { isAdmissible: () => sql`true` })],
  /** A ticket is admitted at the door of its own event, unless staff choose otherwise, and never to a cancelled event. */
  ownEventOnly: [
    replaceIn<typeof import('#server/door/admissible.ts')>('#server/door/admissible.ts', {
      isNotCancelled: () => sql`true`,
      isAtItsDoor: () => () => sql`true`,
    }),
  ],
  /** A rejection does not change the ticket. */
  rejectKeepsTicket: [
    replaceIn<typeof import('#server/door/door.service.ts')>('#server/door/door.service.ts', {
      decideEntry: (own) => async (ctx, input) => {
        if (input.isReject)
          await ctx.db
            .update(tickets)
            .set({ usedAt: sql`case when ${tickets.usedAt} is null then ${ctx.clock.now()}::timestamptz end` })
            .where(eq(tickets.id, input.ticketId));
        return own.decideEntry(ctx, input);
      },
    }),
  ],
  /** An admission is undone under the lock of its ticket. */
  undoOnce: [unlockedTickets],
  /** Concurrent uploads of phones wait for each other's tickets. */
  lockedUploads: [unlockedTickets],
  /** Concurrent uploads of phones wait for each other's guest lists. */
  lockedLists: [
    replaceIn<typeof import('#server/door/scans/device-scans.queries.ts')>('#server/door/scans/device-scans.queries.ts', {
      lockLists: (own) => async (db, which) => [...new Set((await own.findEntries(db, which)).map(({ listId }) => listId))],
    }),
  ],
  /** A one-time secret pairs one phone. */
  pairOnce: [
    replaceIn<typeof import('#server/door/scanner-devices/scanner-devices.queries.ts')>(
      '#server/door/scanner-devices/scanner-devices.queries.ts',
      {
        acceptSecret:
          () =>
          async (db, { secretHash, publicKey, now }) => {
            const taken = { publicKey, takenAt: now, seenAt: now };
            const [scannerDevice] = await db
              .update(scannerDevices)
              .set(taken)
              .where(eq(scannerDevices.secretHash, secretHash))
              .returning({ id: scannerDevices.id });
            return scannerDevice?.id;
          },
      },
    ),
  ],
  /** A further admission that a phone decided alone is stored and shown. */
  keptConflicts: [conflictsAs('refused', 'tickets')],
  /** People whom a phone alone let in beyond a guest list's limits are stored and shown. */
  keptGroups: [conflictsAs('refused', 'entries')],
  /** A second admission is not an acceptance. */
  noForcedAcceptance: [conflictsAs('accepted', 'tickets')],
  /** A phone's clock is corrected, and never ahead of the server's. */
  correctedClock: [
    replaceIn<typeof import('#server/door/scans/scan-rows.ts')>('#server/door/scans/scan-rows.ts', {
      decidedAt: () => asSaid,
      rowOf: (own) => (now, door, scan, written) => ({ ...own.rowOf(now, door, scan, written), decidedAt: asSaid(scan, now) }),
    }),
  ],
  /** A phone sends its own decision, even if its question was answered after all. */
  ownDecision: [
    replaceIn<typeof import('#web/door/phone/store.ts')>('#web/door/phone/store.ts', {
      openStore: (own) => async (name, onLost) => {
        const store = await own.openStore(name, onLost);
        return { ...store, putHeard: async (scans) => store.putScans(scans).then(() => [...scans]) };
      },
    }),
  ],
  /** A phone reports how far its clock is ahead. */
  measuredClock: [
    replaceIn<typeof import('#web/door/phone/scan-log.ts')>('#web/door/phone/scan-log.ts', {
      openScanLog: (own) => (parts) => {
        const reckoning = () => ({ ...parts.clock.reckoning(), offsetMs: 0 });
        return own.openScanLog({ ...parts, clock: { ...parts.clock, reckoning } });
      },
    }),
  ],
  /** A phone alone counts the people whom it admits. */
  ownCount: [
    replaceIn<typeof import('#web/door/phone/inside.ts')>('#web/door/phone/inside.ts', {
      countInside:
        () =>
        ({ inside }) =>
          inside,
    }),
  ],
  /** A phone asks about a guest whom it denied. */
  ownDenials: [
    replaceIn<typeof import('#web/door/phone/own-scans.ts')>('#web/door/phone/own-scans.ts', {
      ticketOf:
        (own) =>
        (...known) => {
          const ticket = own.ticketOf(...known);
          return ticket && { ...ticket, isRejected: false };
        },
    }),
  ],
  /** A scan is on the phone's disk before its verdict is shown. */
  diskFirst: [
    replaceIn<typeof import('#web/door/phone/scan-log.ts')>('#web/door/phone/scan-log.ts', {
      openScanLog: (own) => (parts) => own.openScanLog({ ...parts, store: { ...parts.store, putScans: async () => {} } }),
    }),
  ],
  /** A phone alone admits a ticket that is not in its list only if it may have been sold since. */
  listedTickets: [
    replaceIn<typeof import('#shared/door/phone-decision.ts')>('#shared/door/phone-decision.ts', {
      decideOnPhone: (own) => (phone, text, scan) =>
        own.decideOnPhone({ ...phone, newTicketsUntil: undefined, heardAt: new Date(0) }, text, scan),
    }),
  ],
} satisfies Record<string, Replacement[]>;
