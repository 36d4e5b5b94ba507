import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { isPasswordOf } from '#server/accounts/passwords.ts';
import type { Db } from '#server/platform/db/client.ts';
import { type DemoAccount, demoAccounts } from './demo-accounts.ts';

/** Returns the demo's account as it is in this database, or undefined. */
export async function findDemoUser(db: Db, { email }: DemoAccount): Promise<typeof users.$inferSelect | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)));
  return user;
}

/** Returns the ids of the demo's accounts in this database, whatever their passwords. */
export async function findDemoUsers(db: Db): Promise<number[]> {
  const found = await Promise.all(Object.values(demoAccounts).map((account) => findDemoUser(db, account)));
  return found.flatMap((user) => (user ? [user.id] : []));
}

/** Returns the ids of the demo's accounts that still have the password which everybody can read in the documents. */
export async function findPublishedAccounts(db: Db): Promise<number[]> {
  const found = await Promise.all(
    Object.values(demoAccounts).map(async (account) => {
      const user = await findDemoUser(db, account);
      return user && (await isPasswordOf(user.passwordHash, account.password)) ? [user.id] : [];
    }),
  );
  return found.flat();
}
