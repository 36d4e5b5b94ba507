import type { PhoneConflict } from '#shared/door/conflicts.ts';
import type { ListEntry, OfflineManifestList } from '#shared/door/guest-lists.ts';
import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';
import type { ScannerDeviceView } from '#shared/door/scanner-device.contract.ts';
import type { RejectReason } from '#shared/door/scanner-devices.ts';
import type { ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { GuestRow } from '#shared/door/encrypted-row.ts';
import type { ConflictGuest } from './scan-log.ts';

/** What a scan is for: entry, exit, rejection, or only a look, of which nothing is stored. */
export type ScanMode = 'in' | 'out' | 'reject' | 'info';

/** A guest list entry as the phone has it. `arrived`: how many of its `1 + plusOnes` people are in, as far as the phone knows. */
export type ListedGuest = ListEntry & {
  list: Pick<OfflineManifestList, 'id' | 'name' | 'allocation' | 'freeUntil' | 'price'>;
  arrived: number;
};

/**
 * What the screen shows after a scan is stored. `decidedBy`: `phone` if no network answered in time. `event`: the event of a genuine code.
 * `guest`: undefined for a ticket sold after the offline manifest, until its row arrives. `used`: where and when a used ticket was used, if known.
 * `scanId`: to undo an admission; empty for `ask` and `info`, of which nothing is stored. `ask`: a person must decide, `reason` says why; `info`:
 * only a look, `reason` says what an entry would be.
 */
export type PhoneVerdict = {
  scanId: string;
  verdict: 'admit' | 'reject' | 'refuse' | 'noted' | 'ask' | 'info';
  reason: string;
  decidedBy: 'server' | 'phone';
  at: Date;
  ticketId: number | undefined;
  event: OfflineManifestHead['event'] | undefined;
  guest: GuestRow | undefined;
  isUnderAge: boolean;
  isDoubtful: boolean;
  used: { door: string | undefined; at: Date } | undefined;
  rejection: { door: string; at: Date; reason: RejectReason } | undefined;
  /** For a guest list entry: its name, empty once it is on no list, the list, the price per person in GEL, and how many came. */
  listed: { firstName: string; initial: string; list: string; price: number | undefined; people: number } | undefined;
};

/** A refund that a rejection asks for: `waiting` for the server, `promised` or `refused` by it. */
export type RefundState = 'waiting' | 'promised' | 'refused';
/** `scanId`: of the stored scan that replaces the rejection. `refund`: the answer to it, undefined if no refund was asked for. */
export type Explanation = { scanId: string; refund: Promise<RefundState | undefined> };

/** A conflict, with its guest if this phone scanned the ticket and could open its row. */
export type DoorConflict = PhoneConflict & { guest?: ConflictGuest | undefined };

/** A scan that the server refused for good; it stays on the phone for staff to see. */
type RefusedScan = { scanId: string; at: Date; outcome: Pick<ScanOutcome, 'result' | 'reason'> };

/**
 * `ended`: the scanner device was revoked, unpaired or expired; unsent scans are sent first. `blocked`: this browser stores nothing, so it cannot
 * be used at a door. `connectivity`: `live` asks the server before each acceptance, `alone` decides by itself.
 */
export type PhoneState = {
  phase: 'loading' | 'unpaired' | 'ready' | 'ended' | 'blocked';
  scannerDevice: ScannerDeviceView | undefined;
  head: OfflineManifestHead | undefined;
  connectivity: 'connecting' | 'live' | 'alone';
  inside: number | undefined;
  unsent: number;
  refused: readonly RefusedScan[];
  /** Conflicts of this door that have not been tapped away. */
  conflicts: readonly DoorConflict[];
  /** The entries of all guest lists, by name. */
  listed: readonly ListedGuest[];
  /** The server's time of the offline manifest. */
  listAt: Date | undefined;
  /** `isJumped`: the phone's clock was changed and has not been measured since. */
  clock: { offsetMs: number; uncertaintyMs: number; isJumped: boolean };
  /** The phone's storage is full: no scan is possible until something is sent. */
  isFull: boolean;
};

/** What a phone shows that is not paired. */
export const UNPAIRED = {
  scannerDevice: undefined,
  head: undefined,
  inside: undefined,
  unsent: 0,
  refused: [],
  conflicts: [],
  listed: [],
  listAt: undefined,
} satisfies Partial<PhoneState>;
