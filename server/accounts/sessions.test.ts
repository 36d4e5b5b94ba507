import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { refreshTokens, sessions, users } from './accounts.table.ts';
import { hashOpaqueToken } from './tokens.ts';

const DAY_MINUTES = 24 * 60;

async function start(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  const guest = await createUser(app.ctx, { email: 'Nino@example.com' });
  const signIn = () => rawCall(app.url, '/api/auth/login', { body: { email: guest.email, password: guest.password } });
  const refresh = (cookie?: string, more: { bearer?: string; headers?: Record<string, string> } = {}) =>
    rawCall(app.url, '/api/auth/refresh', { ...(cookie === undefined ? {} : { cookie }), ...more });
  return { app, guest, signIn, refresh };
}

const statusOfMe = async (app: TestApp, bearer: unknown): Promise<number> =>
  (await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer: String(bearer) })).status;

test('signing in gives an access token and a refresh cookie that scripts cannot read [§7.login]', async () => {
  const { app, signIn } = await start();
  const answer = await signIn();
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body)).toEqual(['accessToken']);
  expect(await statusOfMe(app, answer.body['accessToken'])).toBe(200);
  expect(answer.setCookie).toMatch(
    /^rkali_refresh=[\w-]{36}\.[\w-]{43}\.[\w-]{43}; Max-Age=1209600; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('behind https the cookie is Secure and named so', async () => {
  const { signIn, refresh } = await start({ PUBLIC_URL: 'https://rkali.example' });
  const { setCookie, cookie } = await signIn();
  expect(setCookie).toMatch(
    /^__Secure-rkali_refresh=[\w-]{36}\.[\w-]{43}\.[\w-]{43}; .*Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await refresh(cookie)).status).toBe(200);
});

test('the e-mail may be typed in any letter case', async () => {
  const { app, guest } = await start();
  for (const email of ['nino@example.com', ' NINO@EXAMPLE.COM ']) {
    expect((await rawCall(app.url, '/api/Auth/Login', { body: { email, password: guest.password } })).status).toBe(200);
  }
});

test('a wrong password and an unknown account get the same answer', async () => {
  const { app, guest } = await start();
  const tryWith = (email: string) => rawCall(app.url, '/api/auth/login', { body: { email, password: 'Wrong-Guess-1' } });
  const [known, unknown] = [await tryWith(guest.email), await tryWith('nobody@example.com')];
  expect(known.status).toBe(401);
  expect(known.body).toEqual({ message: 'Wrong credentials', code: 'wrong_credentials' });
  expect({ ...unknown, headers: undefined }).toEqual({ ...known, headers: undefined });
  expect(known.setCookie).toBe('');
});

test('a login without its fields names them [§5.login]', async () => {
  const { app } = await start();
  const answer = await rawCall(app.url, '/api/auth/login', { body: {} });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ errors: { email: 'validation.email_required', password: 'validation.password_required' } });
});

test('a broken or old bearer does not disturb a login', async () => {
  const { app, guest } = await start();
  const answer = await rawCall(app.url, '/api/auth/login', { bearer: 'broken', body: { email: guest.email, password: guest.password } });
  expect(answer.status).toBe(200);
});

test('a refresh rotates the cookie and gives a new access token [§3.token §7.refresh]', async () => {
  const { app, signIn, refresh } = await start();
  const first = await signIn();
  app.clock.advanceMinutes(15);
  const second = await refresh(first.cookie, { bearer: String(first.body['accessToken']) });
  expect(second.status).toBe(200);
  expect(second.cookie).not.toBe(first.cookie);
  expect(await statusOfMe(app, second.body['accessToken'])).toBe(200);
  expect((await refresh(second.cookie)).status).toBe(200);
});

test('only hashes of refresh tokens are stored', async () => {
  const { app, signIn } = await start();
  const { cookie } = await signIn();
  const token = cookie.split('=')[1] ?? '';
  const rows = await app.ctx.db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashOpaqueToken(token)));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('without a cookie, or with an unknown one, a refresh is refused with a sentence', async () => {
  const { refresh } = await start();
  for (const cookie of [undefined, 'rkali_refresh=', `rkali_refresh=${'x'.repeat(43)}`, 'rkali_refresh=%00%ff']) {
    const answer = await refresh(cookie);
    expect(answer.status).toBe(401);
    expect(answer.body['message']).toBe('Your session has ended. Log in again.');
  }
});

