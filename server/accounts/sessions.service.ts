import { randomUUID } from 'node:crypto';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { type Actor, type Context, isShutOut, priorityOf, withTransaction } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { networkOf } from '#server/platform/limits/quota.ts';
import type { LoginInput } from '#shared/accounts/account.schemas.ts';
import { CHALLENGE_MS, type Language, REFRESH_ABSOLUTE_MS, REFRESH_GRACE_MS, REFRESH_IDLE_MS, STAFF_IDLE_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { queueNewDevice } from './accounts.mail.ts';
import { findUserByEmail, storePasswordHash, setLanguage, updateUser, type User } from './accounts.queries.ts';
import { deviceName, type DeviceOwner } from './devices.ts';
import { countLogin } from './limits.ts';
import { hashPassword, needsRehash, preferredTurn, tryCredentials } from './passwords.ts';
import { findRoles } from './roles.queries.ts';
import { recordLimit, recordSecurityEvent } from './security-events.service.ts';
import { rightsNow } from './second-factor/forced.ts';
import { findActiveFactors, insertChallenge } from './second-factor/second-factor.queries.ts';
import {
  deleteOldSessions,
  deleteTokensUpTo,
  endSessions,
  findFamily,
  findLiveSessions,
  findSessionOfToken,
  insertRefreshToken,
  insertSession,
  type IssuedToken,
  type LiveSession,
  lockRefreshToken,
  markRefreshTokenUsed,
  type RefreshToken,
  touchSession,
} from './sessions.queries.ts';
import {
  createOpaqueToken,
  createRefreshToken,
  hashOpaqueToken,
  readAccessToken,
  readExpiredAccessToken,
  sessionOfRefreshToken,
  signAccessToken,
  type SignedIn,
} from './tokens.ts';

/** The origin of a sign-in. `device`: one that the account knows (devices.ts). */
export type Caller = {
  address: string;
  device?: string | undefined;
  userAgent?: string | undefined;
  language?: Language | undefined;
};
/** The tokens of a sign-in, and the account with its password hash at that time. */
export type Login = { signedIn: SignedIn; owner: DeviceOwner };

const USER_AGENT_MAX = 300;
/** Per account; beyond it, the session that was used longest ago ends. */
const SESSIONS_MAX = 50;

/** Returns the user of an access token with the present rights and status; null if it is invalid or its session has ended. */
export async function authenticate(ctx: Context, bearer: string): Promise<Actor | null> {
  const owner = await readAccessToken(ctx, bearer);
  if (!owner) return null;
  const live = await liveSession(ctx, owner.sessionId);
  return live?.userId === owner.userId && !isShutOut(ctx, owner.userId)
    ? { ...owner, ...rightsNow(ctx.env.secondFactor, live, ctx.clock.now()), status: live.status }
    : null;
}

const liveSession = batched<string, LiveSession | undefined>(async (ctx, ids) => {
  const sessions = await findLiveSessions(priorityOf(ctx), [...new Set(ids)], { now: ctx.clock.now(), forced: ctx.env.secondFactor.roles });
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return ids.map((id) => byId.get(id));
});

/**
 * Signs in by e-mail and password. An unknown account takes as long and gets the same answer as a wrong password.
 * @throws wrong_credentials, too_many_requests, second_factor_required with the challenge of its second step
 */
export async function login(ctx: Context, input: LoginInput, caller: Caller): Promise<Login> {
  const owner = async () => (await findUserByEmail(ctx.db, input.email))?.id ?? null;
  try {
    const user = await checkLoginPassword(ctx, input, caller);
    await countLogin(ctx, input.email, caller);
    return await signIn(ctx, user, input.password, caller);
  } catch (error) {
    await recordLimit(ctx, 'sign_in_limited', owner, error);
    throw error;
  }
}

async function checkLoginPassword(ctx: Context, { email, password }: LoginInput, { address, device }: Caller): Promise<User> {
  const { isRight, user } = await tryCredentials(ctx, { email, password, guesser: { address, device } });
  if (isRight && user && !isShutOut(ctx, user.id)) return user;
  await recordSecurityEvent(ctx, 'sign_in_failed', user?.id ?? null);
  throw new AppError('wrong_credentials');
}

async function signIn(ctx: Context, user: User, password: string, caller: Caller): Promise<Login> {
  const turn = caller.device === undefined ? {} : preferredTurn(ctx);
  const freshHash = needsRehash(user.passwordHash) ? await hashPassword(password, turn) : undefined;
  const outcome = await withTransaction(ctx, async (tx) => {
    // A concurrent password reset ended all sessions; the old password must not start another.
    if (!(await storePasswordHash(tx.db, user.id, user.passwordHash))) throw new AppError('wrong_credentials');
    if (freshHash) await updateUser(tx.db, user.id, { passwordHash: freshHash });
    const kinds = new Set((await findActiveFactors(tx.db, user.id)).map(({ kind }) => kind));
    if (kinds.size > 0) return { challenge: await startChallenge(tx, user.id, caller), kinds: [...kinds] };
    return openSession(tx, { ...user, passwordHash: freshHash ?? user.passwordHash }, caller);
  });
  // Thrown after the commit, so that the challenge is stored.
  if ('challenge' in outcome) throw new AppError('second_factor_required', outcome);
  return outcome;
}

/** Stores a challenge. On an unknown device it is recorded before the second step, because an attacker may know the password. */
async function startChallenge(tx: Context, userId: number, { device }: Caller): Promise<string> {
  const createdAt = tx.clock.now();
  const challenge = createOpaqueToken();
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS);
  await insertChallenge(tx.db, { tokenHash: hashOpaqueToken(challenge), userId, createdAt, expiresAt });
  if (device === undefined) await recordSecurityEvent(tx, 'second_factor_due', userId);
  return challenge;
}

