import { and, asc, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { users } from './accounts.table.ts';

/** Accounts whose personal number was sealed before there was a digest of it, by id. */
export const findUndigested = (db: Db, after: number, limit: number): Promise<{ id: number; sealed: string }[]> =>
  db
    .select({ id: users.id, sealed: users.sealedPersonalNumber })
    .from(users)
    .where(and(isNull(users.personalNumberDigest), isNull(users.deletedAt), gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(limit);

/** An account that was deleted meanwhile stays without. */
export async function writeDigests(db: Db, rows: readonly { id: number; digest: string }[]): Promise<void> {
  await db.execute(sql`
    update users u set personal_number_digest = d.digest
    from unnest(${sql.param(rows.map(({ id }) => id))}::int[], ${sql.param(rows.map(({ digest }) => digest))}::text[]) as d (id, digest)
    where u.id = d.id and u.deleted_at is null`);
}
