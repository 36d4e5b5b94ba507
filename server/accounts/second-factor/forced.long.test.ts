import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { securityEvents, userRoles } from '#server/accounts/accounts.table.ts';
import { grantRole, revokeRole } from '#server/accounts/roles.service.ts';
import { rightsOf, type StaffRole } from '#shared/staff/rights.ts';
import { invite } from '#tests/factories/invitations.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createAdmin, createUser, signInAgain, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const DAY_MINUTES = 24 * 60;
const start = (env: Record<string, string> = {}) => startTestApp({ env: { SECOND_FACTOR_ROLES: 'Owner,Desk', ...env } });

const refusalOf = async ({ url }: TestApp, bearer: string, path = '/api/staff/start') => {
  const { status, body } = await rawCall(url, path, { method: 'GET', bearer });
  return { status, code: body['code'], params: body['params'] };
};
const rightsOfSession = async (app: TestApp, bearer: string) => {
  const { rights, role, secondFactorDue } = await app.api(bearer).accounts.currentUser();
  return { rights, role, secondFactorDue };
};

test('during the grace everything works and the profile says until when', async () => {
  const app = await start();
  const owner = await createAdmin(app.ctx);
  expect(await rightsOfSession(app, owner.accessToken)).toEqual({
    rights: rightsOf(['Owner']),
    role: 'Admin',
    secondFactorDue: { step: 'set_up', until: '2026-11-27T18:00:00+04:00' },
  });
  expect((await app.api(owner.accessToken).secondFactor.list()).forced).toEqual({ roles: ['Owner'], until: '2026-11-27T18:00:00+04:00' });
  app.clock.advanceMinutes(7 * DAY_MINUTES - 1);
  const bearer = await signInAgain(app.ctx, owner.id);
  expect((await refusalOf(app, bearer)).status).toBe(200);
});

test('after the grace calls answer what to do, until a factor is set up; then at once all works again', async () => {
  const app = await start();
  const owner = await createAdmin(app.ctx);
  app.clock.advanceMinutes(7 * DAY_MINUTES);
  const bearer = await signInAgain(app.ctx, owner.id);
  expect(await refusalOf(app, bearer)).toEqual({
    status: 403,
    code: 'second_factor_missing',
    params: { step: 'set_up', right: 'console.open' },
  });
  expect(await rightsOfSession(app, bearer)).toMatchObject({ rights: [], role: 'Admin', secondFactorDue: { step: 'set_up' } });
  const { id } = await addFactor(app, bearer);
  expect((await refusalOf(app, bearer)).status).toBe(200);
  expect((await rightsOfSession(app, bearer)).secondFactorDue).toBeNull();

  await app.api(bearer).secondFactor.remove({ id });
  expect((await refusalOf(app, bearer)).code).toBe('second_factor_missing');
});

test('a call whose right rests is a security event, once a session', async () => {
  const app = await start();
  const owner = await createAdmin(app.ctx);
  app.clock.advanceMinutes(7 * DAY_MINUTES);
  const [one, other] = [await signInAgain(app.ctx, owner.id), await signInAgain(app.ctx, owner.id)];
  for (const bearer of [one, one, other]) await refusalOf(app, bearer);
  app.clock.advanceMinutes(2);
  expect(await refusalOf(app, one, '/api/staff/guests')).toMatchObject({ params: { right: 'guests.read' } });
  const events = await app.ctx.db.select({ kind: securityEvents.kind, userId: securityEvents.userId }).from(securityEvents);
  expect(events).toEqual(Array.from({ length: 2 }, () => ({ kind: 'second_factor_missing', userId: owner.id })));
});

test('the first factor ends the sessions that were opened without it', async () => {
  const app = await start();
  const owner = await createAdmin(app.ctx);
  const other = await signInAgain(app.ctx, owner.id);
  await addFactor(app, owner.accessToken);
  expect((await refusalOf(app, other)).status).toBe(401);
  expect((await refusalOf(app, owner.accessToken)).status).toBe(200);
});

test('a session that a removed factor proved is not proved by the next one', async () => {
  const app = await start();
  const owner = await createAdmin(app.ctx);
  const { id, secret } = await addFactor(app, owner.accessToken);
  const lost = await signInAgain(app.ctx, owner.id);
  await app.api(lost).secondFactor.confirm({ body: { code: codeOf(app, secret) } });
  expect((await refusalOf(app, lost)).status).toBe(200);
  await app.api(owner.accessToken).secondFactor.remove({ id });
  await addFactor(app, owner.accessToken);
  expect((await refusalOf(app, lost)).status).not.toBe(200);
});

test('a removed factor ends the other sessions of staff, also of a role that needs none; those of guests only lose their confirmation', async () => {
  const app = await start();
  for (const [roles, status] of [
    [['Editor'], 401],
    [[], 200],
  ] as const) {
    const user = await createUser(app.ctx, { roles });
    await addFactor(app, user.accessToken);
    const { id } = await addFactor(app, user.accessToken, 'Lost phone');
    const lost = await signInAgain(app.ctx, user.id);
    await app.api(user.accessToken).secondFactor.remove({ id });
    expect([roles, (await refusalOf(app, lost, '/api/auth/me')).status]).toEqual([roles, status]);
    expect((await refusalOf(app, user.accessToken, '/api/auth/me')).status).toBe(200);
  }
});