/** Opens the session of a user whose proofs are complete, in the transaction that locked the account. */
export async function openSession(tx: Context, user: User, caller: Caller, how: Omit<SessionStart, 'userAgent'> = {}): Promise<Login> {
  await rememberLanguage(tx, user.id, caller.language);
  const signedIn = await startSession(tx, user.id, { ...how, userAgent: caller.userAgent });
  await deleteOldSessions(tx.db, user.id, { now: tx.clock.now(), kept: SESSIONS_MAX });
  if (caller.device === undefined) await noteNewDevice(tx, user, caller);
  await recordSecurityEvent(tx, 'sign_in', user.id);
  return { signedIn, owner: { email: user.email, passwordHash: user.passwordHash } };
}

/** Staff also get a mail, because their account opens the console. */
async function noteNewDevice(tx: Context, user: User, { userAgent, address }: Caller): Promise<void> {
  await recordSecurityEvent(tx, 'new_device', user.id);
  if ((await findRoles(tx.db, user.id)).length > 0)
    await queueNewDevice(tx, user, { device: deviceName(userAgent ?? null), network: networkOf(address) });
}

/** Mails use the language that was last chosen. */
async function rememberLanguage(tx: Context, userId: number, language: Language | undefined): Promise<void> {
  if (language) await setLanguage(tx.db, userId, language);
}

/** Returns how long a session may be idle. */
export const idleLimitMs = (isStaff: boolean): number => (isStaff ? STAFF_IDLE_MS : REFRESH_IDLE_MS);

type SessionStart = { userAgent?: string | undefined; isBySecondFactor?: boolean; entryHash?: string | undefined };

/** Starts a family of refresh tokens: one sign-in on one device, for at most 60 days. The session counts as confirmed. */
export async function startSession(
  ctx: Context,
  userId: number,
  { userAgent, isBySecondFactor = false, entryHash }: SessionStart = {},
): Promise<SignedIn> {
  const now = ctx.clock.now();
  const session = { id: randomUUID(), userId, expiresAt: new Date(now.getTime() + REFRESH_ABSOLUTE_MS) };
  await insertSession(ctx.db, {
    ...session,
    userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    createdAt: now,
    lastUsedAt: now,
    confirmedAt: now,
    secondFactorAt: isBySecondFactor ? now : null,
    entryHash,
  });
  const isStaff = (await findRoles(ctx.db, userId)).length > 0;
  return issueTokens(ctx, { ...session, isStaff });
}

type TokenSession = { id: string; userId: number; isStaff: boolean; expiresAt: Date };

/** `parentId`: the refresh token that is exchanged; null starts a family. */
async function issueTokens(ctx: Context, session: TokenSession, parentId: number | null = null): Promise<SignedIn> {
  const now = ctx.clock.now();
  const refreshToken = createRefreshToken(ctx, session.id);
  const refreshableUntil = new Date(Math.min(now.getTime() + idleLimitMs(session.isStaff), session.expiresAt.getTime()));
  const tokenHash = hashOpaqueToken(refreshToken);
  await insertRefreshToken(ctx.db, { sessionId: session.id, parentId, tokenHash, issuedAt: now, expiresAt: refreshableUntil });
  const idle = session.isStaff ? { idleMs: STAFF_IDLE_MS } : {};
  const accessToken = await signAccessToken(ctx, { userId: session.userId, sessionId: session.id, ...idle });
  return { accessToken, refreshToken, refreshableUntil };
}

