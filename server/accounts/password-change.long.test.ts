import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { createUser, signInAgain, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { runDueJobs } from '#server/registry.ts';
import { mails } from '#server/platform/platform.table.ts';
import { passwordResets } from './accounts.table.ts';

const NEW_PASSWORD = 'Moonlit-Kura-47';

type Change = { bearer?: string; currentPassword?: unknown; newPassword?: unknown; cookie?: string };

const change = (app: TestApp, guest: TestUser, { bearer = guest.accessToken, cookie, ...body }: Change = {}) =>
  rawCall(app.url, '/api/auth/change-password', {
    bearer,
    ...(cookie === undefined ? {} : { cookie }),
    body: { currentPassword: guest.password, newPassword: NEW_PASSWORD, ...body },
  });
const logIn = (app: TestApp, { email }: TestUser, password: string) => rawCall(app.url, '/api/auth/login', { body: { email, password } });
const statusOfMe = async (app: TestApp, bearer: string) => (await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer })).status;

const WRONG = { currentPassword: 'validation.current_password_wrong' };

async function start(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  return { app, guest: await createUser(app.ctx) };
}

test('a guest who knows the present password sets another one; this device stays signed in, every other is signed out [§7.change-password]', async () => {
  const { app, guest } = await start();
  const here = await logIn(app, guest, guest.password);
  const there = await logIn(app, guest, guest.password);
  const answer = await change(app, guest, { bearer: String(here.body['accessToken']), cookie: here.cookie });
  expect([answer.status, answer.body]).toEqual([200, {}]);

  expect(await statusOfMe(app, String(here.body['accessToken']))).toBe(200);
  expect((await rawCall(app.url, '/api/auth/refresh', { cookie: here.cookie })).status).toBe(200);
  for (const bearer of [guest.accessToken, String(there.body['accessToken'])]) expect(await statusOfMe(app, bearer)).toBe(401);
  expect((await rawCall(app.url, '/api/auth/refresh', { cookie: there.cookie })).status).toBe(401);
  expect((await logIn(app, guest, guest.password)).status).toBe(401);
  expect((await logIn(app, guest, NEW_PASSWORD)).status).toBe(200);
});

test('a wrong present password is an error at its field, never a 401, and changes nothing', async () => {
  const { app, guest } = await start();
  const other = await signInAgain(app.ctx, guest.id);
  const answer = await change(app, guest, { currentPassword: 'Wrong-Guess-1' });
  expect(answer.status).toBe(422);
  expect(answer.body['errors']).toEqual(WRONG);
  expect(await statusOfMe(app, other)).toBe(200);
  expect((await logIn(app, guest, guest.password)).status).toBe(200);
  expect(await app.ctx.db.$count(mails)).toBe(0);
});

test.each([
  ['weak', 'morning', 'validation.password_complexity'],
  ['common', 'P@ssw0rd1!', 'validation.password_common'],
  ['too long', `Aa-${'k'.repeat(254)}`, 'validation.too_long'],
  ['missing', '', 'validation.password_required'],
])('a %s new password is refused with its key', async (_what, newPassword, key) => {
  const { app, guest } = await start();
  const answer = await change(app, guest, { newPassword });
  expect([answer.status, answer.body['errors']]).toEqual([422, { newPassword: key }]);
});

test('without a session nobody changes a password', async () => {
  const { app, guest } = await start();
  expect((await change(app, guest, { bearer: 'broken' })).status).toBe(401);
  expect((await rawCall(app.url, '/api/auth/change-password', { body: {} })).status).toBe(401);
});

test('a password of another account opens nothing', async () => {
  const { app, guest } = await start();
  const otherUser = await createUser(app.ctx, { password: 'Other-Word-1' });
  const answer = await change(app, guest, { currentPassword: otherUser.password });
  expect([answer.status, answer.body['errors']]).toEqual([422, WRONG]);
});

