import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { REFRESH_IDLE_MS } from '#shared/constants.ts';
import { createUser, type TestUser, setRoles } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { users } from './accounts.table.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36';
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** Signs in on a device; returns the bearer and the cookie. */
async function enter(app: TestApp, { email, password }: TestUser, userAgent: string) {
  const { body, cookie } = await rawCall(app.url, '/api/auth/login', { body: { email, password }, headers: { 'user-agent': userAgent } });
  return { bearer: String(body['accessToken']), cookie };
}

const statusOfMe = async (app: TestApp, bearer: string) => (await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer })).status;
const endOne = (app: TestApp, bearer: string, id: string) => rawCall(app.url, `/api/auth/sessions/${id}`, { method: 'DELETE', bearer });
const sessionsOf = (app: TestApp, bearer: string) => app.api(bearer).security.sessions();

async function start() {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  app.clock.advanceMinutes(1);
  const phone = await enter(app, guest, PHONE);
  app.clock.advanceMinutes(1);
  const desk = await enter(app, guest, DESK);
  return { app, guest, phone, desk };
}

test('a guest sees where they are logged in: device and last use, the latest first, and which one this is', async () => {
  const { app, guest, phone } = await start();
  expect(await sessionsOf(app, phone.bearer)).toEqual([
    {
      id: expect.any(String),
      device: 'Firefox · Windows',
      createdAt: '2026-11-20T18:02:00+04:00',
      lastUsedAt: '2026-11-20T18:02:00+04:00',
      isCurrent: false,
    },
    {
      id: expect.any(String),
      device: 'Chrome · Android',
      createdAt: '2026-11-20T18:01:00+04:00',
      lastUsedAt: '2026-11-20T18:01:00+04:00',
      isCurrent: true,
    },
    expect.objectContaining({ device: null, lastUsedAt: '2026-11-20T18:00:00+04:00' }),
  ]);
  app.clock.advanceMinutes(5);
  const { body } = await rawCall(app.url, '/api/auth/refresh', { cookie: phone.cookie });
  const [first] = await sessionsOf(app, String(body['accessToken']));
  expect(first).toMatchObject({ device: 'Chrome · Android', lastUsedAt: '2026-11-20T18:07:00+04:00', isCurrent: true });
  expect(JSON.stringify(await sessionsOf(app, String(body['accessToken'])))).not.toContain(guest.email);
});

test('a session that ended or was idle too long is not listed', async () => {
  const { app, guest, phone, desk } = await start();
  await rawCall(app.url, '/api/auth/logout', { cookie: desk.cookie });
  expect((await sessionsOf(app, phone.bearer)).map(({ device }) => device)).toEqual(['Chrome · Android', null]);
  app.clock.advanceMinutes(REFRESH_IDLE_MS / 60_000);
  const again = await enter(app, guest, DESK);
  expect((await sessionsOf(app, again.bearer)).map(({ device }) => device)).toEqual(['Firefox · Windows']);
});

test('a guest logs out one device, from its next call and for good; the others stay signed in [§7.sessions]', async () => {
  const { app, phone, desk } = await start();
  const listed = await sessionsOf(app, phone.bearer);
  const id = listed.find(({ device }) => device === 'Firefox · Windows')?.id ?? '';
  const answer = await endOne(app, phone.bearer, id);
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(await statusOfMe(app, desk.bearer)).toBe(401);
  expect((await rawCall(app.url, '/api/auth/refresh', { cookie: desk.cookie })).status).toBe(401);
  expect(await statusOfMe(app, phone.bearer)).toBe(200);
  expect((await endOne(app, phone.bearer, id)).status).toBe(404);
});

test('a session of another user gets the same answer as a missing one, and goes on', async () => {
  const { app, desk } = await start();
  const otherUser = await createUser(app.ctx);
  const [theirs] = await sessionsOf(app, desk.bearer);
  for (const id of [theirs?.id ?? '', randomUUID()]) {
    const answer = await endOne(app, otherUser.accessToken, id);
    expect([answer.status, answer.body]).toEqual([404, { message: 'Resource not found.', code: 'not_found' }]);
  }
  expect((await endOne(app, otherUser.accessToken, 'none')).status).toBe(400);
  expect(await statusOfMe(app, desk.bearer)).toBe(200);
});

test('logging out everywhere ends every own session, clears the cookie, and nobody else notices [§7.sessions]', async () => {
  const { app, guest, phone, desk } = await start();
  const otherUser = await createUser(app.ctx);
  const answer = await rawCall(app.url, '/api/auth/logout-everywhere', { bearer: phone.bearer, cookie: phone.cookie });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(answer.setCookie).toMatch(/^rkali_refresh=; .*Path=\/api\/auth; Expires=Thu, 01 Jan 1970/);
  for (const bearer of [guest.accessToken, phone.bearer, desk.bearer]) expect(await statusOfMe(app, bearer)).toBe(401);
  for (const { cookie } of [phone, desk]) expect((await rawCall(app.url, '/api/auth/refresh', { cookie })).status).toBe(401);
  expect(await statusOfMe(app, otherUser.accessToken)).toBe(200);
});

test('the calls about sessions need a sign-in', async () => {
  const app = await startTestApp();
  for (const [method, path] of [
    ['GET', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${randomUUID()}`],
    ['POST', '/api/auth/logout-everywhere'],
  ] as const) {
    expect((await rawCall(app.url, path, { method })).status).toBe(401);
    expect((await rawCall(app.url, path, { method, bearer: 'broken' })).status).toBe(401);
  }
});

test('a status or role that staff change applies from the next call of a running session', async () => {
  const { app, guest, phone } = await start();
  const api = app.api(phone.bearer).accounts;
  expect(await api.currentUser()).toMatchObject({ role: 'User', status: 'Verified' });
  await app.ctx.db.update(users).set({ status: 'Rejected' }).where(eq(users.id, guest.id));
  await setRoles(app.ctx, guest.id, ['Manager']);
  expect(await api.currentUser()).toMatchObject({ role: 'Admin', status: 'Rejected' });
  expect(await api.guest({ id: guest.id })).toMatchObject({ status: 'Rejected' });
  await setRoles(app.ctx, guest.id, []);
  await expect(api.guest({ id: guest.id })).rejects.toMatchObject({ status: 403 });
});
