import { expect, test } from 'vitest';
import type { StaffRole } from '#shared/staff/rights.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { openTestLog } from '#tests/setup/log-lines.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { grantRole } from './roles.service.ts';
import { securityEvents } from './accounts.table.ts';

const CHROME = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const headers = { 'x-forwarded-for': '203.0.113.7', 'user-agent': CHROME };

const eventsOf = async ({ ctx }: TestApp) => ctx.db.select().from(securityEvents).orderBy(securityEvents.id);
const kindsOf = async (app: TestApp) => (await eventsOf(app)).map(({ kind, userId }) => [kind, userId]);

const start = (env: Record<string, string> = {}) => startTestApp({ env: { TRUST_PROXY: '1', ...env } });
const logIn = (app: TestApp, email: string, password: string) =>
  rawCall(app.url, '/api/auth/login', { body: { email, password }, headers });

test('a sign-in, a wrong password and an unknown account are recorded, with browser and network but no whole address', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  await logIn(app, guest.email, guest.password);
  await logIn(app, guest.email, 'Wrong-Guess-1');
  await logIn(app, 'nobody@example.com', 'Wrong-Guess-1');
  const from = { network: '203.0.113.0/24', device: 'Chrome · Android', at: app.clock.now() };
  expect(await eventsOf(app)).toMatchObject([
    { kind: 'new_device', userId: guest.id, ...from },
    { kind: 'sign_in', userId: guest.id, ...from },
    { kind: 'sign_in_failed', userId: guest.id, ...from },
    { kind: 'sign_in_failed', userId: null, ...from },
  ]);
});

test('a sign-in on a new device is recorded as one, of guests and of staff; a second one there is not', async () => {
  const app = await start();
  for (const roles of [[], ['DoorLead']] as const) {
    const user = await createUser(app.ctx, { roles });
    const signedIn = await logIn(app, user.email, user.password);
    const cookie = signedIn.headers.getSetCookie().find((text) => text.startsWith('rkali_device=')) ?? '';
    const again = { body: { email: user.email, password: user.password }, headers, cookie: cookie.split(';')[0] ?? '' };
    expect((await rawCall(app.url, '/api/auth/login', again)).status).toBe(200);
    const kinds = (await kindsOf(app)).filter(([, userId]) => userId === user.id).map(([kind]) => kind);
    expect(kinds).toEqual(['new_device', 'sign_in', 'sign_in']);
  }
  const owner = await createAdmin(app.ctx);
  expect((await app.api(owner.accessToken).staffSecurity.events({ kind: 'new_device' })).items).toHaveLength(2);
});

test('a lock-out is recorded with its account, and of a flood of them only a few', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '1' });
  const guest = await createUser(app.ctx);
  for (let time = 0; time < 25; time += 1) await logIn(app, guest.email, 'Wrong-Guess-1');
  const limited = (await eventsOf(app)).filter(({ kind }) => kind === 'sign_in_limited');
  expect(limited).toHaveLength(10);
  expect(limited[0]).toMatchObject({ userId: guest.id, network: '203.0.113.0/24' });
});

test('changes of an account are recorded as security events', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  const signedIn = await logIn(app, guest.email, guest.password);
  const bearer = String(signedIn.body['accessToken']);
  const body = { currentPassword: guest.password, newPassword: 'Moonlit-Kura-2' };
  await rawCall(app.url, '/api/auth/change-password', { bearer, body });
  await rawCall(app.url, '/api/auth/logout', { cookie: signedIn.cookie });
  const again = String((await logIn(app, guest.email, body.newPassword)).body['accessToken']);
  await rawCall(app.url, '/api/auth/logout-everywhere', { bearer: again });
  expect(await kindsOf(app)).toEqual(
    ['new_device', 'sign_in', 'password_changed', 'signed_out', 'new_device', 'sign_in', 'sessions_ended'].map((kind) => [kind, guest.id]),
  );
});

test('a customer with a whole IPv6 network fills no table with refusals', async () => {
  const app = await start();
  const headersOf = (line: number) => ({ origin: 'https://thief.example', 'x-forwarded-for': `2001:db8:1:${line.toString(16)}::1` });
  for (let line = 0; line < 15; line += 1)
    expect((await rawCall(app.url, '/api/auth/refresh', { headers: headersOf(line) })).status).toBe(403);
  expect(await kindsOf(app)).toEqual(Array.from({ length: 10 }, () => ['forbidden', null]));
});

test('guesses at the password of a session are recorded, and of those that are refused only a few', async () => {
  const app = await start({ RATE_LIMIT_SCALE: '1' });
  const guest = await createUser(app.ctx);
  const guess = (path: string, body: unknown) => rawCall(app.url, path, { bearer: guest.accessToken, body, headers });
  const wrong = { currentPassword: 'Wrong-Guess-1', newPassword: 'Moonlit-Kura-2' };
  expect((await guess('/api/auth/delete-account', { password: wrong.currentPassword })).status).toBe(422);
  for (let time = 0; time < 16; time += 1) await guess('/api/auth/change-password', wrong);
  const recorded = await eventsOf(app);
  expect(recorded.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 5 }, () => 'password_refused'),
    ...Array.from({ length: 10 }, () => 'password_limited'),
  ]);
  for (const event of recorded) expect(event).toMatchObject({ userId: guest.id, network: '203.0.113.0/24', device: 'Chrome · Android' });
});

