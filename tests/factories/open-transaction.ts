import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { type Context, withTransaction } from '#server/platform/context.ts';

export type Work = (tx: Context) => Promise<unknown>;

/** Begins a transaction, runs its work and keeps it open until the returned function is called or the test ends. */
export async function openTransaction(ctx: Context, work: Work): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<undefined>();
  const mayEnd = Promise.withResolvers<undefined>();
  onTestFinished(() => mayEnd.resolve(undefined));
  const ended = withTransaction(ctx, async (tx) => {
    await work(tx);
    done.resolve(undefined);
    await mayEnd.promise;
  });
  await Promise.race([done.promise, ended]);
  return async () => {
    mayEnd.resolve(undefined);
    await ended;
  };
}

/** Returns the number of connections to this database that wait for a lock. */
export async function countLockWaits({ database }: Context): Promise<number> {
  const { rows } = await database.priority.execute(sql`select distinct l.pid from pg_locks l
    join pg_stat_activity a on a.pid = l.pid and a.datname = current_database() where not l.granted`);
  return rows.length;
}
