import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import type { StaffRole } from '#shared/staff/rights.ts';
import { createUser, setRoles, signInAgain, storedUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { userRoles, users } from './accounts.table.ts';
import { findRoles } from './roles.queries.ts';
import { grantRole, listRoles, revokeRole } from './roles.service.ts';

const entriesOf = ({ ctx }: TestApp) => ctx.db.select().from(auditEntries).orderBy(asc(auditEntries.id));

test('a role is given and taken away by e-mail, from the next request on, and the log has before and after', async () => {
  const app = await startTestApp();
  const { id, email, accessToken } = await createUser(app.ctx, { emailProvedAt: app.clock.now() });
  await expect(app.api(accessToken).guests.counts()).rejects.toMatchObject({ status: 403 });
  await grantRole(app.ctx, email.toUpperCase(), 'Desk');
  // The session was opened as a guest's.
  await expect(app.api(accessToken).guests.counts()).rejects.toMatchObject({ status: 401 });
  const api = app.api(await signInAgain(app.ctx, id));
  expect(await api.guests.counts()).toMatchObject({ Pending: 0 });
  await grantRole(app.ctx, email, 'DoorLead');
  await revokeRole(app.ctx, email, 'Desk');
  await expect(api.guests.counts()).rejects.toMatchObject({ status: 403 });
  expect(await entriesOf(app)).toMatchObject([
    { action: 'roles.grant', subject: `guest ${id}`, staffId: id, detail: { before: [], after: ['Desk'], by: 'operator' } },
    { action: 'roles.grant', subject: `guest ${id}`, detail: { before: ['Desk'], after: ['Desk', 'DoorLead'], by: 'operator' } },
    { action: 'roles.revoke', subject: `guest ${id}`, detail: { before: ['Desk', 'DoorLead'], after: ['DoorLead'], by: 'operator' } },
  ]);
  expect(await app.ctx.db.select().from(userRoles)).toMatchObject([{ userId: id, role: 'DoorLead', grantedBy: null }]);
});

test('a role that is given twice or taken away twice changes nothing', async () => {
  const app = await startTestApp();
  const { email } = await createUser(app.ctx, { roles: ['Money'] });
  expect(await grantRole(app.ctx, email, 'Money')).toMatchObject({ before: ['Money'], after: ['Money'] });
  expect(await revokeRole(app.ctx, email, 'Owner')).toMatchObject({ before: ['Money'], after: ['Money'] });
  expect(await entriesOf(app)).toEqual([]);
  await expect(grantRole(app.ctx, 'nobody@example.com', 'Money')).rejects.toMatchObject({ code: 'user_not_found' });
});

test('the last Owner stays; of two who take the role from each other at once one succeeds', async () => {
  const app = await startTestApp();
  const owners = [await createUser(app.ctx, { roles: ['Owner'] }), await createUser(app.ctx, { roles: ['Owner'] })];
  const results = await Promise.allSettled(owners.map(({ email }) => revokeRole(app.ctx, email, 'Owner')));
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'last_owner' } }]);
  expect(await listRoles(app.ctx)).toMatchObject([{ roles: ['Owner'] }]);
});

test.each<[StaffRole[], 'Admin' | 'User']>([
  [['Owner'], 'Admin'],
  [['Manager', 'Desk'], 'Admin'],
  [['Desk', 'DoorLead', 'Money', 'Editor'], 'User'],
  [[], 'User'],
])('on the wire %j is %s [§6.admin]', async (roles, role) => {
  const app = await startTestApp();
  const { accessToken, id } = await createUser(app.ctx, { roles });
  const { accounts } = app.api(accessToken);
  expect([(await accounts.currentUser()).role, (await accounts.me()).role]).toEqual([role, role]);
  await setRoles(app.ctx, id, []);
  expect(await accounts.currentUser()).toMatchObject({ role: 'User', rights: [] });
});

test('the version before, which writes only the role of the account, still makes and unmakes Owners', async () => {
  const app = await startTestApp();
  const { id } = await createUser(app.ctx, { roles: ['Desk'] });
  const write = (role: 'Admin' | 'User') => app.ctx.db.update(users).set({ role }).where(eq(users.id, id));
  await write('Admin');
  expect(await findRoles(app.ctx.db, id)).toEqual(['Desk', 'Owner']);
  await write('User');
  expect([await findRoles(app.ctx.db, id), (await storedUser(app.ctx, id)).role]).toEqual([['Desk'], 'User']);
});

test('the database knows no other roles, and each role of an account once', async () => {
  const { ctx } = await startTestApp();
  const { id } = await createUser(ctx, { roles: ['Desk'] });
  for (const role of ['Admin', 'desk', 'Desk'])
    await expect(ctx.db.execute(sql`insert into user_roles (user_id, role) values (${id}, ${role})`)).rejects.toThrow('Failed query');
});
