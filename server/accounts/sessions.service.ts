import { randomUUID } from 'node:crypto';
import { type Language, REFRESH_ABSOLUTE_MS, REFRESH_GRACE_MS, REFRESH_IDLE_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { LoginInput } from '#shared/accounts/account.schemas.ts';
import { type Actor, type Context, isShutOut, laneOf, withTransaction } from '#server/context.ts';
import { coalesce } from '#server/db/coalesce.ts';
import { readAccessToken, readExpiredAccessToken, signAccessToken } from './access-token.ts';
import { keepPasswordHash, setLanguage, updateUser, type User } from './accounts.queries.ts';
import { checkCredentials } from './credentials.ts';
import { createOpaqueToken, hashOpaqueToken } from './opaque-token.ts';
import { hashPassword, needsRehash } from './passwords.ts';
import {
  deleteOldSessions,
  endSessions,
  findLiveSessions,
  findSessionOfToken,
  insertRefreshToken,
  insertSession,
  type LiveSession,
  lockRefreshToken,
  markRefreshTokenUsed,
  type RefreshToken,
  touchSession,
} from './sessions.queries.ts';

/** Where a sign-in comes from. */
export type Caller = { address: string; userAgent?: string | undefined; language?: Language | undefined };
/** What a browser is given: a token for its scripts, and one for its cookie, good until `refreshableUntil`. */
export type SignedIn = { accessToken: string; refreshToken: string; refreshableUntil: Date };

const USER_AGENT_MAX = 300;

/** Who brings this access token, with the role and status of this moment; null when it is not valid or its session is over. */
export async function authenticate(ctx: Context, bearer: string): Promise<Actor | null> {
  const owner = await readAccessToken(ctx, bearer);
  if (!owner) return null;
  const live = await liveSession(ctx, owner.sessionId);
  return live?.userId === owner.userId && !isShutOut(ctx, owner.userId) ? { ...owner, role: live.role, status: live.status } : null;
}

const liveSession = coalesce<string, LiveSession | undefined>(async (ctx, asked) => {
  const ids = new Set(asked.map(({ question }) => question));
  const sessions = await findLiveSessions(laneOf(ctx), [...ids], ctx.clock.now());
  const byId = new Map(sessions.map((session) => [session.id, session]));
  for (const { question, resolve } of asked) resolve(byId.get(question));
});

/** Signs in by e-mail and password; an unknown account costs and answers the same as a wrong password. @throws wrong_credentials, too_many_requests */
export async function login(ctx: Context, input: LoginInput, caller: Caller): Promise<SignedIn> {
  const user = await checkCredentials(ctx, input, caller.address);
  if (!user || isShutOut(ctx, user.id)) throw new AppError('wrong_credentials');
  return signIn(ctx, user, input.password, caller);
}

async function signIn(ctx: Context, user: User, password: string, caller: Caller): Promise<SignedIn> {
  const freshHash = needsRehash(user.passwordHash) ? await hashPassword(password) : undefined;
  return withTransaction(ctx, async (tx) => {
    // A password that was reset meanwhile has ended all sessions and must not get a new one.
    if (!(await keepPasswordHash(tx.db, user.id, user.passwordHash))) throw new AppError('wrong_credentials');
    if (freshHash) await updateUser(tx.db, user.id, { passwordHash: freshHash });
    await rememberLanguage(tx, user.id, caller.language);
    await deleteOldSessions(tx.db, user.id, ctx.clock.now());
    return startSession(tx, user.id, caller.userAgent);
  });
}

/** Mails are written in the language that was last chosen. */
async function rememberLanguage(tx: Context, userId: number, language: Language | undefined): Promise<void> {
  if (language) await setLanguage(tx.db, userId, language);
}

/** Begins a family of refresh tokens: one sign-in on one device, for 60 days at most. */
export async function startSession(ctx: Context, userId: number, userAgent?: string): Promise<SignedIn> {
  const now = ctx.clock.now();
  const session = { id: randomUUID(), userId, expiresAt: new Date(now.getTime() + REFRESH_ABSOLUTE_MS) };
  await insertSession(ctx.db, { ...session, userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null, createdAt: now, lastUsedAt: now });
  return issueTokens(ctx, session);
}

async function issueTokens(ctx: Context, session: { id: string; userId: number; expiresAt: Date }): Promise<SignedIn> {
  const now = ctx.clock.now();
  const refreshToken = createOpaqueToken();
  const refreshableUntil = new Date(Math.min(now.getTime() + REFRESH_IDLE_MS, session.expiresAt.getTime()));
  const tokenHash = hashOpaqueToken(refreshToken);
  await insertRefreshToken(ctx.db, { sessionId: session.id, tokenHash, issuedAt: now, expiresAt: refreshableUntil });
  const accessToken = await signAccessToken(ctx, { userId: session.userId, sessionId: session.id });
  return { accessToken, refreshToken, refreshableUntil };
}

/**
 * New tokens for a refresh token, which is used up by it; null when it is unknown or over. The same token once more within the
 * grace is a second tab, or a reply that was lost; later it is a thief or a victim, and the whole family ends.
 */
export async function refresh(ctx: Context, refreshToken: string | undefined, language?: Language): Promise<SignedIn | null> {
  if (!refreshToken) return null;
  const now = ctx.clock.now();
  return withTransaction(ctx, async (tx) => {
    const token = await lockRefreshToken(tx.db, hashOpaqueToken(refreshToken));
    if (!token || isOver(token, now) || isShutOut(ctx, token.userId)) return null;
    if (isReused(token, now)) {
      await endSessions(tx.db, [token.sessionId], now);
      ctx.log.warn({ userId: token.userId, sessionId: token.sessionId }, 'a refresh token came back after its use: its session is ended');
      return null;
    }
    if (!token.usedAt) await markRefreshTokenUsed(tx.db, token.id, now);
    await touchSession(tx.db, token.sessionId, now);
    await rememberLanguage(tx, token.userId, language);
    return issueTokens(tx, { id: token.sessionId, userId: token.userId, expiresAt: token.sessionExpiresAt });
  });
}

const isOver = (token: RefreshToken, now: Date): boolean =>
  token.sessionEndedAt !== null || token.sessionExpiresAt <= now || (token.usedAt === null && token.expiresAt <= now);

const isReused = (token: RefreshToken, now: Date): boolean =>
  token.usedAt !== null && now.getTime() - token.usedAt.getTime() > REFRESH_GRACE_MS;

/** Ends the session of a refresh token, of an access token (expired or not), or of both. */
export async function logout(
  ctx: Context,
  { refreshToken, bearer }: { refreshToken?: string | undefined; bearer?: string | undefined },
): Promise<void> {
  const fromCookie = refreshToken ? await findSessionOfToken(ctx.db, hashOpaqueToken(refreshToken)) : undefined;
  const fromBearer = bearer ? (await readExpiredAccessToken(ctx, bearer))?.sessionId : undefined;
  const ended = [fromCookie, fromBearer].filter((id) => id !== undefined);
  if (ended.length > 0) await endSessions(ctx.db, ended, ctx.clock.now());
}
