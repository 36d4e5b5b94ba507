import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, jsonId, jsonLongId, wireTime } from '#shared/wire.ts';
import { ChangesView, PackView } from './pack.ts';
import { PASS_RIGHTS } from './passes.ts';
import { ScanReceipt, ScanUpload, UPLOAD_MAX_BYTES } from './pass-scan.schemas.ts';

/** 32 random bytes, base64url. */
const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** An ECDSA P-256 key as an uncompressed point (65 bytes), base64url. */
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{87}$/);

/** The version that the phone has. */
const since = z.object({ since: z.string().max(1_000) });

/** What a phone is told about its pass. It ends at `endsAt`, two hours after the event, or earlier if staff revoke it. */
export const PassView = z.object({
  passId: z.uuid(),
  name: z.string(),
  rights: z.array(z.enum(PASS_RIGHTS)),
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime, endDate: wireTime }),
  endsAt: wireTime,
  serverTime: wireTime,
  /** The server's clock in milliseconds since 1970. */
  serverMs: z.number().int(),
});
export type PassView = z.infer<typeof PassView>;

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
export const passContract = {
  pair: endpoint('POST', '/door/pair', 'public', {
    summary: 'Gives a pass to the phone that brings its one-time secret first',
    body: z.object({ secret, publicKey }),
    output: PassView,
    errors: ['pairing_failed'],
  }),
  time: endpoint('GET', '/door/time', 'pass', {
    summary: "The pass of this phone, and the server's time",
    output: PassView,
    errors: ['call_repeated', 'clock_off', 'pass_ended', 'pass_unknown'],
  }),
  pack: endpoint('GET', '/door/pack', 'pass', {
    summary: 'Everything that this phone needs to decide without a network, and nothing that names a guest',
    output: PackView,
    errors: ['call_repeated', 'clock_off', 'pass_ended', 'pass_unknown'],
  }),
  changes: endpoint('GET', '/door/changes', 'pass', {
    summary: 'What changed since a version of the pack; everything when the version is unknown',
    query: since,
    output: ChangesView,
    errors: ['call_repeated', 'clock_off', 'pass_ended', 'pass_unknown'],
  }),
  /** Each `data` is a `ChangesView`, the first at once. A pass has one stream, which ends when the pass opens another one or ends. */
  changesStream: endpoint('GET', '/door/changes/stream', 'pass', {
    summary: 'The same, again with every change, as server-sent events',
    query: since,
    output: z.unknown(),
    produces: 'text/event-stream',
    errors: ['call_repeated', 'clock_off', 'pass_ended', 'pass_unknown'],
  }),
  scans: endpoint('POST', '/door/scans', 'pass', {
    summary: 'Takes the scans of this phone in their order; repeated, nothing changes',
    body: ScanUpload,
    bodyMax: UPLOAD_MAX_BYTES,
    anyCharacters: true,
    output: ScanReceipt,
    errors: ['call_repeated', 'clock_off', 'pass_ended', 'pass_unknown', 'scans_missing'],
  }),
  /** The name is sent in the body, so that it appears in no access log. */
  search: endpoint('POST', '/door/search', 'pass', {
    summary:
      'Holders of tickets of this event by the first letters of their names, ten at most; only with a network, from twelve hours before the event, 300 times for each pass and 1,200 for those of one member',
    body: z.object({ name: z.string().trim().min(2).max(60) }),
    output: z.array(FoundGuest),
    errors: ['call_repeated', 'clock_off', 'door_not_near', 'forbidden', 'pass_ended', 'pass_unknown'],
  }),
  leave: endpoint('POST', '/door/leave', 'pass', {
    summary: 'Gives the pass of this phone back',
    output: empty,
    errors: ['call_repeated', 'clock_off', 'pass_ended', 'pass_unknown'],
  }),
};
