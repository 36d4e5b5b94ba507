import { and, count, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import { doorCalls, doorPasses, scans } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';

export type PassRow = typeof doorPasses.$inferSelect;
export type PassOfEvent = Awaited<ReturnType<typeof findPass>>;

const eventColumns = {
  id: events.id,
  name: events.name,
  nameLat: events.nameLat,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  state: events.state,
};
const first = <Row>([row]: Row[]): Row | undefined => row;
const withEvent = (db: Db) =>
  db.select({ pass: doorPasses, event: eventColumns }).from(doorPasses).innerJoin(events, eq(events.id, doorPasses.eventId));

export const findPass = async (db: Db, id: string) => first(await withEvent(db).where(eq(doorPasses.id, id)));

/** Locks a pass against other commands of staff. */
export const lockPassForStaff = async (db: Db, id: string) =>
  first(await withEvent(db).where(eq(doorPasses.id, id)).for('no key update', { of: doorPasses }));

export const findEventOfDoor = async (db: Db, id: number) => first(await db.select(eventColumns).from(events).where(eq(events.id, id)));

export const insertPass = (db: Db, pass: typeof doorPasses.$inferInsert) => db.insert(doorPasses).values(pass);

/**
 * Gives the pass of a secret to the phone with this key and returns its id; that phone may repeat the call. The secret is valid until
 * `secretUntil`, and only for that key.
 */
export async function acceptSecret(db: Db, { secretHash, publicKey, now }: { secretHash: string; publicKey: string; now: Date }) {
  const isOpen = and(eq(doorPasses.secretHash, secretHash), gt(doorPasses.secretUntil, now), isNull(doorPasses.revokedAt));
  const rows = await db
    .update(doorPasses)
    .set({ publicKey, takenAt: now, seenAt: now })
    .where(and(isOpen, isNull(doorPasses.publicKey)))
    .returning({ id: doorPasses.id });
  const taken = first(rows);
  const isAgain = and(isOpen, eq(doorPasses.publicKey, publicKey));
  return (taken ?? first(await db.select({ id: doorPasses.id }).from(doorPasses).where(isAgain)))?.id;
}

export const updatePass = (db: Db, id: string, change: Partial<PassRow>) => db.update(doorPasses).set(change).where(eq(doorPasses.id, id));

/** Ends the passes that an account made for events that end after `endsAfter`. Returns how many were active. */
export async function revokePassesOf(db: Db, userId: number, { now, endsAfter }: { now: Date; endsAfter: Date }): Promise<number> {
  const rows = await db
    .update(doorPasses)
    .set({ revokedAt: now, secretHash: null, secretUntil: null })
    .from(events)
    .where(
      and(
        eq(doorPasses.createdBy, userId),
        isNull(doorPasses.revokedAt),
        isNull(doorPasses.leftAt),
        eq(events.id, doorPasses.eventId),
        gt(events.endsAt, endsAfter),
      ),
    )
    .returning({ id: doorPasses.id });
  return rows.length;
}

/** `seenAt` is written at most once in this many seconds, to save writes. */
const SEEN_EACH_S = 5;

/**
 * Returns true for the first call with this nonce, and marks the pass as seen. Deletes calls from before `since`, which are refused for
 * their time.
 */
export async function noteCall(db: Db, call: typeof doorCalls.$inferInsert, since: Date): Promise<boolean> {
  const { passId, calledAt } = call;
  const forgotten = db.$with('forgotten').as(
    db
      .delete(doorCalls)
      .where(and(eq(doorCalls.passId, passId), lt(doorCalls.calledAt, since)))
      .returning({ nonce: doorCalls.nonce }),
  );
  const isLongAgo = lt(doorPasses.seenAt, new Date(calledAt.getTime() - SEEN_EACH_S * 1000));
  const seen = db.$with('seen').as(
    db
      .update(doorPasses)
      .set({ seenAt: calledAt })
      .where(and(eq(doorPasses.id, passId), isLongAgo))
      .returning({ id: doorPasses.id }),
  );
  const rows = await db.with(forgotten, seen).insert(doorCalls).values(call).onConflictDoNothing().returning({ nonce: doorCalls.nonce });
  return rows.length > 0;
}

/** Passes of an event, newest first. */
export const listPassesOf = (db: Db, eventId: number) =>
  db.select().from(doorPasses).where(eq(doorPasses.eventId, eventId)).orderBy(desc(doorPasses.createdAt), desc(doorPasses.id));

/** Per phone: how many guests were scanned, how many since `lately`, and how many were not admitted. */
export const countScansOf = (db: Db, passIds: readonly string[], lately: Date) =>
  db
    .select({
      passId: scans.passId,
      scans: count(),
      lately: sql<number>`count(*) filter (where ${scans.decidedAt} > ${lately.toISOString()}::timestamptz)`.mapWith(Number),
      refused: sql<number>`count(*) filter (where ${scans.result} in ('refused', 'rejected'))`.mapWith(Number),
    })
    .from(scans)
    .where(and(inArray(scans.passId, [...passIds]), inArray(scans.kind, ['in', 'reject'])))
    .groupBy(scans.passId);

export type LockedPass = { name: string; makerId: number; lastSequence: number; revokedAt: Date | null };

/** Locks a pass, so that its uploads run one after another. */
export async function lockPass(db: Db, id: string): Promise<LockedPass | undefined> {
  const { name, createdBy, lastSequence, revokedAt } = doorPasses;
  const rows = await db
    .select({ name, makerId: createdBy, lastSequence, revokedAt })
    .from(doorPasses)
    .where(eq(doorPasses.id, id))
    .for('no key update');
  return rows[0];
}
