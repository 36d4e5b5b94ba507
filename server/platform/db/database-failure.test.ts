import { connect } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { isDatabaseFailure } from './database-failure.ts';

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
  // Of a disk that failed, after which the kernel made it read-only.
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
