import { eq } from 'drizzle-orm';
import { base64url, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, createUser, setRoles } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { users } from './accounts.table.ts';

async function start() {
  const app = await startTestApp();
  return { app, guest: await createUser(app.ctx) };
}

const statusOfMe = async (app: TestApp, bearer: string): Promise<number> =>
  (await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer })).status;

test('the access token carries no personal data and lives 15 minutes', async () => {
  const { app, guest } = await start();
  const { accessToken } = guest;
  const [, payload = ''] = accessToken.split('.');
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload)));
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub', 'typ']);
  expect(claims).toMatchObject({ sub: String(guest.id), typ: 'access' });
  expect(claims.exp - claims.iat).toBe(15 * 60);
  app.clock.advanceMinutes(14);
  expect(await statusOfMe(app, accessToken)).toBe(200);
  app.clock.advanceMinutes(1);
  expect(await statusOfMe(app, accessToken)).toBe(401);
});

test('the token of staff also says how long the session may rest, that of a guest does not', async () => {
  const { app, guest } = await start();
  const idleIn = (token = '') => JSON.parse(new TextDecoder().decode(base64url.decode(token.split('.')[1] ?? ''))).idle;
  const staff = await createUser(app.ctx, { roles: ['DoorLead'] });
  expect([idleIn(guest.accessToken), idleIn(staff.accessToken)]).toEqual([undefined, 12 * 60 * 60]);
  const { body, cookie } = await rawCall(app.url, '/api/auth/login', { body: { email: guest.email, password: guest.password } });
  expect(idleIn(String(body['accessToken']))).toBeUndefined();
  await setRoles(app.ctx, guest.id, ['Editor']);
  const refreshed = await rawCall(app.url, '/api/auth/refresh', { cookie });
  expect(idleIn(String(refreshed.body['accessToken']))).toBe(12 * 60 * 60);
});

test('tokens that we did not sign for this use are refused', async () => {
  const { app, guest } = await start();
  const [header = '', payload = '', signature = ''] = guest.accessToken.split('.');
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload)));
  const encode = (value: object) => base64url.encode(JSON.stringify(value));
  const sign = (changes: object, key = app.deps.keys.accessToken, alg = 'HS256') =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg }).sign(key);

  expect(await statusOfMe(app, await sign({}))).toBe(200);
  const admin = await createAdmin(app.ctx);
  const forged = {
    'no signature': `${header}.${payload}.`,
    'alg none': `${encode({ alg: 'none' })}.${payload}.`,
    'alg none with a signature': `${encode({ alg: 'none' })}.${payload}.${signature}`,
    'other claims': `${header}.${encode({ ...claims, sub: String(admin.id) })}.${signature}`,
    'other key': await sign({}, new TextEncoder().encode('another key of at least 32 bytes, unknown to us')),
    'other algorithm': await sign({}, new Uint8Array(64).fill(1), 'HS512'),
    'our key, other algorithm': await sign({}, app.deps.keys.accessToken, 'HS384'),
    'another type': await sign({ typ: 'refresh' }),
    'no type': await sign({ typ: undefined }),
    'another audience': await sign({ aud: 'elsewhere' }),
    'another issuer': await sign({ iss: 'elsewhere' }),
    'no end': await sign({ exp: undefined }),
    'an end in the past': await sign({ exp: claims.iat }),
    'an unknown session': await sign({ sid: '00000000-0000-4000-8000-000000000000' }),
    'a session of somebody else': await sign({ sub: String(admin.id) }),
    'an invalid session': await sign({ sid: "' or 1=1" }),
    'an invalid subject': await sign({ sub: '1e9' }),
    text: 'not a token',
    'only dots': '..',
  };
  for (const [what, token] of Object.entries(forged)) {
    const answer = await rawCall(app.url, '/api/auth/me', { method: 'GET', bearer: token });
    expect(answer.status, what).toBe(401);
    expect(answer.body, what).toEqual({ message: 'Invalid credentials. Please try again.', code: 'unauthorized' });
  }
  const withoutScheme = await rawCall(app.url, '/api/auth/me', { method: 'GET', headers: { authorization: guest.accessToken } });
  expect(withoutScheme.status).toBe(401);
});

test('I13: a demoted Owner is refused at once, a promoted guest let in at once', async () => {
  const { app, guest } = await start();
  const admin = await createAdmin(app.ctx);
  await createTicket(app.ctx, { userId: guest.id, eventId: (await createEvent(app.ctx, { startsAt: app.clock.now() })).id });
  const statusFor = async (bearer: string) =>
    (await rawCall(app.url, `/api/users/GetUserbyId/${guest.id}`, { method: 'GET', bearer })).status;
  expect([await statusFor(admin.accessToken), await statusFor(guest.accessToken)]).toEqual([200, 403]);
  await setRoles(app.ctx, admin.id, ['Desk']);
  await setRoles(app.ctx, guest.id, ['DoorLead']);
  expect([await statusFor(admin.accessToken), await statusFor(guest.accessToken)]).toEqual([403, 200]);
});

test('the token of a deleted account is refused', async () => {
  const { app, guest } = await start();
  await app.owner.delete(users).where(eq(users.id, guest.id));
  expect(await statusOfMe(app, guest.accessToken)).toBe(401);
});