/** Ends the session of a refresh token, of an access token (expired or not), or of both. */
export async function logout(
  ctx: Context,
  { refreshToken, bearer }: { refreshToken?: string | undefined; bearer?: string | undefined },
): Promise<void> {
  const fromCookie = refreshToken ? await findSessionOfToken(ctx.db, hashOpaqueToken(refreshToken)) : undefined;
  const fromBearer = bearer ? (await readExpiredAccessToken(ctx, bearer))?.sessionId : undefined;
  const named = [fromCookie, fromBearer].filter((id) => id !== undefined);
  if (named.length === 0) return;
  const owners = await endSessions(ctx.db, named, ctx.clock.now());
  for (const userId of new Set(owners)) await recordSecurityEvent(ctx, 'signed_out', userId);
}

/** A tab refreshes about every 14 minutes. */
const REFRESHES = { most: 30, withinMs: 5 * 60_000 };
/** The clocks of two machines may differ by this much; a use further in the future means that a clock was set back. */
const CLOCKS_APART_MS = 2_000;
/** More than the limit allows in that time. An older token is recognized by its signature alone. */
const TOKENS_KEPT = 50;

/**
 * Exchanges a refresh token for new tokens and uses it up; null when it is unknown or expired. Until a token issued for it was used, it may
 * be sent again within the grace period (a second tab or a lost answer); any other reuse means theft and ends the family.
 * @throws too_many_requests
 */
export async function refresh(ctx: Context, refreshToken: string | undefined, language?: Language): Promise<SignedIn | null> {
  if (!refreshToken) return null;
  return withTransaction(ctx, async (tx) => {
    const token = await lockRefreshToken(tx.db, hashOpaqueToken(refreshToken));
    // After the lock, because another tab may have used the token during the wait.
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
    const session = { id: token.sessionId, userId: token.userId, isStaff: token.isStaff, expiresAt: token.sessionExpiresAt };
    return issueTokens(tx, session, token.id);
  });
}

const isOver = (token: RefreshToken, now: Date): boolean =>
  token.sessionEndedAt !== null || token.sessionExpiresAt <= now || (token.usedAt === null && hasRested(token, now));

/** Compared with the present role, because the account may have become staff since the token was issued. */
const hasRested = ({ expiresAt, issuedAt, isStaff }: RefreshToken, now: Date): boolean =>
  expiresAt <= now || now.getTime() - issuedAt.getTime() >= idleLimitMs(isStaff);

/**
 * An unused token must be of the newest generation; the first use ends its siblings. A used one may be sent again for a moment if it is
 * their parent.
 */
function mayBeUsed(token: RefreshToken, newest: IssuedToken | undefined, now: Date): boolean {
  if (token.usedAt === null) return newest?.parentId === token.parentId;
  const ageMs = now.getTime() - token.usedAt.getTime();
  return newest?.parentId === token.id && ageMs >= -CLOCKS_APART_MS && ageMs <= REFRESH_GRACE_MS;
}

/** A signed token whose row was deleted is older than any that may be reused, so its family ends. */
async function endFamilyOfForgotten(tx: Context, refreshToken: string, now: Date): Promise<void> {
  const sessionId = sessionOfRefreshToken(tx, refreshToken);
  const [live] = sessionId === undefined ? [] : await findLiveSessions(tx.db, [sessionId], { now, forced: [] });
  if (live && !isShutOut(tx, live.userId)) await endFamily(tx, { sessionId: live.id, userId: live.userId });
}

async function endFamily(tx: Context, { sessionId, userId }: Pick<RefreshToken, 'sessionId' | 'userId'>): Promise<void> {
  const ended = await endSessions(tx.db, [sessionId], tx.clock.now());
  // Another request ended this family and raised the alert.
  if (ended.length === 0) return;
  await recordSecurityEvent(tx, 'refresh_reused', userId);
  const detail = `A refresh token of guest ${userId} came back after its use: the session was ended.`;
  // Guests can cause this with their own accounts, so they share one alert and cannot bury others.
  const isStaff = (await findRoles(tx.db, userId)).length > 0;
  await raiseAlert(tx, { kind: 'session_reused', subject: isStaff ? `guest ${userId}` : 'guests', detail });
}

/** Counts the family's tokens, so that the limit holds across processes without a counter. @throws too_many_requests */
function checkRate({ env }: Context, family: readonly IssuedToken[], now: Date): void {
  const limiting = family[Math.max(1, Math.round(REFRESHES.most * env.rateLimitScale)) - 1];
  const leftMs = limiting === undefined ? 0 : limiting.issuedAt.getTime() + REFRESHES.withinMs - now.getTime();
  if (leftMs > 0) throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
}
