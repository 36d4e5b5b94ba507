import { and, asc, eq, gt, isNull, like, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { emailKey } from '#server/platform/limits/limit-keys.ts';
import { users } from './accounts.table.ts';
import { digestNumber, openPersonal } from './personal-data.ts';

const AT_ONCE = 500;

/** At the start: adds the digest to accounts from before it existed. Processes that start at once repeat the work with the same result. */
export async function digestOldNumbers(ctx: Context): Promise<void> {
  let after = 0;
  let unreadable = 0;
  for (;;) {
    const rows = await findUndigested(ctx.db, after, AT_ONCE);
    const last = rows.at(-1);
    if (!last) break;
    const digests = rows.flatMap(({ id, sealed }) => digestOf(ctx, id, sealed) ?? []);
    unreadable += rows.length - digests.length;
    if (digests.length > 0) await writeDigests(ctx.db, digests);
    after = last.id;
  }
  if (unreadable > 0) ctx.log.warn({ unreadable }, 'personal numbers that another SECRET sealed cannot be searched');
}

function digestOf({ keys }: Context, id: number, sealed: string): { id: number; digest: string } | undefined {
  try {
    return { id, digest: digestNumber(keys, openPersonal(keys.personalData, 'personalNumber', sealed)) };
  } catch {
    return undefined;
  }
}

/**
 * At the start: adds the key to accounts whose address has letters beyond plain Latin, from before addresses were folded. Where another
 * account has the key already, that one keeps the address; the later account stays, and nobody can sign in to it by its address.
 */
export async function foldOldEmails(ctx: Context): Promise<void> {
  const taken: number[] = [];
  for (const { id, email } of await findUnfolded(ctx.db)) {
    if (!(await writeEmailKey(ctx.db, id, emailKey(email)))) taken.push(id);
  }
  if (taken.length > 0) ctx.log.warn({ userIds: taken }, 'accounts whose e-mail is another spelling of an older account cannot sign in');
}

/** Accounts whose personal number was sealed before the digest existed, by id. */
const findUndigested = (db: Db, after: number, limit: number): Promise<{ id: number; sealed: string }[]> =>
  db
    .select({ id: users.id, sealed: users.sealedPersonalNumber })
    .from(users)
    .where(and(isNull(users.personalNumberDigest), isNull(users.deletedAt), gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(limit);

/** An account that was deleted meanwhile gets none. */
async function writeDigests(db: Db, rows: readonly { id: number; digest: string }[]): Promise<void> {
  await db.execute(sql`
    update users u set personal_number_digest = d.digest
    from unnest(${sql.param(rows.map(({ id }) => id))}::int[], ${sql.param(rows.map(({ digest }) => digest))}::text[]) as d (id, digest)
    where u.id = d.id and u.deleted_at is null`);
}

const others = alias(users, 'others');

/** Accounts that the migration could not fold, oldest first. */
const findUnfolded = (db: Db): Promise<{ id: number; email: string }[]> =>
  db.select({ id: users.id, email: users.email }).from(users).where(like(users.emailKey, 'unfolded:%')).orderBy(asc(users.id));

/** Returns false if another account has the key. */
async function writeEmailKey(db: Db, id: number, key: string): Promise<boolean> {
  const isFree = notExists(
    db
      .select({ one: sql`1` })
      .from(others)
      .where(eq(others.emailKey, key)),
  );
  const rows = await db
    .update(users)
    .set({ emailKey: key })
    .where(and(eq(users.id, id), isFree))
    .returning({ id: users.id });
  return rows.length > 0;
}
