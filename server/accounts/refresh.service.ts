import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { type Context, isShutOut, withTransaction } from '#server/platform/context.ts';
import { type Language, REFRESH_GRACE_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { hashOpaqueToken, sessionOfRefreshToken, type SignedIn } from './tokens.ts';
import { findUserById } from './accounts.queries.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import {
  deleteTokensUpTo,
  endSessions,
  findFamily,
  findLiveSessions,
  type IssuedToken,
  lockRefreshToken,
  markRefreshTokenUsed,
  type RefreshToken,
  touchSession,
} from './sessions.queries.ts';
import { issueTokens, rememberLanguage } from './sessions.service.ts';

/** A tab refreshes once in 14 minutes. */
const REFRESHES = { most: 30, withinMs: 5 * 60_000 };
/** Clocks of two machines may differ by this much; a use further ahead means that the clock was set back. */
const CLOCKS_APART_MS = 2_000;
/** More than the limit allows in that time. An older one is recognized by its signature alone. */
const TOKENS_KEPT = 50;

/**
 * Exchanges a refresh token for new tokens and uses it up; null when it is unknown or over. The same token once more within the grace
 * period is a second tab, or a lost reply, as long as no token issued for it was used. Any other reuse means theft, and the whole family
 * ends. @throws too_many_requests
 */
export async function refresh(ctx: Context, refreshToken: string | undefined, language?: Language): Promise<SignedIn | null> {
  if (!refreshToken) return null;
  return withTransaction(ctx, async (tx) => {
    const token = await lockRefreshToken(tx.db, hashOpaqueToken(refreshToken));
    // Not before the lock: another tab may have used the token while this one waited.
    const now = tx.clock.now();
    if (!token) {
      await endFamilyOfForgotten(tx, refreshToken, now);
      return null;
    }
    if (isOver(token, now) || isShutOut(ctx, token.userId)) return null;
    const family = await findFamily(tx.db, token.sessionId, TOKENS_KEPT);
    if (!mayBeUsed(token, family[0], now)) {
      await endFamily(tx, token);
      return null;
    }
    checkRate(tx, family, now);
    const eldest = family[TOKENS_KEPT - 1];
    if (eldest) await deleteTokensUpTo(tx.db, token.sessionId, eldest.id);
    if (!token.usedAt) await markRefreshTokenUsed(tx.db, token.id, now);
    await touchSession(tx.db, token.sessionId, now);
    await rememberLanguage(tx, token.userId, language);
    const session = { id: token.sessionId, userId: token.userId, expiresAt: token.sessionExpiresAt };
    return issueTokens(tx, session, token.id);
  });
}

const isOver = (token: RefreshToken, now: Date): boolean =>
  token.sessionEndedAt !== null || token.sessionExpiresAt <= now || (token.usedAt === null && token.expiresAt <= now);

/** An unused token: one of the newest generation, of which the first use ends its siblings. A used one: their parent, for a moment. */
function mayBeUsed(token: RefreshToken, newest: IssuedToken | undefined, now: Date): boolean {
  if (token.usedAt === null) return newest?.parentId === token.parentId;
  const ageMs = now.getTime() - token.usedAt.getTime();
  return newest?.parentId === token.id && ageMs >= -CLOCKS_APART_MS && ageMs <= REFRESH_GRACE_MS;
}

/** A signed token whose row is gone is older than any that may be reused, so its family ends. */
async function endFamilyOfForgotten(tx: Context, refreshToken: string, now: Date): Promise<void> {
  const sessionId = sessionOfRefreshToken(tx, refreshToken);
  const [live] = sessionId === undefined ? [] : await findLiveSessions(tx.db, [sessionId], now);
  if (live && !isShutOut(tx, live.userId)) await endFamily(tx, { sessionId: live.id, userId: live.userId });
}

async function endFamily(tx: Context, { sessionId, userId }: Pick<RefreshToken, 'sessionId' | 'userId'>): Promise<void> {
  const ended = await endSessions(tx.db, [sessionId], tx.clock.now());
  // Another request ended this family and raised the alert.
  if (ended.length === 0) return;
  await recordSecurityEvent(tx, 'refresh_reused', userId);
  const detail = `A refresh token of guest ${userId} came back after its use: the session was ended.`;
  // Anybody can cause this with own accounts: guests share one alert, so that they cannot bury other alerts.
  const isStaff = (await findUserById(tx.db, userId))?.role === 'Admin';
  await raiseAlert(tx, { kind: 'session_reused', subject: isStaff ? `guest ${userId}` : 'guests', detail });
}

/** Counted by the tokens themselves, so that the limit holds over all processes without a counter. @throws too_many_requests */
function checkRate({ env }: Context, family: readonly IssuedToken[], now: Date): void {
  const limiting = family[Math.max(1, Math.round(REFRESHES.most * env.rateLimitScale)) - 1];
  const leftMs = limiting === undefined ? 0 : limiting.issuedAt.getTime() + REFRESHES.withinMs - now.getTime();
  if (leftMs > 0) throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
