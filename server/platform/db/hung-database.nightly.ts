import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

/** Returns the backend processes of this app's connections, after a query on each. */
async function backendsOf({ ctx }: TestApp): Promise<number[]> {
  const { rows } = await ctx.db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`);
  return rows.map(({ pid }) => pid);
}

/** Stops the backends, so that the database neither answers nor closes connections. */
function stop(pids: number[]): () => void {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) process.kill(pid, name);
  };
  let isStopped = true;
  const goOn = () => {
    if (isStopped) signal('SIGCONT');
    isStopped = false;
  };
  onTestFinished(goOn);
  signal('SIGSTOP');
  return goOn;
}

test('while the database hangs signed-in calls and readiness say so, and go on when it does', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const me = () => rawCall(app.url, '/api/auth/me', { method: 'GET', bearer: guest.accessToken });
  const ready = async () => (await fetch(`${app.url}/readyz`)).status;
  const cart = () => rawCall(app.url, '/api/Cart/my-cart', { method: 'GET', bearer: guest.accessToken });
  expect([(await me()).status, await ready(), (await cart()).status]).toEqual([200, 200, 200]);

  const goOn = stop(await backendsOf(app));
  const [first, again, unready] = await Promise.all([me(), me(), ready()]);
  expect([first.status, unready]).toEqual([503, 503]);
  // A request that arrived in between may have been answered over a new connection.
  expect([200, 503]).toContain(again.status);
  expect(first.headers.get('retry-after')).toBe('5');
  goOn();
  await expect.poll(async () => [(await me()).status, await ready(), (await cart()).status]).toEqual([200, 200, 200]);
}, 90_000);

test('a transaction over a connection that hangs ends, and its connection is not used again', async () => {
  const app = await startTestApp();
  await app.ctx.db.execute(sql`select 1`);
  const goOn = stop(await backendsOf(app));
  await expect(app.ctx.database.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  goOn();
  const { rows } = await app.ctx.db.execute(sql`select 7 as seven`);
  expect(rows).toEqual([{ seven: 7 }]);
}, 90_000);

test('a transaction in which the database hangs ends with the statement that waits, not after a rollback that waits as well', async () => {
  const app = await startTestApp({ isFresh: true });
  // Allows as much time as a statement of the pool, also on a connection that hangs.
  const yardstick = new pg.Client({ connectionString: app.deps.env.databaseUrl, query_timeout: 20_000 });
  await yardstick.connect();
  const ended: string[] = [];
  let later: Promise<unknown> | undefined;
  const failed = app.ctx.database
    .transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      stop(await backendsOf(app));
      await tx.execute(sql`select 1`).catch((error: unknown) => {
        later = yardstick.query('select 1').catch(() => ended.push('a statement that began when the first one ended'));
        throw error;
      });
    })
    .catch(() => ended.push('the transaction'));
  await failed;
  await later;
  expect(ended).toEqual(['the transaction', 'a statement that began when the first one ended']);
  yardstick.on('error', () => undefined);
  void yardstick.end();
}, 120_000);
