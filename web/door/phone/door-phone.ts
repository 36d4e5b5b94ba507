import type { PhoneConflict } from '#shared/door/conflicts.ts';
import type { ListEntry, PackList } from '#shared/door/guest-lists.ts';
import type { PackHead } from '#shared/door/pack.ts';
import type { FoundGuest, PassView } from '#shared/door/pass.contract.ts';
import type { ScanOutcome } from '#shared/door/pass-scan.schemas.ts';
import type { GuestRow } from '#shared/door/encrypted-row.ts';

/** What a scan is for: coming in, going out, or being turned away. */
export type ScanMode = 'in' | 'out' | 'reject';

/** An entry of a guest list as the phone has it. `arrived`: how many of its `1 + plusOnes` people are in already, as far as the phone knows. */
export type ListedGuest = ListEntry & { list: Pick<PackList, 'id' | 'name' | 'quota' | 'freeUntil' | 'price'>; arrived: number };

/**
 * What the screen shows after a scan, once it is stored on the phone. `decidedBy`: `phone` when no network answered in time. `event`: the
 * event of a genuine code. `guest`: undefined for a ticket that was sold after the list, until its row arrives. `used`: where and when a
 * used ticket came in, as far as it is known. `scanId`: to undo an admission.
 */
export type PhoneVerdict = {
  scanId: string;
  verdict: 'admit' | 'reject' | 'refuse' | 'noted';
  reason: string;
  decidedBy: 'server' | 'phone';
  at: Date;
  ticketId: number | undefined;
  event: PackHead['event'] | undefined;
  guest: GuestRow | undefined;
  isUnderAge: boolean;
  isDoubtful: boolean;
  used: { door: string | undefined; at: Date } | undefined;
  /** Of an entry of a guest list: whose it is, without names once it is on no list, what each person pays in GEL, and how many came. */
  listed: { firstName: string; initial: string; list: string; price: number | undefined; people: number } | undefined;
};

/** A scan that the server refused for good: it stays on the phone for staff to see. */
type RefusedScan = { scanId: string; at: Date; outcome: Pick<ScanOutcome, 'result' | 'reason'> };

/**
 * `ended`: the pass was revoked, given back or is over; what is unsent is sent first. `blocked`: this browser stores nothing, so it may not
 * work at a door. `link`: `live` asks the server for each yes, `alone` decides itself.
 */
export type PhoneState = {
  phase: 'loading' | 'unpaired' | 'ready' | 'ended' | 'blocked';
  pass: PassView | undefined;
  head: PackHead | undefined;
  link: 'connecting' | 'live' | 'alone';
  inside: number | undefined;
  unsent: number;
  refused: readonly RefusedScan[];
  /** Conflicts of this door that nobody has tapped away. */
  conflicts: readonly PhoneConflict[];
  /** The entries of all guest lists, by name. */
  listed: readonly ListedGuest[];
  /** The server's time of the list of tickets. */
  listAt: Date | undefined;
  /** `isJumped`: the phone's clock was changed, and no exchange with the server has measured it since. */
  clock: { offsetMs: number; uncertaintyMs: number; isJumped: boolean };
  /** The phone has no room left: nothing more can be scanned until something is sent. */
  isFull: boolean;
};

/** A phone with a pass, without its screens. No method throws for a missing network. */
export type DoorPhone = {
  getState: () => PhoneState;
  subscribe: (listener: () => void) => () => void;
  /** Takes the pass of a one-time secret. @throws ApiError pairing_failed, or with status 0 without a network */
  pair: (secret: string) => Promise<void>;
  /** Decides about a read text; the scan is on disk before this resolves. */
  scan: (text: string, mode: ScanMode) => Promise<PhoneVerdict>;
  /** Decides about a typed number or a found guest: only the server decides these. @throws ApiError with status 0 without a network */
  scanNumber: (ticketId: number, mode: ScanMode) => Promise<PhoneVerdict>;
  /** Lets people in by an entry of a guest list, with a network and without. */
  admitEntry: (entryId: number, people: number) => Promise<PhoneVerdict>;
  undo: (scanId: string) => Promise<void>;
  /** One more or one less of the people without a ticket. */
  count: (kind: 'plus' | 'minus') => Promise<void>;
  /** @throws ApiError with status 0 without a network */
  search: (name: string) => Promise<readonly FoundGuest[]>;
  acknowledge: (conflictId: number) => Promise<void>;
  /** Sends what is unsent, gives the pass back and forgets everything. @throws ApiError with status 0 while something is unsent */
  leave: () => Promise<void>;
  close: () => void;
};
