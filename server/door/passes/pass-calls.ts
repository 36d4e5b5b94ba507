import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Context, perServer, priorityOf } from '#server/platform/context.ts';
import { createTokenBuckets } from '#server/platform/limits/quota.ts';
import { fromBase64url, toBase64url } from '#shared/base64url.ts';
import { toWireTime } from '#shared/dates.ts';
import type { PassRight } from '#shared/door/passes.ts';
import { readCredentials, signedText } from '#shared/door/signed-call.ts';
import { AppError } from '#shared/errors.ts';
import { endOf } from './pass-state.ts';
import { findPass, noteCall, type PassOfEvent } from './passes.queries.ts';

/** The pass behind a signed call. `endedAt`: when it was revoked, given back or expired; after that it may only report earlier scans. */
export type CallingPass = {
  passId: string;
  name: string;
  eventId: number;
  makerId: number;
  rights: readonly PassRight[];
  endedAt: Date | null;
  lastSequence: number;
};

/** A call whose time differs more than this from the server's is refused. */
const TIME_TOLERANCE_MS = 90_000;
/** Longer than a signed call is valid (twice the tolerance): calls with older nonces are refused for their time. */
const NONCES_KEPT_MS = 5 * 60_000;
/** The phone's own calls plus 40 guests a minute. */
const CALLS = { perSecond: 5, burst: 60 };

type Calls = { passes: WeakMap<FastifyRequest, CallingPass>; consumeCall: (passId: string) => number };
const callsOf = perServer<Calls>(() => ({ passes: new WeakMap(), consumeCall: createTokenBuckets(CALLS) }));

/**
 * Refuses a call that was not just signed by a phone with a pass, or is a repeat. An unknown pass and a wrong signature get the same
 * answer. @throws pass_unknown, clock_off (`params`: `serverTime`), call_repeated, too_many_requests
 */
export async function authenticatePass(ctx: Context, request: FastifyRequest, bodyHash: string): Promise<void> {
  const credentials = readCredentials(request.headers.authorization);
  const found = credentials && (await findPass(priorityOf(ctx), credentials.passId));
  if (!credentials || !found) throw new AppError('pass_unknown');
  const signed = signedText({ ...credentials, method: request.method, url: request.url, bodyHash });
  if (!isSignedBy(found.pass.publicKey, signed, credentials.signature)) throw new AppError('pass_unknown');
  const { passes, consumeCall } = callsOf(ctx);
  const waitSeconds = consumeCall(credentials.passId);
  if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds });
  const now = ctx.clock.now();
  if (Math.abs(credentials.time - now.getTime()) > TIME_TOLERANCE_MS)
    throw new AppError('clock_off', { params: { serverTime: toWireTime(now) } });
  const call = { passId: credentials.passId, nonce: credentials.nonce, calledAt: now };
  if (!(await noteCall(priorityOf(ctx), call, new Date(now.getTime() - NONCES_KEPT_MS)))) throw new AppError('call_repeated');
  passes.set(request, toCalling(found, now));
}

const toCalling = ({ pass, event }: NonNullable<PassOfEvent>, now: Date): CallingPass => ({
  passId: pass.id,
  name: pass.name,
  eventId: pass.eventId,
  makerId: pass.createdBy,
  rights: pass.rights,
  endedAt: endOf(pass, event, now),
  lastSequence: pass.lastSequence,
});

/** Returns the pass of an authenticated call. @throws pass_unknown */
export function passOf(ctx: Context, request: FastifyRequest): CallingPass {
  const pass = callsOf(ctx).passes.get(request);
  if (!pass) throw new AppError('pass_unknown');
  return pass;
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
