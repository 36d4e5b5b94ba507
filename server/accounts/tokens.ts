import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Context, type KeySet, perServer } from '#server/platform/context.ts';
import { ACCESS_TOKEN_MS, REFRESH_ABSOLUTE_MS } from '#shared/constants.ts';

/** The tokens of a browser: one for its scripts, and one for its cookie, valid until `refreshableUntil`. */
export type SignedIn = { accessToken: string; refreshToken: string; refreshableUntil: Date };

const ALGORITHM = 'HS256';
const ISSUER = 'rkali';
const AUDIENCE = 'rkali-api';

const Claims = z.object({ sub: z.string().regex(/^[1-9]\d{0,15}$/), sid: z.uuid(), typ: z.literal('access'), exp: z.number() });
type TokenOwner = { userId: number; sessionId: string };
type VerifiedToken = { owner: TokenOwner; expiresAt: number };
type Parts = Pick<Context, 'keys' | 'clock' | 'shared'>;

/** Imported once, which makes signing three times as fast. */
const signingKeysOf = perServer<Promise<CryptoKey[]>, Parts>(({ keys }) => Promise.all([keys, ...keys.earlier].map(importKey)));

const importKey = ({ accessToken }: KeySet): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new Uint8Array(accessToken), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

async function signingKeyOf(parts: Parts): Promise<CryptoKey> {
  const [key] = await signingKeysOf(parts);
  if (!key) throw new Error('There is no key to sign with.');
  return key;
}

const VERIFIED_MAX = 10_000;
const verifiedTokensOf = perServer<Map<string, VerifiedToken>, Parts>(() => new Map());

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/**
 * Signs a JWT with the ids of user and session, valid for 15 minutes, without personal data. `idleMs`: how long the browser may leave the
 * session unused, which every tab must know without a request (`web/lib/session.ts`).
 */
export async function signAccessToken(parts: Parts, { userId, sessionId, idleMs }: TokenOwner & { idleMs?: number }): Promise<string> {
  const now = parts.clock.now().getTime();
  return new SignJWT({ sid: sessionId, typ: 'access', ...(idleMs !== undefined && { idle: seconds(idleMs) }) })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now + ACCESS_TOKEN_MS))
    .sign(await signingKeyOf(parts));
}

/** Returns the ids in a token; null when it is not ours or expired. */
export async function readAccessToken(parts: Parts, token: string): Promise<TokenOwner | null> {
  const verified = verifiedTokensOf(parts);
  const known = verified.get(token);
  if (known) return known.expiresAt > parts.clock.now().getTime() ? known.owner : null;
  const read = await verify(parts, token, 0);
  // A verified token is cached until it expires; a full cache is cleared. Sessions and roles are still read at every request.
  if (verified.size >= VERIFIED_MAX) verified.clear();
  if (read) verified.set(token, read);
  return read?.owner ?? null;
}

/** Reads a token for a logout: an expired one still names the session to end. */
export const readExpiredAccessToken = async (parts: Parts, token: string): Promise<TokenOwner | null> =>
  (await verify(parts, token, seconds(REFRESH_ABSOLUTE_MS)))?.owner ?? null;

async function verify(parts: Parts, token: string, clockTolerance: number): Promise<VerifiedToken | null> {
  const options = {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    requiredClaims: ['iat', 'exp'],
    currentDate: parts.clock.now(),
    clockTolerance,
  };
  try {
    const { payload } = await verifyWith(await signingKeysOf(parts), token, options);
    const claims = Claims.safeParse(payload);
    if (!claims.success) return null;
    const { sub, sid, exp } = claims.data;
    return { owner: { userId: Number(sub), sessionId: sid }, expiresAt: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Tries the keys in order. @throws as `jwtVerify` */
async function verifyWith(keys: readonly CryptoKey[], token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  const [key, ...others] = keys;
  if (!key) throw new errors.JWSSignatureVerificationFailed();
  try {
    return await jwtVerify(token, key, options);
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    return verifyWith(others, token, options);
  }
}

const FORMAT = /^([\da-f-]{36})\.([\w-]{43})\.([\w-]{43})$/;

type Signing = Pick<Context, 'keys'>;

const signature = ({ refreshToken }: Pick<KeySet, 'refreshToken'>, sessionId: string, random: string): string =>
  createHmac('sha256', refreshToken).update(`${sessionId}.${random}`).digest('base64url');

/** Makes a refresh token, `session.random.signature`. It names its session, so that it is recognized after its row was deleted. */
export function createRefreshToken(ctx: Signing, sessionId: string): string {
  const random = createOpaqueToken();
  return `${sessionId}.${random}.${signature(ctx.keys, sessionId, random)}`;
}

/** Returns the session of a refresh token; `undefined` when it names none or we did not sign it. */
export function sessionOfRefreshToken({ keys }: Signing, token: string): string | undefined {
  const [, sessionId = '', random = '', signed = ''] = FORMAT.exec(token) ?? [];
  if (sessionId === '') return undefined;
  const isOurs = [keys, ...keys.earlier].some((set) =>
    timingSafeEqual(Buffer.from(signed), Buffer.from(signature(set, sessionId, random))),
  );
  return isOurs ? sessionId : undefined;
}

/**
 * Routes match in any letter case, but browsers compare a cookie's path exactly: this is the spelling of `/api/auth/refresh` and
 * `/api/auth/logout`, which need the cookie.
 */
const PATH = '/api/auth';

type Setting = Pick<Context, 'env' | 'clock'>;
const isSecure = ({ env }: Pick<Context, 'env'>): boolean => env.publicUrl.startsWith('https:');
/** Not `__Host-`, which needs the path `/`: every request would carry the token. */
const nameFor = (ctx: Pick<Context, 'env'>): string => (isSecure(ctx) ? '__Secure-rkali_refresh' : 'rkali_refresh');
const attributes = (ctx: Pick<Context, 'env'>) => ({ path: PATH, httpOnly: true, sameSite: 'strict', secure: isSecure(ctx) }) as const;

export const readRefreshCookie = (ctx: Setting, request: FastifyRequest): string | undefined => request.cookies[nameFor(ctx)];

export function setRefreshCookie(ctx: Setting, reply: FastifyReply, { refreshToken, refreshableUntil }: SignedIn): void {
  const maxAge = Math.floor((refreshableUntil.getTime() - ctx.clock.now().getTime()) / 1000);
  reply.setCookie(nameFor(ctx), refreshToken, { ...attributes(ctx), maxAge });
}

export function clearRefreshCookie(ctx: Setting, reply: FastifyReply): void {
  reply.clearCookie(nameFor(ctx), attributes(ctx));
}

const TOKEN_BYTES = 32;

/** 256 random bits, fit for URLs and cookies. Only its hash is stored. */
export const createOpaqueToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const hashOpaqueToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
