import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { users } from './accounts.table.ts';
import { secondFactors } from './second-factor/second-factor.table.ts';

export type SealedUser = { id: number; sealedPersonalNumber: string; sealedBirthdate: string };

/** Returns accounts with an id above `after`, by id. */
export const findSealedUsers = (db: Db, after: number, limit: number): Promise<SealedUser[]> =>
  db
    .select({ id: users.id, sealedPersonalNumber: users.sealedPersonalNumber, sealedBirthdate: users.sealedBirthdate })
    .from(users)
    .where(gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(limit);

export const countSealedUsers = (db: Db): Promise<number> => db.$count(users);

/** Stores resealed values. Returns false, and writes nothing, if the account has changed since it was read. */
export async function updateSealedUser(db: Db, before: SealedUser, after: Partial<Omit<SealedUser, 'id'>>): Promise<boolean> {
  const rows = await db
    .update(users)
    .set(after)
    .where(
      and(
        eq(users.id, before.id),
        eq(users.sealedPersonalNumber, before.sealedPersonalNumber),
        eq(users.sealedBirthdate, before.sealedBirthdate),
      ),
    )
    .returning({ id: users.id });
  return rows.length > 0;
}

type SealedFactor = { id: number; userId: number; sealedSecret: string };

/** Returns authenticator apps with an id above `after`, by id. */
export const findSealedFactors = (db: Db, after: number, limit: number): Promise<SealedFactor[]> =>
  db
    .select({ id: secondFactors.id, userId: secondFactors.userId, sealedSecret: sql<string>`${secondFactors.sealedSecret}` })
    .from(secondFactors)
    .where(and(gt(secondFactors.id, after), isNotNull(secondFactors.sealedSecret)))
    .orderBy(asc(secondFactors.id))
    .limit(limit);

export const countSealedFactors = (db: Db): Promise<number> => db.$count(secondFactors, isNotNull(secondFactors.sealedSecret));

/** Stores a resealed secret. Returns false if the factor has changed since it was read. */
export async function updateSealedFactor(db: Db, { id, sealedSecret }: SealedFactor, after: string): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ sealedSecret: after })
    .where(and(eq(secondFactors.id, id), eq(secondFactors.sealedSecret, sealedSecret)))
    .returning({ id: secondFactors.id });
  return rows.length > 0;
}