test('a session opened without the factor must be confirmed with its code once, also during the grace', async () => {
  const app = await start();
  const owner = await createAdmin(app.ctx);
  const { secret } = await addFactor(app, owner.accessToken);
  const old = await signInAgain(app.ctx, owner.id);
  expect(await refusalOf(app, old)).toEqual({
    status: 403,
    code: 'second_factor_missing',
    params: { step: 'confirm', right: 'console.open' },
  });
  expect((await app.api(old).secondFactor.list()).isSessionConfirmed).toBe(false);
  await app.api(old).secondFactor.confirm({ body: { code: codeOf(app, secret) } });
  expect((await refusalOf(app, old)).status).toBe(200);
});

test('a door lead with a forced role loses the door too, and other accounts are not concerned', async () => {
  const app = await start();
  const [both, editor, lead] = [
    await createUser(app.ctx, { roles: ['Desk', 'DoorLead'] }),
    await createUser(app.ctx, { roles: ['Editor'] }),
    await createUser(app.ctx, { roles: ['DoorLead'] }),
  ];
  app.clock.advanceMinutes(7 * DAY_MINUTES);
  const bearer = await signInAgain(app.ctx, both.id);
  expect((await rightsOfSession(app, bearer)).rights).toEqual([]);
  expect((await refusalOf(app, bearer, '/api/staff/guests')).code).toBe('second_factor_missing');
  expect((await refusalOf(app, bearer, '/api/staff/tonight')).code).toBe('second_factor_missing');
  expect(await refusalOf(app, bearer, '/api/staff/audit')).toEqual({ status: 403, code: 'forbidden', params: { right: 'audit.read' } });
  for (const [member, role] of [
    [editor, 'Editor'],
    [lead, 'DoorLead'],
  ] as const)
    expect(await rightsOfSession(app, await signInAgain(app.ctx, member.id))).toMatchObject({
      rights: rightsOf([role]),
      secondFactorDue: null,
    });
});

test('after the grace a client that knows only passwords scans for door leads who have no other role [§6.admin]', async () => {
  const app = await start();
  const [owner, both, safe, lead] = [
    await createUser(app.ctx, { roles: ['Owner'] }),
    await createUser(app.ctx, { roles: ['Owner', 'DoorLead'] }),
    await createUser(app.ctx, { roles: ['Owner', 'DoorLead'] }),
    await createUser(app.ctx, { roles: ['DoorLead'] }),
  ];
  await addFactor(app, safe.accessToken);
  app.clock.advanceMinutes(7 * DAY_MINUTES);
  const scan = async ({ email, password }: TestUser) => {
    const login = await rawCall(app.url, '/api/auth/login', { body: { email, password } });
    if (login.status !== 200) return { login: login.body['code'] };
    const bearer = String(login.body['accessToken']);
    const answer = await rawCall(app.url, '/api/QRCode/scan', { bearer, body: { ticketId: 1, isReject: false } });
    return { role: (await app.api(bearer).accounts.currentUser()).role, scan: answer.body['code'] };
  };
  expect(await scan(owner)).toEqual({ role: 'Admin', scan: 'second_factor_missing' });
  expect(await scan(both)).toEqual({ role: 'Admin', scan: 'second_factor_missing' });
  expect(await scan(safe)).toEqual({ login: 'second_factor_required' });
  expect(await scan(lead)).toEqual({ role: 'User', scan: 'ticket_not_found' });
});

test('the grace begins with the grant of the role', async () => {
  const app = await start();
  const guest = await createUser(app.ctx);
  app.clock.advanceMinutes(30 * DAY_MINUTES);
  await grantRole(app.ctx, guest.email, 'Desk');
  const bearer = await signInAgain(app.ctx, guest.id);
  expect((await app.api(bearer).secondFactor.list()).forced?.until).toBe('2026-12-27T18:00:00+04:00');
  expect((await refusalOf(app, bearer)).status).toBe(200);
});

test('who is invited to a forced role has no grace: nothing opens before the factor is set up', async () => {
  const app = await start({ SECOND_FACTOR_ROLES: 'Desk' });
  const [owner, guest] = [await createAdmin(app.ctx), await createUser(app.ctx, { email: 'nino@example.com' })];
  const { token } = await invite(app, owner.accessToken, { email: guest.email });
  await app.api(guest.accessToken).invitations.accept({ body: { token } });
  expect(await refusalOf(app, guest.accessToken)).toEqual({
    status: 403,
    code: 'second_factor_missing',
    params: { step: 'set_up', right: 'console.open' },
  });
  await addFactor(app, guest.accessToken);
  expect((await refusalOf(app, guest.accessToken)).status).toBe(200);
});

