import { z } from 'zod';
import type { Status } from '#shared/constants.ts';
import { jsonId, wireTime } from '#shared/wire.ts';
import { PhoneConflict } from './conflicts.ts';
import { DEVICE_RIGHTS, REJECT_REASONS } from './scanner-devices.ts';
import { EntryArrivals, OfflineManifestList } from './guest-lists.ts';

/** Where and when a door rejected a guest, and why. `door` is empty for staff. */
export const Rejection = z.object({ at: wireTime, door: z.string(), reason: z.enum(REJECT_REASONS) });
export type Rejection = z.infer<typeof Rejection>;

/**
 * What a scanner device stores of a ticket of its event: no id and no name. `key`: the lookup key of the code. `state`: `revoked` is
 * complimentary and taken back, `transferred` has a successor. `hasLeft`: the holder of a used ticket went out. `isDoubtful`: the club has
 * doubts about the guest, which are only shown. `usedDoor` (where it was used, empty for staff) and `rejection` (as for `isRejected` of the door rule) are missing in offline manifests of earlier releases. `needsName`: nobody claimed it, or the club has not verified who did; missing otherwise. `sealed`: an encrypted `GuestRow`, which only the code opens.
 */
export const OfflineManifestRow = z.object({
  key: z.string().length(11),
  state: z.enum(['valid', 'refunded', 'revoked', 'transferred']),
  usedAt: wireTime.nullable(),
  hasLeft: z.boolean(),
  isBanned: z.boolean(),
  isDoubtful: z.boolean(),
  usedDoor: z.string().nullish(),
  rejection: Rejection.nullish(),
  needsName: z.boolean().optional(),
  sealed: z.string(),
});
export type OfflineManifestRow = z.infer<typeof OfflineManifestRow>;

export const OfflineManifestEvent = z.object({
  id: jsonId,
  name: z.string(),
  nameLat: z.string(),
  startDate: wireTime,
  endDate: wireTime,
  state: z.enum(['draft', 'published', 'cancelled']),
});

/** Whether a guest who went out may come in again: never, until a time, or always. */
export const EXITS = ['none', 'until', 'always'] as const;

/**
 * How the door of an event works. `licensed`: the number of people allowed inside at once. `exitsUntil`: for `exits` = `until`. `opensAt`:
 * when entry begins. `refunds`: scanner devices with the right may refund whom they reject. `denialHours`: how long each door hears that a guest was rejected. Both are missing before release 1.1. `isAutomatic`: after an accepted scan the phone reads the next code by itself.
 */
export const DoorSettings = z.object({
  licensed: z.number().int(),
  exits: z.enum(EXITS),
  exitsUntil: wireTime.nullable(),
  opensAt: wireTime.nullable(),
  isAutomatic: z.boolean(),
  refunds: z.boolean().optional(),
  denialHours: z.number().int().optional(),
});
export type DoorSettings = z.infer<typeof DoorSettings>;

/**
 * `neighbours`: all other events but drafts, which a code may be for, nearest in time first. `publicKey`: the Ed25519 key of all codes, 32 bytes, base64url.
 * `formerKeys` (replaced keys, newest first) and `newTicketsUntil` (when the last ticket can be created by a sale or transfer) are missing
 * in offline manifests of earlier releases. `ruleVersion`: of `shared/door/admission.ts` on the server. `endsAt`: when scanner devices of this event end.
 */
export const OfflineManifestHead = z.object({
  event: OfflineManifestEvent,
  door: DoorSettings,
  neighbours: z.array(OfflineManifestEvent),
  publicKey: z.string().length(43),
  formerKeys: z.array(z.string().length(43)).optional(),
  newTicketsUntil: wireTime.optional(),
  ruleVersion: z.number().int(),
  endsAt: wireTime,
});
export type OfflineManifestHead = z.infer<typeof OfflineManifestHead>;

/**
 * What all phones of an event show: the people inside, arrivals by guest list, and admissions that should not have happened, newest first.
 */
export const DoorLive = z.object({ inside: z.number().int(), arrivals: z.array(EntryArrivals), conflicts: z.array(PhoneConflict) });
export type DoorLive = z.infer<typeof DoorLive>;

/**
 * `version`: what the phone now has, to be sent with the next request for changes; only the server can read it. `serverTime` names the offline manifest
 * in scans, where a version is too long. `rights`: of the scanner device now; missing before release 1.1. `after`: the number of the phone's last scan that the server had when it made this. `lists`: for
 * scanner devices that may use guest lists.
 */
export const OfflineManifestView = OfflineManifestHead.extend({
  serverTime: wireTime,
  after: z.number().int(),
  version: z.string(),
  rights: z.array(z.enum(DEVICE_RIGHTS)).optional(),
  live: DoorLive,
  lists: z.array(OfflineManifestList),
  rows: z.array(OfflineManifestRow),
});
export type OfflineManifestView = z.infer<typeof OfflineManifestView>;

/**
 * `since`: the version that these changes follow. A phone with another version ignores them, because a row may have changed back, and asks
 * again. `head`, `lists` and `live`: null if unchanged. `rows`: new and changed ones, and some unchanged; none is ever removed.
 */
export const ChangesView = z.object({
  since: z.string(),
  serverTime: wireTime,
  after: z.number().int(),
  version: z.string(),
  rights: z.array(z.enum(DEVICE_RIGHTS)).optional(),
  head: OfflineManifestHead.nullable(),
  lists: z.array(OfflineManifestList).nullable(),
  live: DoorLive.nullable(),
  rows: z.array(OfflineManifestRow),
});
export type ChangesView = z.infer<typeof ChangesView>;

const DOUBTFUL: ReadonlySet<Status> = new Set(['Rejected', 'Check_Later']);
export const isDoubtful = (status: Status): boolean => DOUBTFUL.has(status);
