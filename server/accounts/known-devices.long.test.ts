import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { runDueJobs } from '#server/registry.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { findLatestMails } from '#server/platform/mail/mail.queries.ts';
import { securityEvents } from './accounts.table.ts';
import { start, logIn, deviceOf, guessUntilRefused } from '#tests/factories/known-devices.ts';

test('a good login leaves a cookie by which the account knows the device; scripts cannot read it', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  const { headers } = await logIn(app, guest.email, guest.password);
  const cookie = headers.getSetCookie().find((text) => text.startsWith('rkali_device='));
  expect(cookie).toMatch(/^rkali_device=[\w.-]+; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
  expect((await logIn(app, guest.email, 'Wrong-Guess-1')).headers.getSetCookie()).toEqual([]);
});

test('staff are told by mail of a sign-in on a new device, once a day for each; guests are not', async () => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, TRUST_PROXY: '1' } });
  const [guest, staff] = [await createUser(app.ctx), await createUser(app.ctx, { roles: ['DoorLead'], language: 'ka' })];
  const news = async () => {
    await runDueJobs(app.deps);
    return smtp.received.map(({ to, raw }) => ({ to, text: textOf(readMime(raw), 'text/plain') }));
  };
  await logIn(app, guest.email, guest.password);
  expect(await news()).toEqual([]);
  const cookie = deviceOf((await logIn(app, staff.email, staff.password)).headers);
  await logIn(app, staff.email, staff.password);
  await logIn(app, staff.email, staff.password, { cookie, address: '198.51.100.9' });
  await logIn(app, staff.email, 'Wrong-Guess-1', { address: '198.51.100.9' });
  const [first, ...more] = await news();
  expect([first?.to, more]).toEqual([[staff.email], []]);
  expect(first?.text).toContain('ახალი მოწყობილობიდან');
  expect(first?.text).toContain('203.0.113.0');
  expect(first?.text).not.toContain('203.0.113.7');

  await logIn(app, staff.email, staff.password, { address: '198.51.100.9' });
  expect(await news()).toHaveLength(2);
  app.clock.advanceMinutes(24 * 60);
  await logIn(app, staff.email, staff.password);
  expect(await news()).toHaveLength(3);
});

test('a new password by mail on a new device is told as a login there is: an event, and for staff a part of the mail about the password', async () => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, TRUST_PROXY: '1' } });
  const [guest, staff] = [await createUser(app.ctx), await createUser(app.ctx, { roles: ['DoorLead'], language: 'ka' })];
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const reset = async (email: string, newPassword: string, cookie = '') => {
    await rawCall(app.url, '/api/auth/request-password-reset', { body: { email }, headers });
    const [mail] = await findLatestMails(app.ctx.db, 1);
    const body = { ...Object(mail?.payload), newPassword };
    return deviceOf((await rawCall(app.url, '/api/auth/reset-password', { body, headers, cookie })).headers);
  };
  /** Counts new devices, and the mails since the last call other than the reset link. */
  const news = async () => {
    await runDueJobs(app.deps);
    const texts = smtp.received.splice(0).map(({ raw }) => textOf(readMime(raw), 'text/plain') ?? '');
    const events = await app.ctx.db.$count(securityEvents, eq(securityEvents.kind, 'new_device'));
    return { events, mails: texts.filter((text) => !text.includes('token=')).map((text) => text.includes('203.0.113.0')) };
  };
  const cookie = await reset(staff.email, 'Moonlit-Kura-2');
  expect(await news()).toEqual({ events: 1, mails: [true] });
  await logIn(app, staff.email, 'Moonlit-Kura-2', { cookie });
  expect(await news()).toEqual({ events: 1, mails: [] });
  await reset(staff.email, 'Moonlit-Kura-3', cookie);
  expect(await news()).toEqual({ events: 1, mails: [false] });
  await reset(guest.email, 'Moonlit-Kura-2', cookie);
  expect(await news()).toEqual({ events: 2, mails: [false] });
});

test('strangers who guess keep nobody out on a device the account knows, not even from the same address', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  const cookie = deviceOf((await logIn(app, guest.email, guest.password)).headers);
  expect(await guessUntilRefused(app, guest.email)).toBe(5);
  expect((await logIn(app, guest.email, guest.password)).status).toBe(429);
  expect((await logIn(app, guest.email, guest.password, { cookie })).status).toBe(200);
});

test('an address where too many failed at all accounts keeps nobody out on a known device', async () => {
  const app = await start('0.05');
  const guest = await createUser(app.ctx);
  const cookie = deviceOf((await logIn(app, guest.email, guest.password)).headers);
  for (const name of ['a', 'b', 'c']) await logIn(app, `${name}@example.com`, 'Wrong-Guess-1');
  expect((await logIn(app, guest.email, guest.password)).status).toBe(429);
  expect((await logIn(app, guest.email, guest.password, { cookie })).status).toBe(200);
});

test('on a new device somewhere else one comes in while strangers guess', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  await guessUntilRefused(app, guest.email);
  expect((await logIn(app, guest.email, guest.password, { address: '198.51.100.9' })).status).toBe(200);
});

