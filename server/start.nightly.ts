import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { freePort, runServerToEnd, startServer, type ServerProcess } from '#lab/trial/server-process.ts';
import { connect, pay } from '#lab/trial/world.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rkali start '));
  // Root's database must be able to read it, so that its files are inside and are deleted with the folder.
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

// All other texts are tested in platform/config/env.test.ts.
test.each([
  [{ PORT: 'many' }, /PORT must be a number/],
  [{ NODE_ENV: 'production' }, /PAYMENTS must be set in production/],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /no PostgreSQL answers at 127\.0\.0\.1:1: check DATABASE_URL/],
])('%j stops the start with one line and leaves nothing behind', async (variables, expected) => {
  const dataDir = await emptyFolder();
  const { code, lines } = await runServerToEnd({ DATA_DIR: dataDir, ...variables });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(expected);
  expect(await readdir(dataDir)).toEqual([]);
});

test('a port that is taken while the server starts is refused, even by one that would share it', async () => {
  const dataDir = await emptyFolder();
  const port = await freePort();
  const started = runServerToEnd({ DATA_DIR: dataDir, PORT: String(port), DEMO: 'false', PLACEHOLDER_IMAGES: 'false' });
  // The port is checked by now, and the database takes a while.
  await expect.poll(() => readdir(dataDir)).not.toEqual([]);
  const taken = createServer().listen({ port, host: '127.0.0.1', reusePort: process.platform === 'linux' });
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { code, lines } = await started;
  expect([code, lines.at(-1)]).toEqual([1, `Rkali cannot start: PORT ${port} is already in use: stop the other program or set PORT.`]);
});

test('a port in use and a data folder that is a file are said in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const dataDir = await emptyFolder();
  const busy = await runServerToEnd({ DATA_DIR: dataDir, PORT: port });
  expect(busy).toEqual({ code: 1, lines: [`Rkali cannot start: PORT ${port} is already in use: stop the other program or set PORT.`] });
  expect(await readdir(dataDir)).toEqual([]);

  await writeFile(join(dataDir, 'file'), '');
  const blocked = await runServerToEnd({ DATA_DIR: join(dataDir, 'file') });
  expect(blocked.code).toBe(1);
  expect(blocked.lines).toEqual([expect.stringMatching(/file is not a folder: set DATA_DIR/)]);
});

/** Starts a server that is stopped at the end of the test, whatever its result. */
async function serve(variables: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(variables);
  onTestFinished(() => server.kill('SIGTERM'));
  return server;
}

test('it starts, ends on SIGTERM, starts again after SIGKILL, and keeps one database', async () => {
  const dataDir = await emptyFolder();
  const first = await serve({ DATA_DIR: dataDir });
  await expect.poll(() => first.output()).toContain(demoAccounts.admin.email);
  const events = await connect(first.origin).events.list();
  await first.kill('SIGKILL');
  const second = await serve({ DATA_DIR: dataDir });
  expect(await connect(second.origin).events.list()).toEqual(events);
  await second.kill('SIGTERM');
  const third = await serve({ DATA_DIR: dataDir });
  expect(await connect(third.origin).events.list()).toEqual(events);
  expect(third.output()).not.toMatch(/error/i);
});

/** Signs in as the demo's guest and buys a ticket for the first event on sale; returns the number of tickets afterwards. */
async function buyTicket(origin: string): Promise<number> {
  const { accessToken } = await connect(origin).accounts.login({ body: demoAccounts.guest });
  const api = connect(origin, accessToken);
  const event = (await api.events.list()).find(({ baskets }) => baskets[0]?.price && baskets[0].available > 0);
  await api.cart.addTicket({ eventId: event?.id ?? 0 });
  const back = await pay((await api.cart.checkout()).redirect, 'approve');
  const token = new URL(back).searchParams.get('order') ?? '';
  expect(await api.payments.bankReturn({ body: { token } })).toMatchObject({ state: 'paid' });
  return (await api.tickets.mine()).length;
}

/** Starts a PostgreSQL of the club's own, over TCP, with one user for the server and one that owns the tables. */
async function startOwnPostgres(): Promise<{ url: string; ownerUrl: string }> {
  const port = String(await freePort());
  const dataDir = await emptyFolder();
  const settings = { listen_addresses: '127.0.0.1', port };
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
  onTestFinished(() => cluster.stop());
  await appendFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
  const owner = openTestPool(cluster.ownerUrl);
  await owner.query('select pg_reload_conf()');
  await owner.end();
  const overTcp = (url: string): string => Object.assign(new URL(url), { host: `127.0.0.1:${port}`, search: '' }).href;
  return { url: overTcp(cluster.url), ownerUrl: overTcp(cluster.ownerUrl) };
}

test('a PostgreSQL of the club, over TCP, serves the same with two users, and warns with one', async () => {
  const { url, ownerUrl } = await startOwnPostgres();
  const variables = { DATA_DIR: await emptyFolder(), DATABASE_URL: url };
  const refused = await runServerToEnd(variables);
  expect(refused).toEqual({
    code: 1,
    lines: ['Rkali cannot start: the database must be changed by the owner of its tables: name that user in DATABASE_OWNER_URL.'],
  });
  const separated = await serve({ ...variables, DATABASE_OWNER_URL: ownerUrl });
  expect(await buyTicket(separated.origin)).toBe(3);
  await separated.kill('SIGTERM');

  const alone = await serve({ DATA_DIR: await emptyFolder(), DATABASE_URL: url });
  expect(await connect(alone.origin).events.list()).not.toEqual([]);
  await alone.kill('SIGTERM');

  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    DEMO: 'public',
    PAYMENTS: 'fake',
    MAIL: 'files',
    DATA_DIR: variables.DATA_DIR,
  };
  const both = await serve({ ...production, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
  expect(both.output()).not.toContain('append-only');
  await both.kill('SIGTERM');
  const one = await serve({ ...production, DATABASE_URL: ownerUrl });
  await expect.poll(() => one.output()).toContain('the server may change what is append-only');
});

test('two processes on one database serve side by side', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const secret = 'the same secret for both of the processes';
  const variables = async () => ({ DATABASE_URL: database.url, DATA_DIR: await emptyFolder(), SECRET: secret });
  const [one, two] = await Promise.all([serve(await variables()), serve(await variables())]);
  expect(await connect(one.origin).events.list()).toEqual(await connect(two.origin).events.list());
  expect(await buyTicket(one.origin)).toBe(3);
  const { accessToken } = await connect(one.origin).accounts.login({ body: demoAccounts.guest });
  expect(await connect(two.origin, accessToken).tickets.mine()).toHaveLength(3);

  const admin = openTestPool(database.url);
  await admin.query(`update events set name_lat = 'Renamed' where id = (select min(id) from events where ends_at > now())`);
  await admin.end();
  for (const { origin } of [one, two])
    await expect.poll(async () => (await connect(origin).events.list()).some(({ nameLat }) => nameLat === 'Renamed')).toBe(true);
});