test('a session that is idle for 14 days has ended', async () => {
  const { app, signIn, refresh } = await start();
  const { cookie } = await signIn();
  app.clock.advanceMinutes(14 * DAY_MINUTES - 1);
  const renewed = await refresh(cookie);
  expect(renewed.status).toBe(200);
  app.clock.advanceMinutes(14 * DAY_MINUTES);
  expect((await refresh(renewed.cookie)).status).toBe(401);
});

test('a session ends after 60 days however often it is used, and its rows go with the next login', async () => {
  const { app, guest, signIn, refresh } = await start();
  let { cookie, setCookie } = await signIn();
  for (let days = 10; days < 60; days += 10) {
    app.clock.advanceMinutes(10 * DAY_MINUTES);
    ({ cookie, setCookie } = await refresh(cookie));
  }
  expect(setCookie).toContain(`Max-Age=${10 * 24 * 60 * 60};`);
  app.clock.advanceMinutes(10 * DAY_MINUTES);
  expect((await refresh(cookie)).status).toBe(401);
  await signIn();
  expect(await app.ctx.db.$count(sessions, eq(sessions.userId, guest.id))).toBe(1);
});

test('logging out ends the session of the cookie and clears it [§7.logout]', async () => {
  const { app, signIn, refresh } = await start();
  const { cookie, body } = await signIn();
  const answer = await rawCall(app.url, '/api/auth/logout', { cookie });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({});
  expect(answer.setCookie).toMatch(/^rkali_refresh=; .*Path=\/api\/auth; Expires=Thu, 01 Jan 1970/);
  expect(await statusOfMe(app, body['accessToken'])).toBe(401);
  expect((await refresh(cookie)).status).toBe(401);
});

test('an expired bearer alone also names the session to end', async () => {
  const { app, signIn, refresh } = await start();
  const { cookie, body } = await signIn();
  app.clock.advanceMinutes(24 * 60);
  expect((await rawCall(app.url, '/api/auth/logout', { bearer: String(body['accessToken']) })).status).toBe(200);
  expect((await refresh(cookie)).status).toBe(401);
});

test('logging out without a session, or with a forged one, is fine and ends nothing', async () => {
  const { app, guest, signIn, refresh } = await start();
  const { cookie } = await signIn();
  expect((await rawCall(app.url, '/api/auth/logout')).status).toBe(200);
  expect((await rawCall(app.url, '/api/auth/logout', { bearer: 'broken', cookie: 'rkali_refresh=unknown' })).status).toBe(200);
  expect((await refresh(cookie)).status).toBe(200);
  expect(await statusOfMe(app, guest.accessToken)).toBe(200);
});

test('pages of other sites may neither refresh nor log out', async () => {
  const { app, signIn, refresh } = await start({ PUBLIC_URL: 'http://rkali.example' });
  const { cookie } = await signIn();
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://rkali.example.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    expect((await refresh(cookie, { headers })).status).toBe(403);
    expect((await rawCall(app.url, '/api/auth/logout', { cookie, headers })).status).toBe(403);
  }
  for (const headers of [{ origin: 'http://rkali.example' }, { origin: app.url, 'sec-fetch-site': 'same-origin' }]) {
    expect((await refresh(cookie, { headers })).status).toBe(200);
  }
});

test('a password hash of former costs is renewed at the next login', async () => {
  const { app, guest, signIn } = await start();
  const passwordHash = await hash(guest.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await app.ctx.db.update(users).set({ passwordHash }).where(eq(users.id, guest.id));
  expect((await signIn()).status).toBe(200);
  expect((await storedUser(app.ctx, guest.id)).passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,/);
  expect((await signIn()).status).toBe(200);
});

test('a login during a change of the password gets no session', async () => {
  const { app, guest, signIn } = await start();
  const before = await app.ctx.db.$count(sessions);
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const change = app.ctx.database.transaction(async (db) => {
    await db.update(users).set({ passwordHash: 'changed' }).where(eq(users.id, guest.id));
    locked();
    await mayCommit;
  });
  await isLocked;
  const answer = signIn();
  await untilWaiting(app, 1);
  commit();
  await change;
  expect((await answer).status).toBe(401);
  expect(await app.ctx.db.$count(sessions)).toBe(before);
});

test('mails follow the language last chosen: at login, and while somebody stays signed in', async () => {
  const { app, signIn, refresh } = await start();
  const languageNow = async () => (await app.ctx.db.select({ language: users.language }).from(users))[0]?.language;
  const { cookie } = await signIn();
  expect(await languageNow()).toBe('en');
  await refresh(`${cookie}; lang=ka`);
  expect(await languageNow()).toBe('ka');
  await signIn();
  expect(await languageNow()).toBe('ka');
});