test('a guest who makes a call of staff is refused, and the refusal is recorded', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  await expect(app.api(guest.accessToken).guests.counts()).rejects.toMatchObject({ status: 403 });
  expect(await kindsOf(app)).toEqual([['forbidden', guest.id]]);
});

test('a guest who sends what only staff may upload is refused, and the refusal is recorded', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  for (const path of ['/api/staff/gallery/files', '/api/staff/night-photos']) {
    const { status } = await rawCall(app.url, path, { bearer: guest.accessToken, headers });
    expect(status).toBe(403);
  }
  expect(await kindsOf(app)).toEqual([
    ['forbidden', guest.id],
    ['forbidden', guest.id],
  ]);
  expect((await rawCall(app.url, '/api/staff/gallery/files', { headers })).status).toBe(401);
  expect(await eventsOf(app)).toHaveLength(2);
});

test('files that staff download and guests they open are in the security events and in the audit log', async () => {
  const app = await start();
  const [admin, guest, event] = [await createAdmin(app.ctx), await createUser(app.ctx), await createEvent(app.ctx)];
  const get = (path: string) => fetch(app.url + path, { headers: { authorization: `Bearer ${admin.accessToken}` } });
  for (const path of [
    `/api/staff/nights/${event.id}/orders/file`,
    `/api/staff/nights/${event.id}/guests/file`,
    '/api/staff/takings/file?by=night',
  ])
    expect((await get(path)).status).toBe(200);
  for (let time = 0; time < 2; time += 1) expect((await get(`/api/staff/guests/${guest.id}`)).status).toBe(200);
  expect(await kindsOf(app)).toEqual(['export', 'export', 'export', 'personal_data_opened'].map((kind) => [kind, admin.id]));
  const audited = await app.ctx.db.select().from(auditEntries).orderBy(auditEntries.id);
  expect(audited.map(({ action, subject }) => [action, subject])).toEqual([
    ['export.orders', `event ${event.id}`],
    ['export.guests', `event ${event.id}`],
    ['export.takings', 'takings'],
    ['guest.open', `guest ${guest.id}`],
  ]);
  app.clock.advanceMinutes(61);
  await expect(app.api(admin.accessToken).guests.get({ id: guest.id })).rejects.toMatchObject({ status: 401 });
});

test('staff see the last sign-ins of a guest', async () => {
  const app = await start();
  const [admin, guest] = [await createAdmin(app.ctx), await createUser(app.ctx)];
  await logIn(app, guest.email, guest.password);
  await logIn(app, guest.email, 'Wrong-Guess-1');
  const { signIns } = await app.api(admin.accessToken).guests.get({ id: guest.id });
  expect(signIns).toMatchObject([
    { kind: 'sign_in_failed', network: '203.0.113.0/24', device: 'Chrome · Android' },
    { kind: 'sign_in', network: '203.0.113.0/24', device: 'Chrome · Android' },
  ]);
});

test('where staff sign in from and how their roles changed is for those only who may read it of everybody', async () => {
  const app = await start();
  const owner = await createAdmin(app.ctx);
  const member = await createUser(app.ctx, { roles: ['Money'] });
  await logIn(app, member.email, member.password);
  await app.api(owner.accessToken).staffTeam.changeRoles({ id: member.id, body: { seen: ['Money'], wanted: ['Editor'] } });
  const seenBy = async (role: StaffRole) => {
    const { accessToken } = await createUser(app.ctx, { roles: [role] });
    const { signIns, history } = await app.api(accessToken).guests.get({ id: member.id });
    return [signIns?.map(({ kind }) => kind) ?? null, history.map(({ action }) => action)];
  };
  expect(await seenBy('Desk')).toEqual([null, []]);
  expect(await seenBy('Manager')).toEqual([null, ['team.roles']]);
  expect(await seenBy('Owner')).toEqual([['sign_in'], ['team.roles']]);
});

test('giving a role is recorded as a security event', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  await grantRole(app.ctx, guest.email, 'Owner');
  expect(await kindsOf(app)).toEqual([['role_changed', guest.id]]);
});

test('the log names the event and the request, and nothing personal', async () => {
  const { log, lines } = openTestLog();
  const app = await startTestApp({ log, env: { TRUST_PROXY: '1' } });
  const guest = await createUser(app.ctx);
  const answer = await logIn(app, guest.email, 'Wrong-Guess-1');
  const line = lines.find(({ securityEvent }) => securityEvent === 'sign_in_failed');
  expect(line).toMatchObject({ userId: guest.id, reqId: answer.headers.get('x-request-id') });
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  for (const secret of [guest.email, '203.0.113', 'Chrome']) expect(JSON.stringify(lines)).not.toContain(secret);
});

test('every answer has a request id of its own, also a refusal and an unknown path', async () => {
  const app = await start();
  const ids = [];
  for (const path of ['/api/auth/me', '/api/nothing', '/api/auth/logout']) {
    const { headers } = await rawCall(app.url, path, { headers: { 'x-request-id': 'mine' } });
    ids.push(headers.get('x-request-id'));
  }
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain('mine');
  expect(ids).not.toContain(null);
});
