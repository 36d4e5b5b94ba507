import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { createOpaqueToken } from './opaque-token.ts';

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
