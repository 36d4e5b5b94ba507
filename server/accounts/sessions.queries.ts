import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import type { Status } from '#shared/constants.ts';
import type { StaffRole } from '#shared/staff/rights.ts';
import { passwordResets, refreshTokens, sessions, users } from './accounts.table.ts';
import { graceOf, isStaff, rolesOfUser } from './roles.queries.ts';
import { hasSecondFactor } from './second-factor/second-factor.queries.ts';

export type LiveSession = {
  id: string;
  userId: number;
  roles: StaffRole[];
  status: Status;
  graceFrom: Date | null;
  hasSecondFactor: boolean;
  confirmedAt: Date | null;
  secondFactorAt: Date | null;
};

/**
 * Returns the live sessions with these ids, with the present roles and status of their users. `forced`: the roles that must have a second
 * factor.
 */
export const findLiveSessions = (
  db: Db,
  ids: readonly string[],
  { now, forced }: { now: Date; forced: readonly StaffRole[] },
): Promise<LiveSession[]> =>
  db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      roles: rolesOfUser,
      status: users.status,
      graceFrom: graceOf(forced),
      hasSecondFactor,
      confirmedAt: sessions.confirmedAt,
      secondFactorAt: sessions.secondFactorAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.id, [...ids]), isNull(sessions.endedAt), gt(sessions.expiresAt, now)));

export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session);
}

export async function touchSession(db: Db, sessionId: string, lastUsedAt: Date): Promise<void> {
  await db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, sessionId));
}

/** Ends live sessions; returns their users. */
export async function endSessions(db: Db, sessionIds: string[], endedAt: Date): Promise<number[]> {
  const rows = await db
    .update(sessions)
    .set({ endedAt })
    .where(and(inArray(sessions.id, sessionIds), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId });
  return rows.map(({ userId }) => userId);
}

export async function endSessionsOfUser(db: Db, userId: number, endedAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
}

export async function endOtherSessions(db: Db, userId: number, keptId: string, endedAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptId), isNull(sessions.endedAt)));
}

/** Ends a live session of this user; returns false if there was none. */
export async function endSessionOfUser(db: Db, userId: number, id: string, endedAt: Date): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ endedAt })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

type Session = typeof sessions.$inferSelect;
const SESSIONS_LISTED = 100;

/** Returns the live sessions of a user, the last used first. */
export function findSessionsOfUser(db: Db, userId: number, { now, usedSince }: { now: Date; usedSince: Date }): Promise<Session[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, usedSince)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), sessions.id)
    .limit(SESSIONS_LISTED);
}

type SessionUse = { userId: number; lastUsedAt: Date; sessions: number };

/** Returns when each of these users was last seen and how many live sessions each has; users without sessions are missing. */
export async function findSessionUse(
  db: Db,
  userIds: readonly number[],
  { now, usedSince }: { now: Date; usedSince: Date },
): Promise<SessionUse[]> {
  const isLive = and(isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, usedSince));
  return db
    .select({
      userId: sessions.userId,
      lastUsedAt: sql`max(${sessions.lastUsedAt})`.mapWith(sessions.lastUsedAt),
      sessions: sql`count(*) filter (where ${isLive})`.mapWith(Number),
    })
    .from(sessions)
    .where(inArray(sessions.userId, [...userIds]))
    .groupBy(sessions.userId);
}

/** Deletes expired sessions, and all but the last used `kept` of the others, ended ones before live ones. */
export async function deleteOldSessions(db: Db, userId: number, { now, kept }: { now: Date; kept: number }): Promise<void> {
  const surplus = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(sql`${sessions.endedAt} is null desc`, desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .offset(kept);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), or(lte(sessions.expiresAt, now), inArray(sessions.id, surplus))));
}

export async function insertRefreshToken(db: Db, token: typeof refreshTokens.$inferInsert): Promise<void> {
  await db.insert(refreshTokens).values(token);
}

export type RefreshToken = {
  id: number;
  sessionId: string;
  parentId: number | null;
  issuedAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  userId: number;
  isStaff: boolean;
  sessionExpiresAt: Date;
  sessionEndedAt: Date | null;
};

/** Returns a refresh token and its session, and locks the family until the transaction ends. */
export async function lockRefreshToken(db: Db, tokenHash: string): Promise<RefreshToken | undefined> {
  const [row] = await db
    .select({
      id: refreshTokens.id,
      sessionId: refreshTokens.sessionId,
      parentId: refreshTokens.parentId,
      issuedAt: refreshTokens.issuedAt,
      expiresAt: refreshTokens.expiresAt,
      usedAt: refreshTokens.usedAt,
      userId: sessions.userId,
      isStaff,
      sessionExpiresAt: sessions.expiresAt,
      sessionEndedAt: sessions.endedAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.tokenHash, tokenHash))
    .for('update', { of: [refreshTokens, sessions] });
  return row;
}

export type IssuedToken = Pick<typeof refreshTokens.$inferSelect, 'id' | 'parentId' | 'issuedAt'>;

/** Returns the tokens of a family, newest first. */
export const findFamily = (db: Db, sessionId: string, limit: number): Promise<IssuedToken[]> =>
  db
    .select({ id: refreshTokens.id, parentId: refreshTokens.parentId, issuedAt: refreshTokens.issuedAt })
    .from(refreshTokens)
    .where(eq(refreshTokens.sessionId, sessionId))
    .orderBy(desc(refreshTokens.id))
    .limit(limit);

export async function deleteTokensUpTo(db: Db, sessionId: string, id: number): Promise<void> {
  await db.delete(refreshTokens).where(and(eq(refreshTokens.sessionId, sessionId), lte(refreshTokens.id, id)));
}

export async function markRefreshTokenUsed(db: Db, id: number, usedAt: Date): Promise<void> {
  await db.update(refreshTokens).set({ usedAt }).where(eq(refreshTokens.id, id));
}

export async function findSessionOfToken(db: Db, tokenHash: string): Promise<string | undefined> {
  const [row] = await db.select({ sessionId: refreshTokens.sessionId }).from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  return row?.sessionId;
}

/** Deletes sessions that ended or expired before a moment, with their tokens. */
export async function deletePastSessions(db: Db, before: Date): Promise<void> {
  await db.delete(sessions).where(or(lt(sessions.endedAt, before), lt(sessions.expiresAt, before)));
}

/** Deletes reset links that expired before a moment. */
export async function deletePastResets(db: Db, before: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before));
}
