import type { SessionView } from '#shared/accounts/security.views.ts';
import { REFRESH_IDLE_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { deviceName } from './device-name.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { endSessionOfUser, endSessionsOfUser, findSessionsOfUser } from './sessions.queries.ts';

/** Where the caller is signed in, the latest use first. @throws unauthorized */
export async function listOwnSessions(ctx: Context): Promise<SessionView[]> {
  const { userId, sessionId } = requireUser(ctx);
  const now = ctx.clock.now();
  const found = await findSessionsOfUser(ctx.db, userId, { now, usedSince: new Date(now.getTime() - REFRESH_IDLE_MS) });
  return found.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: deviceName(userAgent),
    createdAt: toWireTime(createdAt),
    lastUsedAt: toWireTime(lastUsedAt),
    isCurrent: id === sessionId,
  }));
}

/** Ends one of the caller's sessions; its device is out at its next call. @throws unauthorized, not_found */
export async function endOwnSession(ctx: Context, { id }: { id: string }): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  if (!(await endSessionOfUser(ctx.db, userId, id, ctx.clock.now()))) throw new AppError('not_found');
  await recordSecurityEvent(ctx, 'sessions_ended', userId);
  return {};
}

/** Ends all of the caller's sessions, this one as well. @throws unauthorized */
export async function logoutEverywhere(ctx: Context): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  await endSessionsOfUser(ctx.db, userId, ctx.clock.now());
  await recordSecurityEvent(ctx, 'sessions_ended', userId);
  return {};
}
