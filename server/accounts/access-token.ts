import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { ACCESS_TOKEN_MS, REFRESH_ABSOLUTE_MS } from '#shared/constants.ts';
import type { Context } from '#server/platform/context.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'rkali';
const AUDIENCE = 'rkali-api';

const Claims = z.object({ sub: z.string().regex(/^[1-9]\d{0,15}$/), sid: z.uuid(), typ: z.literal('access'), exp: z.number() });
export type TokenOwner = { userId: number; sessionId: string };
type VerifiedToken = { owner: TokenOwner; expiresAt: number };
type Clocked = Pick<Context, 'keys' | 'clock'>;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** A JWT that names the user and the session and lives 15 minutes; nothing personal is in it. */
export async function signAccessToken({ keys, clock }: Clocked, { userId, sessionId }: TokenOwner): Promise<string> {
  const now = clock.now().getTime();
  return new SignJWT({ sid: sessionId, typ: 'access' })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(userId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(now + ACCESS_TOKEN_MS))
    .sign(await signingKey(keys.accessToken));
}

/** Whom a token names, or null when it is not ours or its time is over. */
export async function readAccessToken(clocked: Clocked, token: string): Promise<TokenOwner | null> {
  const verified = verifiedTokens(clocked.keys.accessToken);
  const known = verified.get(token);
  if (known) return known.expiresAt > clocked.clock.now().getTime() ? known.owner : null;
  const read = await verify(clocked, token, 0);
  if (read) verified.set(token, read);
  return read?.owner ?? null;
}

/** The same for someone who leaves: an expired token still says which session to end. */
export const readExpiredAccessToken = async (clocked: Clocked, token: string): Promise<TokenOwner | null> =>
  (await verify(clocked, token, seconds(REFRESH_ABSOLUTE_MS)))?.owner ?? null;

async function verify({ keys, clock }: Clocked, token: string, clockTolerance: number): Promise<VerifiedToken | null> {
  const options = {
    algorithms: [ALGORITHM],
    issuer: ISSUER,
    audience: AUDIENCE,
    requiredClaims: ['iat', 'exp'],
    currentDate: clock.now(),
    clockTolerance,
  };
  try {
    const { payload } = await jwtVerify(token, await signingKey(keys.accessToken), options);
    const claims = Claims.safeParse(payload);
    if (!claims.success) return null;
    const { sub, sid, exp } = claims.data;
    return { owner: { userId: Number(sub), sessionId: sid }, expiresAt: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Imported once per key: a third of the time of importing it with every token. */
const signingKeys = new WeakMap<Uint8Array, Promise<CryptoKey>>();
function signingKey(raw: Uint8Array): Promise<CryptoKey> {
  const present = signingKeys.get(raw);
  if (present) return present;
  const imported = crypto.subtle.importKey('raw', new Uint8Array(raw), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  signingKeys.set(raw, imported);
  return imported;
}

const VERIFIED_MAX = 10_000;
const verifiedByKey = new WeakMap<Uint8Array, Map<string, VerifiedToken>>();

/** What was verified with a key stays verified until it expires; of too many, all are forgotten. Who may still come in is not kept here. */
function verifiedTokens(key: Uint8Array): Map<string, VerifiedToken> {
  const present = verifiedByKey.get(key);
  if (present && present.size < VERIFIED_MAX) return present;
  const fresh = new Map<string, VerifiedToken>();
  verifiedByKey.set(key, fresh);
  return fresh;
}
