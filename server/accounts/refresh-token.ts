import '@fastify/cookie';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { createOpaqueToken } from './opaque-token.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from './sessions.service.ts';

const FORMAT = /^([\da-f-]{36})\.([\w-]{43})\.([\w-]{43})$/;

type Signing = Pick<Context, 'keys'>;

const signature = ({ keys }: Signing, sessionId: string, random: string): string =>
  createHmac('sha256', keys.refreshToken).update(`${sessionId}.${random}`).digest('base64url');

/** A new refresh token, `session.random.signature`: it names its session, so that it is known as one of ours when its row is gone. */
export function createRefreshToken(ctx: Signing, sessionId: string): string {
  const random = createOpaqueToken();
  return `${sessionId}.${random}.${signature(ctx, sessionId, random)}`;
}

/** The session that a refresh token was issued for; `undefined` when it names none or we did not sign it. */
export function sessionOfRefreshToken(ctx: Signing, token: string): string | undefined {
  const [, sessionId = '', random = '', signed = ''] = FORMAT.exec(token) ?? [];
  if (sessionId === '') return undefined;
  return timingSafeEqual(Buffer.from(signed), Buffer.from(signature(ctx, sessionId, random))) ? sessionId : undefined;
}

/**
 * Our routes match in any letter case, but a browser compares a cookie's path exactly: this is the spelling of the two calls that
 * need it, `/api/auth/refresh` and `/api/auth/logout`.
 */
const PATH = '/api/auth';

type Setting = Pick<Context, 'env' | 'clock'>;
const isSecure = ({ env }: Pick<Context, 'env'>): boolean => env.publicUrl.startsWith('https:');
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