test('guesses are counted for the session, over all processes, those of others apart, and a mailed link can still be requested', async () => {
  const env = { RATE_LIMIT_SCALE: '1' };
  const { app, guest } = await start(env);
  const { databaseUrl = '' } = app.deps.env;
  const second = await startTestApp({ env, databaseUrl, clock: app.clock });
  for (let time = 0; time < 5; time += 1) await logIn(app, guest, 'Wrong-Guess-1');
  for (let time = 0; time < 3; time += 1) expect((await change(app, guest, { currentPassword: 'Wrong-Guess-1' })).status).toBe(422);
  for (let time = 0; time < 2; time += 1) expect((await change(second, guest, { currentPassword: 'Wrong-Guess-1' })).status).toBe(422);
  for (const process of [app, second]) {
    const refused = await change(process, guest);
    expect([refused.status, refused.body['code']]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  }
  expect((await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } })).status).toBe(200);
  expect(await app.ctx.db.$count(passwordResets)).toBe(1);
});

test('a guest changes the password at most ten times an hour: each change costs hashes, and a mail to an address nobody has proved', async () => {
  const { app, guest } = await start({ RATE_LIMIT_SCALE: '1' });
  const passwords = [guest.password, NEW_PASSWORD];
  const swap = (time: number, bearer = guest.accessToken) =>
    change(app, guest, { bearer, currentPassword: passwords[time % 2], newPassword: passwords[(time + 1) % 2] });
  const statuses: number[] = [];
  for (let time = 0; time < 12; time += 1) statuses.push((await swap(time)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  expect(await app.ctx.db.$count(mails)).toBe(10);
  // A new session of the account does not start a new count.
  const later = await signInAgain(app.ctx, guest.id);
  expect((await swap(10, later)).status).toBe(429);
});

test('of two devices that change it at once one succeeds, and the other gets the error of a wrong password', async () => {
  const { app, guest } = await start();
  const devices = await Promise.all([1, 2].map(() => signInAgain(app.ctx, guest.id)));
  const answers = await Promise.all(devices.map((bearer, place) => change(app, guest, { bearer, newPassword: `Moonlit-Kura-${place}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 422])]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await logIn(app, guest, `Moonlit-Kura-${winner}`)).status).toBe(200);
  expect(await app.ctx.db.$count(mails)).toBe(1);
});

test('links that were mailed before no longer work', async () => {
  const { app, guest } = await start();
  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } });
  await change(app, guest);
  expect(await app.ctx.db.$count(passwordResets)).toBe(0);
});

test.each<[Language, string[]]>([
  [
    'en',
    [
      'Your password was changed',
      'Your password was changed on November 20, 2026 at 18:00.',
      'Set a new password: https://rkali.example/forgot-password',
    ],
  ],
  ['ka', ['თქვენი პაროლი შეიცვალა', '20\u00a0ნოემბერი, 2026, 18:00', 'ახალი პაროლის დაყენება: https://rkali.example/forgot-password']],
])('a notice reaches the guest by mail, in their language (%s), after a change and after a link', async (language, texts) => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example' } });
  const guest = await createUser(app.ctx, { email: 'nino@example.com', language });
  await change(app, guest);
  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: guest.email } });
  const [{ payload } = { payload: {} }] = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'password-reset'));
  const token = String(Reflect.get(Object(payload), 'token'));
  expect((await rawCall(app.url, '/api/auth/reset-password', { body: { token, newPassword: 'Evening-Kura-48' } })).status).toBe(200);
  await runDueJobs(app.deps);

  const notices = smtp.received
    .map(({ to, raw }) => ({ to, mail: readMime(raw) }))
    .filter(({ mail }) => !/token=/.test(textOf(mail, 'text/plain')));
  expect(notices).toHaveLength(2);
  for (const { to, mail } of notices) {
    expect(to).toEqual(['nino@example.com']);
    expect(mail.headers.get('subject')).toEqual([texts[0]]);
    for (const text of texts) expect(textOf(mail, 'text/plain')).toContain(text);
    expect(textOf(mail, 'text/html')).toContain(`<html lang="${language}">`);
    expect(textOf(mail, 'text/html')).toContain('href="https://rkali.example/forgot-password"');
  }
});
