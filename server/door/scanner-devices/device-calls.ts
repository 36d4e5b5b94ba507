import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Context, perServer, priorityOf } from '#server/platform/context.ts';
import { createTokenBuckets } from '#server/platform/limits/quota.ts';
import { fromBase64url, toBase64url } from '#shared/base64url.ts';
import { toWireTime } from '#shared/dates.ts';
import type { ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import { readCredentials, signedText } from '#shared/door/signed-call.ts';
import { AppError } from '#shared/errors.ts';
import { endOf } from './device-state.ts';
import { findScannerDevice, noteCall, type ScannerDeviceOfEvent } from './scanner-devices.queries.ts';

/** The scanner device that signed a call. `endedAt`: when it was revoked, unpaired or expired; after that it may only report earlier scans. */
export type CallingDevice = {
  scannerDeviceId: string;
  name: string;
  eventId: number;
  makerId: number;
  rights: readonly ScannerDeviceRight[];
  endedAt: Date | null;
};

/** A call whose time differs more than this from the server's is refused. */
const TIME_TOLERANCE_MS = 90_000;
/** Longer than a signed call is valid (twice the tolerance): calls with older nonces are refused for their time. */
const NONCES_KEPT_MS = 5 * 60_000;
/** The phone's own calls plus 40 guests a minute. */
const CALLS = { perSecond: 5, burst: 60 };

type Calls = { scannerDevices: WeakMap<FastifyRequest, CallingDevice>; consumeCall: (scannerDeviceId: string) => number };
const callsOf = perServer<Calls>(() => ({ scannerDevices: new WeakMap(), consumeCall: createTokenBuckets(() => CALLS) }));

/**
 * Refuses a call that no scanner device has just signed, or is a repeat. An unknown scanner device and a wrong signature get the same
 * answer. @throws device_unknown, clock_off (`params`: `serverTime`), call_repeated, too_many_requests
 */
export async function authenticateScannerDevice(ctx: Context, request: FastifyRequest, bodyHash: string): Promise<void> {
  const credentials = readCredentials(request.headers.authorization);
  const found = credentials && (await findScannerDevice(priorityOf(ctx), credentials.scannerDeviceId));
  if (!credentials || !found) throw new AppError('device_unknown');
  const signed = signedText({ ...credentials, method: request.method, url: request.url, bodyHash });
  if (!isSignedBy(found.scannerDevice.publicKey, signed, credentials.signature)) throw new AppError('device_unknown');
  const { scannerDevices, consumeCall } = callsOf(ctx);
  const waitSeconds = consumeCall(credentials.scannerDeviceId);
  if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds });
  const now = ctx.clock.now();
  if (Math.abs(credentials.time - now.getTime()) > TIME_TOLERANCE_MS)
    throw new AppError('clock_off', { params: { serverTime: toWireTime(now) } });
  const call = { scannerDeviceId: credentials.scannerDeviceId, nonce: credentials.nonce, calledAt: now };
  if (!(await noteCall(priorityOf(ctx), call, new Date(now.getTime() - NONCES_KEPT_MS)))) throw new AppError('call_repeated');
  scannerDevices.set(request, toCalling(found, now));
}

const toCalling = ({ scannerDevice, event }: NonNullable<ScannerDeviceOfEvent>, now: Date): CallingDevice => ({
  scannerDeviceId: scannerDevice.id,
  name: scannerDevice.name,
  eventId: scannerDevice.eventId,
  makerId: scannerDevice.createdBy,
  rights: scannerDevice.rights,
  endedAt: endOf(scannerDevice, event, now),
});

/** Returns the scanner device of an authenticated call. @throws device_unknown */
export function scannerDeviceOf(ctx: Context, request: FastifyRequest): CallingDevice {
  const scannerDevice = callsOf(ctx).scannerDevices.get(request);
  if (!scannerDevice) throw new AppError('device_unknown');
  return scannerDevice;
}

const POINT_BYTES = 65;
const UNCOMPRESSED = 4;
const HALF = 32;

/** Reads an uncompressed P-256 point (base64url); undefined if it is malformed or not on the curve. */
export function readPublicKey(text: string): KeyObject | undefined {
  const point = fromBase64url(text);
  if (point?.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return undefined;
  const [x, y] = [point.slice(1, 1 + HALF), point.slice(1 + HALF)].map(toBase64url);
  const key: JsonWebKey = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function isSignedBy(publicKey: string | null, text: string, signature: string): boolean {
  const key = publicKey === null ? undefined : readPublicKey(publicKey);
  const bytes = fromBase64url(signature);
  return key !== undefined && bytes !== undefined && verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}
