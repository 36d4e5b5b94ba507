import '@fastify/cookie';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { accountKey } from '#server/http/limits.ts';

const DAY_SECONDS = 24 * 60 * 60;
const LIFE_SECONDS = 180 * DAY_SECONDS;
const NAME_BYTES = 16;
const FORMAT = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

type Setting = Pick<Context, 'env' | 'clock' | 'keys'>;

const isSecure = ({ env }: Setting): boolean => env.publicUrl.startsWith('https:');
const cookieName = (ctx: Setting): string => (isSecure(ctx) ? '__Secure-rkali_device' : 'rkali_device');
const nowSeconds = ({ clock }: Setting): number => Math.floor(clock.now().getTime() / 1000);

/** Only this account's: the cookie itself names nobody. */
const signature = ({ keys }: Setting, email: string, device: string, until: string): Buffer =>
  createHmac('sha256', keys.deviceCookie)
    .update(`${device}.${until}.${accountKey(email)}`)
    .digest();

/** The device of the request, if this account has signed in on it in the last 180 days (docs/decisions/0033). */
export function knownDevice(ctx: Setting, request: FastifyRequest, email: string): string | undefined {
  const [, device = '', until = '', signed = ''] = FORMAT.exec(request.cookies[cookieName(ctx)] ?? '') ?? [];
  if (device === '' || Number(until) <= nowSeconds(ctx)) return undefined;
  return timingSafeEqual(Buffer.from(signed, 'base64url'), signature(ctx, email, device, until)) ? device : undefined;
}

/** Makes the browser one that the account knows: whoever else guesses its password does not keep this one out. */
export function setDeviceCookie(ctx: Setting, { request, reply }: { request: FastifyRequest; reply: FastifyReply }, email: string): void {
  const device = knownDevice(ctx, request, email) ?? randomBytes(NAME_BYTES).toString('base64url');
  const until = String(nowSeconds(ctx) + LIFE_SECONDS);
  const value = `${device}.${until}.${signature(ctx, email, device, until).toString('base64url')}`;
  reply.setCookie(cookieName(ctx), value, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(ctx),
    maxAge: LIFE_SECONDS,
  });
}