test('who joined by invitation has no grace at a promotion either, nor after a while without a role', async () => {
  const app = await start({ SECOND_FACTOR_ROLES: 'Manager,Desk' });
  const [owner, guest] = [await createAdmin(app.ctx), await createUser(app.ctx, { email: 'nino@example.com' })];
  const { token } = await invite(app, owner.accessToken, { email: guest.email, roles: ['DoorLead'] });
  await app.api(guest.accessToken).invitations.accept({ body: { token } });
  expect((await refusalOf(app, guest.accessToken)).status).toBe(200);
  await app.api(owner.accessToken).staffTeam.changeRoles({ id: guest.id, body: { seen: ['DoorLead'], wanted: ['Manager'] } });
  const refused = { status: 403, code: 'second_factor_missing', params: { step: 'set_up', right: 'console.open' } };
  expect(await refusalOf(app, guest.accessToken)).toEqual(refused);

  for (const role of ['Manager', 'Editor'] as const) await revokeRole(app.ctx, guest.email, role);
  for (const role of ['Editor', 'Desk'] as const) await grantRole(app.ctx, guest.email, role);
  expect(await refusalOf(app, await signInAgain(app.ctx, guest.id))).toEqual(refused);
});

test('an invitation ends the grace that was left of an earlier role', async () => {
  const app = await start({ SECOND_FACTOR_ROLES: 'Manager' });
  const [owner, member] = [await createAdmin(app.ctx), await createUser(app.ctx, { roles: ['Manager'], emailProvedAt: app.clock.now() })];
  await revokeRole(app.ctx, member.email, 'Manager');
  const { token } = await invite(app, owner.accessToken, { email: member.email, roles: ['Editor'] });
  await app.api(member.accessToken).invitations.accept({ body: { token } });
  await app.api(owner.accessToken).staffTeam.changeRoles({ id: member.id, body: { seen: ['Editor'], wanted: ['Manager'] } });
  expect((await refusalOf(app, member.accessToken)).code).toBe('second_factor_missing');
});

test('another forced role in place of the first one brings no new grace', async () => {
  const app = await start({ SECOND_FACTOR_ROLES: 'Manager,Desk' });
  const owner = await createAdmin(app.ctx);
  const member = await createUser(app.ctx, { roles: ['Manager'] });
  const until = async () => {
    const { forced } = await app.api(await signInAgain(app.ctx, member.id)).secondFactor.list();
    return forced?.until;
  };
  const began = await until();
  app.clock.advanceMinutes(6 * DAY_MINUTES);
  const change = async (seen: StaffRole[], wanted: StaffRole[]) => {
    const bearer = await signInAgain(app.ctx, owner.id);
    await app.api(bearer).staffTeam.changeRoles({ id: member.id, body: { seen, wanted } });
  };
  await change(['Manager'], ['Desk']);
  expect(await until()).toBe(began);
  await change(['Desk'], ['Desk', 'Manager']);
  await change(['Desk', 'Manager'], ['Manager']);
  expect(await until()).toBe(began);
});

test('a forced role that is given again after a while without one brings no new grace', async () => {
  const app = await start({ SECOND_FACTOR_ROLES: 'Manager,Desk' });
  const member = await createUser(app.ctx, { roles: ['Manager'], emailProvedAt: app.clock.now() });
  const grace = async () => (await app.ctx.db.select().from(userRoles).where(eq(userRoles.userId, member.id))).map((row) => row.graceFrom);
  const began = await grace();
  app.clock.advanceMinutes(DAY_MINUTES);
  await grantRole(app.ctx, member.email, 'Editor');
  await revokeRole(app.ctx, member.email, 'Manager');
  app.clock.advanceMinutes(6 * DAY_MINUTES);
  await grantRole(app.ctx, member.email, 'Desk');
  expect(await grace()).toEqual([...began, ...began]);
  expect((await refusalOf(app, await signInAgain(app.ctx, member.id))).status).toBe(403);

  for (const role of ['Editor', 'Desk'] as const) await revokeRole(app.ctx, member.email, role);
  await grantRole(app.ctx, member.email, 'Manager');
  expect(await grace()).toEqual(began);
});

test('a forced role after one that is not forced begins its grace', async () => {
  const app = await start();
  const member = await createUser(app.ctx, { roles: ['Editor'] });
  app.clock.advanceMinutes(30 * DAY_MINUTES);
  await grantRole(app.ctx, member.email, 'Desk');
  const [desk] = await app.ctx.db.select().from(userRoles).where(eq(userRoles.role, 'Desk'));
  expect(desk?.graceFrom).toEqual(app.clock.now());
});

test('an Owner whose rights rest may still delete the account while another one stays', async () => {
  const app = await start();
  const [owner] = [await createAdmin(app.ctx), await createAdmin(app.ctx)];
  app.clock.advanceMinutes(7 * DAY_MINUTES);
  const bearer = await signInAgain(app.ctx, owner.id);
  await app.api(bearer).privacy.deleteAccount({ body: { password: owner.password } });
  expect(await app.ctx.db.$count(userRoles)).toBe(1);
});
