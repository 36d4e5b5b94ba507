import { connect } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { openProxy } from '#tests/setup/cuttable-database.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { isDatabaseAway, isDatabaseFailure } from './database-failure.ts';

const REFUSED = 'postgres://app@127.0.0.1:1/none';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a database that refuses is an outage of the database', async () => {
  const client = new pg.Client({ connectionString: REFUSED });
  expect(isDatabaseFailure(await failureOf(client.connect()), REFUSED)).toBe(true);
  expect(isDatabaseFailure(new Error('Connection terminated unexpectedly'), REFUSED)).toBe(true);
  expect(isDatabaseFailure(Object.assign(new Error('shutting down'), { code: '57P01' }), REFUSED)).toBe(true);
  // From a disk that failed, so that the kernel made it read-only.
  const failed = Object.assign(new Error('could not open file "base/5/1259": Read-only file system'), { code: '42501' });
  expect(isDatabaseFailure(failed, REFUSED)).toBe(true);
  expect(isDatabaseFailure(Object.assign(new Error('permission denied for table users'), { code: '42501' }), REFUSED)).toBe(false);
});

test('a mail server, a bank or anybody else who refuses is not', async () => {
  const other = 'postgres://app@127.0.0.1:5432/club';
  const mail = await failureOf(createTransport('smtp://127.0.0.1:1').sendMail({ to: 'a@b.ge', from: 'a@b.ge', text: '' }));
  const bank = await failureOf(fetch('http://127.0.0.1:1/'));
  const [socket] = await once(connect(1, '127.0.0.1'), 'error');
  for (const error of [mail, bank, socket, new Error('anything')]) {
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseFailure(error, other)).toBe(false);
  }
});

test('a connection that breaks in the middle says where it was used', () => {
  const broken = (stack: string) => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read', stack });
  expect(isDatabaseFailure(broken('Error\n at /club/node_modules/pg-pool/index.js:45:11'), REFUSED)).toBe(true);
  expect(isDatabaseFailure(broken('Error\n at TLSSocket.onStreamRead'), REFUSED)).toBe(false);
});

// What pgbouncer 1.18 to 1.24, pgcat, Odyssey and Supavisor send when their server is away or they have no connection left.
const refusals = [
  ['08P01', 'server closed the connection unexpectedly'],
  ['08P01', 'server conn crashed?'],
  ['08P01', 'query_wait_timeout'],
  ['08P01', 'no more connections allowed (max_client_conn)'],
  ['08P01', 'server login failed: FATAL the database system is starting up'],
  ['08P01', 'server login has been failing, cached error: connect failed (server_login_retry)'],
  ['08000', 'connection_exception'],
  ['08003', 'connection_does_not_exist'],
  ['08004', 'the server refuses the connection'],
  ['58000', 'could not get connection from the pool'],
  ['XX000', 'MaxClientsInSessionMode: max clients reached'],
  ['57P04', 'terminating connection because the database was dropped'],
  ['57P05', 'terminating connection due to idle-session timeout'],
  ['53400', 'configuration limit exceeded'],
] as const;

test.for(refusals)('a pooler that answers %s "%s" has lost the database, before and after the login', async ([code, message]) => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const proxy = await openProxy(url);
  const open = new pg.Client({ connectionString: proxy.url });
  open.on('error', () => undefined);
  await open.connect();
  const waiting = failureOf(open.query('select pg_sleep(60)'));
  proxy.refuse({ code, message });
  const refused = await failureOf(new pg.Client({ connectionString: proxy.url }).connect());
  for (const error of [await waiting, refused]) {
    expect(error).toMatchObject({ code, message });
    expect([isDatabaseAway(error), isDatabaseAway(new Error('Failed query: select 1', { cause: error }))]).toEqual([true, true]);
    expect(isDatabaseFailure(error, proxy.url)).toBe(true);
  }
});

test("a statement with too many values breaks PostgreSQL's protocol too, and is our fault", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const error = await failureOf(client.query('select $1::int', [1, 2]));
  expect(error).toMatchObject({ code: '08P01' });
  expect(isDatabaseAway(error)).toBe(false);
});
