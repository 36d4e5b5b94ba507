import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/platform/db/client.ts';
import { isDatabaseAway } from '#server/platform/db/database-failure.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { freezeDatabase } from '#lab/trial/frozen-database.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { openProxy } from '#tests/setup/cuttable-database.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { startTestSite } from '#tests/setup/site.ts';

/** The limit of a single query (server/platform/db/client.ts): the server must notice a hung database before. Counts from the calls. */
const YARDSTICK_MS = 20_000;
/** More than the pool has connections. */
const VISITORS = 12;
const PAUSE_MS = 50;

/** Starts a separate PostgreSQL, so that no other test hangs. */
async function startCluster() {
  const dataDir = createDatabaseFolder();
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  onTestFinished(() => cluster.stop());
  await migrate(cluster.ownerUrl, cluster.url);
  return { url: cluster.url, postmaster: findPostmaster(`${dataDir}/postgres`)?.pid ?? 0 };
}

/** Opens calls of a guest, of visitors and of the door, which all need the database. */
async function openCalls({ ctx, url }: Pick<TestApp, 'ctx' | 'url'>) {
  const event = await createEvent(ctx);
  const [guest, admin] = [await createUser(ctx), await createAdmin(ctx)];
  const call =
    (path: string, token?: string, method = 'GET') =>
    async (): Promise<string> => {
      const answer = await fetch(url + path, {
        method,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      return `${answer.status}, again in ${answer.headers.get('retry-after')} s`;
    };
  return [
    call('/'),
    call(`/Events/${event.id}`),
    call('/api/Events'),
    call('/api/Cart/my-cart', guest.accessToken),
    call('/api/QRCode/events', admin.accessToken),
    call('/api/Cart/checkout', guest.accessToken, 'POST'),
    ...Array.from({ length: VISITORS }, () => call('/calendar.ics')),
  ];
}

/** Calls that only waited in the queue get a shorter retry time. */
const isRefused = (answer: string) => /^503, again in [25] s$/.test(answer);

async function hang(site: TestApp, calls: readonly (() => Promise<string>)[], begin: () => () => void) {
  for (const call of calls) await call();
  site.dropCaches();
  const goOn = begin();
  onTestFinished(goOn);
  const order: string[] = [];
  const yardstick = new Promise<void>((resolve) => {
    setTimeout(() => {
      order.push('the yardstick');
      resolve();
    }, YARDSTICK_MS);
  });
  const answers = await Promise.all(calls.map((call) => call()));
  order.push('all calls');
  await yardstick;
  expect(order).toEqual(['all calls', 'the yardstick']);
  expect(answers.filter((answer) => !isRefused(answer))).toEqual([]);
  // From then on no call waits: sent one after the other, more calls than the pool has connections.
  const later: string[] = [];
  for (const call of calls) later.push(await call());
  expect(later.filter((answer) => !isRefused(answer))).toEqual([]);
  goOn();
  const isWell = async () => (await Promise.all(calls.map((call) => call()))).every((answer) => !answer.startsWith('5'));
  await expect.poll(isWell, { timeout: 10_000 }).toBe(true);
}

test('a database that is stopped holds nobody as long as its statements may take, then refuses at once, and is well when it goes on', async () => {
  const database = await startCluster();
  const site = await startTestSite({ databaseUrl: database.url });
  await hang(site, await openCalls(site), () => freezeDatabase(database.postmaster));
}, 300_000);

test('many callers who try again and again hear nothing but that it is away, also when its queue of connections is full', async () => {
  const { url, postmaster } = await startCluster();
  const { priorityPool, close } = openDatabase(url, () => undefined);
  onTestFinished(close);
  await priorityPool.query('select 1');
  const goOn = freezeDatabase(postmaster);
  onTestFinished(goOn);
  const others: unknown[] = [];
  let refused = 0;
  const callAgainAndAgain = async () => {
    while (refused < 1_000)
      await priorityPool.query('select 1').catch(async (error: unknown) => {
        refused += 1;
        if (!isDatabaseAway(error)) others.push(error);
        await sleep(PAUSE_MS);
      });
  };
  await Promise.all(Array.from({ length: VISITORS }, callAgainAndAgain));
  expect(others).toEqual([]);
  goOn();
  await expect.poll(() => priorityPool.query('select 7').then(() => 'well', String), { timeout: 10_000 }).toBe('well');
}, 300_000);

test('so does a network that swallows everything', async () => {
  const database = await startTestApp();
  const proxy = await openProxy(database.deps.env.databaseUrl ?? '');
  const site = await startTestSite({ databaseUrl: proxy.url, isFresh: true });
  await hang(site, await openCalls({ ctx: database.ctx, url: site.url }), () => {
    proxy.swallow();
    return proxy.reopen;
  });
}, 300_000);

test('a statement that takes long on a database that answers is not cut off', async () => {
  const { ctx, deps } = await startTestApp({ isFresh: true });
  const { rows } = await ctx.db.execute(sql`select pg_sleep(9), 7 as seven`);
  expect(rows).toMatchObject([{ seven: 7 }]);
  // The health check used its own connections, which are closed.
  const other = new pg.Client({ connectionString: deps.env.databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  const open = await other.query('select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  expect(open.rowCount).toBe(deps.database.pool.totalCount + deps.database.priorityPool.totalCount);
}, 120_000);
