import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, jsonId, jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';
import { ChangesView, OfflineManifestView } from './offline-manifest.ts';
import { DEVICE_RIGHTS } from './scanner-devices.ts';
import { DeviceScan, ScanOutcome, ScanReceipt, ScanUpload, UPLOAD_MAX_BYTES } from './device-scan.schemas.ts';

/** 32 random bytes, base64url. */
const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** An ECDSA P-256 key as an uncompressed point (65 bytes), base64url. */
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{87}$/);

/** The version that the phone has. */
const since = z.object({ since: z.string().max(1_000) });

/** What a paired phone is told about itself. Its pairing ends at `endsAt`, two hours after the event, or earlier if staff revoke it. */
export const ScannerDeviceView = z.object({
  scannerDeviceId: z.uuid(),
  name: z.string(),
  rights: z.array(z.enum(DEVICE_RIGHTS)),
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime, endDate: wireTime }),
  endsAt: wireTime,
  serverTime: wireTime,
  /** The server's clock in milliseconds since 1970. */
  serverMs: z.number().int(),
});
export type ScannerDeviceView = z.infer<typeof ScannerDeviceView>;

/** A holder of a ticket of the event. `age`: in whole years at the search, missing if unknown. `usedAt`: when they came in. */
export const FoundGuest = z.object({
  ticketId: jsonLongId,
  firstName: z.string(),
  lastName: z.string(),
  age: z.number().int().optional(),
  ticketTypeName: z.string(),
  ticketTypeNameLat: z.string(),
  usedAt: wireTime.nullable(),
});
export type FoundGuest = z.infer<typeof FoundGuest>;

/** The calls of a phone at the door (docs/decisions/0083). */
export const scannerDeviceContract = {
  pair: endpoint('POST', '/door/pair', 'public', {
    summary: 'Pair a phone with a scanner device; the first phone with the one-time secret wins',
    body: z.object({ secret, publicKey }),
    output: ScannerDeviceView,
    errors: ['pairing_failed'],
  }),
  time: endpoint('GET', '/door/time', 'scannerDevice', {
    summary: 'Get this phone’s scanner device and the server’s time',
    output: ScannerDeviceView,
    errors: ['call_repeated', 'clock_off', 'device_ended', 'device_unknown'],
  }),
  offlineManifest: endpoint('GET', '/door/offline-manifest', 'scannerDevice', {
    summary: 'Get the offline manifest: all that this phone needs to decide without a network, and no guest’s name',
    output: OfflineManifestView,
    errors: ['call_repeated', 'clock_off', 'device_ended', 'device_unknown'],
  }),
  changes: endpoint('GET', '/door/changes', 'scannerDevice', {
    summary: 'Get the changes since a version of the offline manifest; the whole manifest if the version is unknown',
    query: since,
    output: ChangesView,
    errors: ['call_repeated', 'clock_off', 'device_ended', 'device_unknown'],
  }),
  /** Each `data` is a `ChangesView`, the first at once. A scanner device has one stream at each process, which ends when the scanner device opens another one there or ends. */
  changesStream: endpoint('GET', '/door/changes/stream', 'scannerDevice', {
    summary: 'Stream the changes of the offline manifest as server-sent events',
    query: since,
    output: z.unknown(),
    produces: 'text/event-stream',
    errors: ['call_repeated', 'clock_off', 'device_ended', 'device_unknown'],
  }),
  scans: endpoint('POST', '/door/scans', 'scannerDevice', {
    summary: 'Store this phone’s scans in their order. Repeating it changes nothing',
    body: ScanUpload,
    bodyMax: UPLOAD_MAX_BYTES,
    anyCharacters: true,
    output: ScanReceipt,
    errors: ['call_repeated', 'clock_off', 'device_ended', 'device_unknown', 'scans_missing'],
  }),
  look: endpoint('POST', '/door/look', 'scannerDevice', {
    summary: 'Preview the decision about a ticket number, with its holder and age; no scan is stored, it counts as a search',
    body: z.object({ ticketId: wireLongId, answered: DeviceScan.shape.answered }),
    output: ScanOutcome,
    errors: ['call_repeated', 'clock_off', 'forbidden', 'device_ended', 'device_unknown'],
  }),
  /** The name is sent in the body, so that it appears in no access log. */
  search: endpoint('POST', '/door/search', 'scannerDevice', {
    summary:
      'Search this event’s ticket holders by the first letters of their names, ten at most; from twelve hours before the event, 100 times an hour and 300 in all per scanner device, and 1,200 for all that one member created',
    body: z.object({ name: z.string().trim().min(2).max(60) }),
    output: z.array(FoundGuest),
    errors: ['call_repeated', 'clock_off', 'door_not_near', 'forbidden', 'device_ended', 'device_unknown'],
  }),
  leave: endpoint('POST', '/door/leave', 'scannerDevice', {
    summary: 'Unpair this phone',
    output: empty,
    errors: ['call_repeated', 'clock_off', 'device_ended', 'device_unknown'],
  }),
};
