import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from './sessions.service.ts';

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
