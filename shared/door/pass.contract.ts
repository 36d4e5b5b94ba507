import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, jsonId, wireTime } from '#shared/wire.ts';
import { PASS_RIGHTS } from './passes.ts';
import { ScanReceipt, ScanUpload } from './pass-scan.schemas.ts';

/** 32 random bytes, base64url. */
const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** An ECDSA P-256 key as an uncompressed point (65 bytes), base64url. */
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{87}$/);

/** What a phone learns of its pass. It ends at `endsAt`, two hours after the event, or earlier when staff revoke it. */
export const PassView = z.object({
  passId: z.uuid(),
  name: z.string(),
  rights: z.array(z.enum(PASS_RIGHTS)),
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime, endDate: wireTime }),
  endsAt: wireTime,
  serverTime: wireTime,
});
export type PassView = z.infer<typeof PassView>;

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
  scans: endpoint('POST', '/door/scans', 'pass', {
    summary: 'Takes the scans of this phone in their order; repeated, nothing changes',
    body: ScanUpload,
    output: ScanReceipt,
    errors: ['call_repeated', 'clock_off', 'pass_ended', 'pass_unknown', 'scans_missing'],
  }),
  leave: endpoint('POST', '/door/leave', 'pass', {
    summary: 'Gives the pass of this phone back',
    output: empty,
    errors: ['call_repeated', 'clock_off', 'pass_ended', 'pass_unknown'],
  }),
};
