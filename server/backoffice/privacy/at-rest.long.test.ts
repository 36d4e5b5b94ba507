import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openLog } from '#server/platform/log.ts';
import { runDueJobs } from '#server/registry.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const guest = {
  firstName: 'Ketevan',
  lastName: 'Sealed',
  email: 'ketevan.sealed@example.com',
  password: 'Quiet-Night-77',
  confirmPassword: 'Quiet-Night-77',
  phoneNumber: '+995 599 87 65 43',
  personalNumber: '60123456789',
  birthdate: '1991-07-23',
  socialMediaProfileLink: 'https://www.instagram.com/ketevan.sealed/',
  country: 'Georgia',
};

const post = (app: TestApp, path: string, body: unknown, bearer?: string) =>
  rawCall(app.url, path, { body, ...(bearer === undefined ? {} : { bearer }) });

/** Registers, signs in, buys, sends an enquiry, requests a password reset, and fails once at each. Returns all tokens that were issued. */
async function fullJourney(app: TestApp): Promise<string[]> {
  const { id: eventId } = await createEvent(app.ctx);
  await post(app, '/api/auth/register', guest);
  const signedIn = await post(app, '/api/auth/login', guest);
  const accessToken = String(signedIn.body['accessToken']);
  const api = app.api(accessToken);
  await api.cart.addTicket({ eventId });
  const { redirect } = await api.cart.checkout();
  const { token } = await payAtBank(app, redirect, 'approve');
  await comeBack(app, token);
  const enquiry = `Name: Ketevan||Email: ${guest.email}||Event Description: A birthday`;
  await post(app, '/api/email/ClientContactToEmail', enquiry);
  await post(app, '/api/auth/request-password-reset', { email: guest.email });
  await runDueJobs(app.deps);
  await api.privacy.myData();
  return [accessToken, signedIn.cookie.split('=')[1] ?? '', token];
}

/** Every row of every table, including the job queue. */
async function dump({ ctx }: TestApp): Promise<string> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`);
  const texts = [];
  for (const { name } of rows) {
    const { rows: all } = await ctx.db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`));
    texts.push(...all.map(({ row }) => row));
  }
  return texts.join('\n');
}

test('after a whole journey no table holds a personal number, a birthdate or a password that can be read', async () => {
  const app = await startTestApp();
  const tokens = await fullJourney(app);
  const everything = await dump(app);
  expect(everything).toContain(guest.email);
  for (const secret of [guest.personalNumber, guest.birthdate, guest.password, ...tokens.slice(0, 2)])
    expect(everything).not.toContain(secret);
});

test('the log of a whole journey, failures included, tells nothing about the person', async () => {
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) });
  const app = await startTestApp({ log: openLog({ logLevel: 'trace' }, stream) });
  const tokens = await fullJourney(app);
  const [accessToken = ''] = tokens;

  await post(app, '/api/auth/register', { ...guest, personalNumber: '6012345678', birthdate: '2020-07-23', password: 'weak' });
  await post(app, '/api/auth/register', guest);
  await post(app, '/api/auth/login', { ...guest, password: `${guest.password}?` });
  await post(app, '/api/auth/delete-account', { password: 'Wrong-Guess-1' }, accessToken);
  await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer: `${accessToken}x` });
  await app.owner.execute(sql`alter table users rename column country to land`);
  const failed = [
    await post(app, '/api/auth/register', { ...guest, email: `other.${guest.email}` }),
    await post(app, '/api/auth/login', guest),
    await post(app, '/api/auth/request-password-reset', { email: guest.email }),
    await rawCall(app.url, '/api/auth/me', { method: 'PUT', bearer: accessToken, body: { ...guest, firstName: 'Nina' } }),
  ];
  expect(failed.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
  await app.owner.execute(sql`alter table users rename column land to country`);

  const log = lines.join('');
  expect(log).toContain('unexpected failure');
  const { email, password, phoneNumber, personalNumber, birthdate, lastName } = guest;
  for (const secret of [email, password, phoneNumber, personalNumber, birthdate, lastName, ...tokens]) expect(log).not.toContain(secret);
});
