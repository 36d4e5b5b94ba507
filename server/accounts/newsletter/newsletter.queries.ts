import { and, asc, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { Language } from '#shared/constants.ts';

type Subscriber = { userId: number; email: string; language: Language };

/** Accounts that subscribed with a proved mailbox; a banned guest gets no invitation. */
const isSubscriber = (now: Date) =>
  and(
    isNotNull(users.newsletterSince),
    isNotNull(users.emailProvedAt),
    isNull(users.deletedAt),
    or(isNull(users.bannedAt), lte(users.bannedUntil, now)),
  );

const columns = { userId: users.id, email: users.email, language: users.language };

export const countSubscribers = (db: Db, now: Date): Promise<number> => db.$count(users, isSubscriber(now));

export const findSubscribers = (db: Db, now: Date): Promise<Subscriber[]> =>
  db.select(columns).from(users).where(isSubscriber(now)).orderBy(asc(users.id));

export async function findSubscriber(db: Db, userId: number, now: Date): Promise<Subscriber | undefined> {
  const [row] = await db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, userId), isSubscriber(now)));
  return row;
}

/** Stores a subscription; an earlier one does not change. */
export async function startNewsletter(db: Db, userId: number, since: Date, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ newsletterSince: since, newsletterLanguage: language })
    .where(and(eq(users.id, userId), isNull(users.newsletterSince), isNull(users.deletedAt)));
}

export async function endNewsletter(db: Db, userId: number): Promise<void> {
  await db
    .update(users)
    .set({ newsletterSince: null, newsletterLanguage: null })
    .where(and(eq(users.id, userId), isNotNull(users.newsletterSince)));
}
