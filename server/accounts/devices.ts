import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import '@fastify/cookie';
import Bowser from 'bowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, KeySet } from '#server/platform/context.ts';
import { findUserByEmail, type User } from './accounts.queries.ts';
import { accountKey } from './limits.ts';

const DAY_SECONDS = 24 * 60 * 60;
const LIFE_SECONDS = 180 * DAY_SECONDS;
const NAME_BYTES = 16;
const FORMAT = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

type Setting = Pick<Context, 'env' | 'clock' | 'keys'>;

const isSecure = ({ env }: Setting): boolean => env.publicUrl.startsWith('https:');
const cookieName = (ctx: Setting): string => (isSecure(ctx) ? '__Secure-rkali_device' : 'rkali_device');
const nowSeconds = ({ clock }: Setting): number => Math.floor(clock.now().getTime() / 1000);

/** The account at the time when its user proved to know the password. */
export type DeviceOwner = Pick<User, 'email' | 'passwordHash'>;

/** Valid only for this account while it has this password; the cookie alone does not identify the account. */
const signature = (
  { deviceCookie }: Pick<KeySet, 'deviceCookie'>,
  { email, passwordHash }: DeviceOwner,
  device: string,
  until: string,
): Buffer =>
  createHmac('sha256', deviceCookie)
    .update(`${device}.${until}.${accountKey(email)}.${passwordHash}`)
    .digest();

/** Returns the device in the cookie of the request, unless it has expired. */
function namedDevice(ctx: Setting, request: FastifyRequest) {
  const [, device = '', until = '', signed = ''] = FORMAT.exec(request.cookies[cookieName(ctx)] ?? '') ?? [];
  return device === '' || Number(until) <= nowSeconds(ctx) ? undefined : { device, until, signed: Buffer.from(signed, 'base64url') };
}

/** Returns the device of the request if this account has signed in on it in the last 180 days with this password (docs/decisions/0033). */
export function deviceKnownTo(ctx: Setting, request: FastifyRequest, owner: DeviceOwner): string | undefined {
  const named = namedDevice(ctx, request);
  if (!named) return undefined;
  const isOurs = [ctx.keys, ...ctx.keys.earlier].some((set) =>
    timingSafeEqual(named.signed, signature(set, owner, named.device, named.until)),
  );
  return isOurs ? named.device : undefined;
}

/** Returns `deviceKnownTo` for the account with this address and its present password. */
export async function knownDevice(ctx: Context, request: FastifyRequest, email: string): Promise<string | undefined> {
  if (!namedDevice(ctx, request)) return undefined;
  const owner = await findUserByEmail(ctx.db, email);
  return owner && deviceKnownTo(ctx, request, owner);
}

/** Makes the browser a known device of the account, so that failed guesses elsewhere do not lock it out. */
export function setDeviceCookie(
  ctx: Setting,
  { reply }: { reply: FastifyReply },
  owner: DeviceOwner,
  device = randomBytes(NAME_BYTES).toString('base64url'),
): void {
  const until = String(nowSeconds(ctx) + LIFE_SECONDS);
  const value = `${device}.${until}.${signature(ctx.keys, owner, device, until).toString('base64url')}`;
  reply.setCookie(cookieName(ctx), value, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(ctx),
    maxAge: LIFE_SECONDS,
  });
}

/** Returns the browser and the system of a user agent, `Chrome · Android`; null when neither is known. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' · ') || null;
}