test('a known device has twenty guesses of its own, and its failures count for nobody else', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  const cookie = deviceOf((await logIn(app, guest.email, guest.password)).headers);
  const statuses: number[] = [];
  for (let time = 0; time < 21; time += 1) statuses.push((await logIn(app, guest.email, 'Wrong-Guess-1', { cookie })).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  expect((await logIn(app, guest.email, guest.password)).status).toBe(200);
});

test('however many devices an account has at one address, there they have sixty guesses in all', async () => {
  // A tenth of the limits: two guesses for a device, six for all devices.
  const app = await start('0.1');
  const [guest, other] = [await createUser(app.ctx), await createUser(app.ctx)];
  const foreign = deviceOf((await logIn(app, other.email, other.password)).headers);
  const cookies: string[] = [];
  for (let device = 0; device < 5; device += 1) cookies.push(deviceOf((await logIn(app, guest.email, guest.password)).headers));
  const statuses: number[] = [];
  for (const cookie of cookies.slice(0, 4)) {
    for (let time = 0; time < 2; time += 1) statuses.push((await logIn(app, guest.email, 'Wrong-Guess-1', { cookie })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  const [, , , , unused = ''] = cookies;
  expect((await logIn(app, guest.email, guest.password, { cookie: unused })).status).toBe(429);
  // Other accounts at that address are not locked out, and the account's own devices work elsewhere.
  expect((await logIn(app, other.email, other.password, { cookie: foreign })).status).toBe(200);
  expect((await logIn(app, guest.email, guest.password, { cookie: unused, address: '198.51.100.9' })).status).toBe(200);
});

test('another password makes every device unknown but the one that set it', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  const before = deviceOf((await logIn(app, guest.email, guest.password)).headers);
  const changed = await rawCall(app.url, '/api/auth/change-password', {
    bearer: guest.accessToken,
    body: { currentPassword: guest.password, newPassword: 'Moonlit-Kura-2' },
  });
  const after = deviceOf(changed.headers);
  await guessUntilRefused(app, guest.email);
  expect((await logIn(app, guest.email, 'Moonlit-Kura-2', { cookie: before })).status).toBe(429);
  expect((await logIn(app, guest.email, 'Moonlit-Kura-2', { cookie: after })).status).toBe(200);
});

test('the cookie of another account, one that ran out, or an invented one makes no device known', async () => {
  const app = await start();
  const [guest, other] = [await createUser(app.ctx), await createUser(app.ctx)];
  const own = deviceOf((await logIn(app, guest.email, guest.password)).headers);
  const foreign = deviceOf((await logIn(app, other.email, other.password)).headers);
  await guessUntilRefused(app, guest.email);
  const [name, until] = own.split('.');
  const invented = [
    `${name}.${Number(until) + 1}.${own.split('.')[2]}`,
    `rkali_device=${'x'.repeat(22)}.9999999999.${'A'.repeat(43)}`,
    'rkali_device=',
  ];
  for (const cookie of [foreign, ...invented]) expect((await logIn(app, guest.email, guest.password, { cookie })).status).toBe(429);
  app.clock.advanceMinutes(180 * 24 * 60);
  expect((await logIn(app, guest.email, guest.password, { cookie: own })).status).toBe(429);
});

test('one IPv6 customer is one sender, however many lines it has, and right passwords there use nothing up', async () => {
  const app = await start('0.05');
  const guest = await createUser(app.ctx);
  const from = (line: number, site = 1) => ({ address: `2001:db8:${site}:${line}::1` });
  const guess = async (line: number, site?: number) =>
    (await logIn(app, `nobody-${line}@example.com`, 'Wrong-Guess-1', from(line, site))).status;
  expect([await guess(1), await guess(2)]).toEqual([401, 401]);
  for (let line = 11; line <= 14; line += 1) expect((await logIn(app, guest.email, guest.password, from(line))).status).toBe(200);
  expect([await guess(3), await guess(4), await guess(5, 2)]).toEqual([401, 429, 401]);
});

test('sign-ins that succeed are counted by account', async () => {
  const app = await start('0.05');
  const [guest, other] = [await createUser(app.ctx), await createUser(app.ctx)];
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await logIn(app, guest.email, guest.password)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await logIn(app, other.email, other.password)).status).toBe(200);
});

test('on a known device they are counted apart, by the device', async () => {
  // A tenth of the limits: three logins for a device.
  // A tenth of the limits: three logins for a device.
  const app = await start('0.1');
  const guest = await createUser(app.ctx);
  const [one, other] = [await logIn(app, guest.email, guest.password), await logIn(app, guest.email, guest.password)];
  const statuses: number[] = [];
  for (let time = 0; time < 4; time += 1)
    statuses.push((await logIn(app, guest.email, guest.password, { cookie: deviceOf(one.headers) })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await logIn(app, guest.email, guest.password, { cookie: deviceOf(other.headers) })).status).toBe(200);
  expect((await logIn(app, guest.email, guest.password)).status).toBe(200);
});
