import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { AppError } from '#shared/errors.ts';
import { invite } from '#tests/factories/invitations.ts';
import { openTransaction } from '#tests/factories/open-transaction.ts';
import { createAdmin, createUser, setRoles, signInAgain } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { securityEvents, sessions, userRoles } from './accounts.table.ts';
import { findRoles } from './roles.queries.ts';
import { changeRoles, removeMember, signOutAccount, signOutMember } from './team.service.ts';

async function start() {
  const app = await startTestApp();
  const owner = await createAdmin(app.ctx, { email: 'eka@example.com', firstName: 'Eka', lastName: 'Lomidze' });
  const member = await createUser(app.ctx, { email: 'nino@example.com', roles: ['DoorLead', 'Desk'] });
  return { app, owner, member, team: app.api(owner.accessToken).staffTeam, their: app.api(member.accessToken) };
}

const refusal = (status: number, code: string) => ({ status, body: { code } });
const entriesOf = ({ ctx }: TestApp) => ctx.db.select().from(auditEntries).orderBy(asc(auditEntries.id));

test('the team is everybody with a role, with when they were last seen and how many sessions live', async () => {
  const { app, owner, member, team } = await start();
  await createUser(app.ctx);
  const [first] = await app.api(member.accessToken).security.sessions();
  await app.api(member.accessToken).security.endSession({ id: first?.id ?? '' });
  app.clock.advanceMinutes(30);
  const renewed = await signInAgain(app.ctx, owner.id);
  expect(await app.api(renewed).staffTeam.list()).toEqual({
    members: [
      {
        id: owner.id,
        firstName: 'Eka',
        lastName: 'Lomidze',
        email: 'eka@example.com',
        roles: ['Owner'],
        lastSeenAt: '2026-11-20T18:30:00+04:00',
        sessions: 2,
      },
      {
        id: member.id,
        firstName: 'Nino',
        lastName: 'Beridze',
        email: 'nino@example.com',
        roles: ['Desk', 'DoorLead'],
        lastSeenAt: '2026-11-20T18:00:00+04:00',
        sessions: 0,
      },
    ],
    invitations: [],
  });
  app.clock.set('2026-11-21T06:30:00+04:00');
  const late = app.api(await signInAgain(app.ctx, owner.id)).staffTeam;
  expect((await late.list()).members.map(({ sessions }) => sessions)).toEqual([1, 0]);
  await expect(team.list()).rejects.toMatchObject({ status: 401 });
});

test('roles are replaced from the next request on, with before and after in the log; the same change again changes nothing', async () => {
  const { app, owner, member, team, their } = await start();
  const change = { id: member.id, body: { seen: ['DoorLead' as const, 'Desk' as const], wanted: ['Money' as const, 'Desk' as const] } };
  expect(await team.changeRoles(change)).toEqual({ roles: ['Desk', 'Money'] });
  await expect(their.staffTonight.show({})).rejects.toMatchObject({ status: 403, body: { params: { right: 'door.run' } } });
  expect((await their.accounts.currentUser()).rights).toContain('money.refund');
  expect(await team.changeRoles(change)).toEqual({ roles: ['Desk', 'Money'] });
  expect(await entriesOf(app)).toMatchObject([
    {
      action: 'team.roles',
      staffId: owner.id,
      subject: `guest ${member.id}`,
      detail: { before: ['Desk', 'DoorLead'], after: ['Desk', 'Money'] },
    },
  ]);
  const granted = await app.ctx.db.select().from(userRoles).where(eq(userRoles.role, 'Money'));
  expect(granted).toMatchObject([{ userId: member.id, grantedBy: owner.id }]);
});

test("another Owner's change meanwhile is a conflict, and nothing of it is lost", async () => {
  const { app, member, team } = await start();
  const seen = ['Desk' as const, 'DoorLead' as const];
  const other = app.api((await createAdmin(app.ctx)).accessToken).staffTeam;
  await other.changeRoles({ id: member.id, body: { seen, wanted: ['Manager'] } });
  await expect(team.changeRoles({ id: member.id, body: { seen, wanted: ['Desk'] } })).rejects.toMatchObject(refusal(409, 'conflict'));
  expect(await findRoles(app.ctx.db, member.id)).toEqual(['Manager']);
  await other.remove({ id: member.id });
  const back = { seen: ['Manager' as const], wanted: ['Desk' as const] };
  await expect(team.changeRoles({ id: member.id, body: back })).rejects.toMatchObject(refusal(409, 'conflict'));
  expect(await findRoles(app.ctx.db, member.id)).toEqual([]);
});

test('a guest gets no role without an invitation, and nobody a role twice or none', async () => {
  const { app, team, member } = await start();
  const { id } = await createUser(app.ctx);
  for (const seen of [['Desk' as const], ['Money' as const]])
    await expect(team.changeRoles({ id, body: { seen, wanted: ['Desk'] } })).rejects.toMatchObject(refusal(409, 'conflict'));
  await expect(team.changeRoles({ id: 99_999, body: { seen: ['Desk'], wanted: ['Desk'] } })).rejects.toMatchObject(
    refusal(404, 'user_not_found'),
  );
  for (const [wanted, key] of [
    [[], 'validation.roles_required'],
    [['Desk', 'Desk'], 'validation.invalid'],
  ] as const)
    await expect(team.changeRoles({ id: member.id, body: { seen: ['Desk', 'DoorLead'], wanted: [...wanted] } })).rejects.toMatchObject({
      status: 400,
      body: { errors: { wanted: key } },
    });
  expect(await findRoles(app.ctx.db, id)).toEqual([]);
  expect(await entriesOf(app)).toEqual([]);
});

test('who is removed is a guest from the next request on; removing again changes nothing', async () => {
  const { app, member, team, their } = await start();
  expect(await their.guests.counts()).toMatchObject({ Pending: 0 });
  await team.remove({ id: member.id });
  await expect(their.guests.counts()).rejects.toMatchObject({ status: 403, body: { params: { right: 'guests.read' } } });
  expect(await their.accounts.currentUser()).toMatchObject({ role: 'User', rights: [] });
  await team.remove({ id: member.id });
  expect(await entriesOf(app)).toMatchObject([
    { action: 'team.remove', subject: `guest ${member.id}`, detail: { before: ['Desk', 'DoorLead'], after: [] } },
  ]);
  expect((await app.ctx.db.select().from(securityEvents).where(eq(securityEvents.kind, 'role_changed'))).length).toBe(1);
});

test('an open invitation of somebody who is removed opens nothing any more', async () => {
  const { app, owner, team } = await start();
  const guest = await createUser(app.ctx);
  const { token } = await invite(app, owner.accessToken, { email: guest.email });
  await setRoles(app.ctx, guest.id, ['Desk']);
  await team.remove({ id: guest.id });
  const accepting = app.api(guest.accessToken).invitations.accept({ body: { token } });
  await expect(accepting).rejects.toMatchObject(refusal(409, 'invitation_withdrawn'));
  expect(await findRoles(app.ctx.db, guest.id)).toEqual([]);
});

test('what an Owner does to an account does not show the own network and browser to it', async () => {
  const { app, owner, member, team } = await start();
  await team.changeRoles({ id: member.id, body: { seen: ['Desk', 'DoorLead'], wanted: ['Desk'] } });
  await team.signOut({ id: member.id });
  const ofMember = await app.ctx.db.select().from(securityEvents).where(eq(securityEvents.userId, member.id));
  expect(ofMember.map(({ kind, network, device }) => [kind, network, device])).toEqual([
    ['role_changed', null, null],
    ['sessions_ended', null, null],
  ]);
  await app.api(owner.accessToken).security.logoutEverywhere();
  const [own] = await app.ctx.db.select().from(securityEvents).where(eq(securityEvents.userId, owner.id));
  expect(own?.network).not.toBeNull();
});

test('an Owner sees where a member is logged in, and nobody sees it of a guest', async () => {
  const { app, member, team } = await start();
  const userAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
  await app.ctx.db.update(sessions).set({ userAgent }).where(eq(sessions.userId, member.id));
  app.clock.advanceMinutes(1);
  await signInAgain(app.ctx, member.id);
  const [latest, first] = await team.sessions({ id: member.id });
  expect([latest?.device, first?.device]).toEqual([null, 'Chrome · Android']);
  expect(Date.parse(latest?.createdAt ?? '') - Date.parse(first?.createdAt ?? '')).toBe(60_000);
  await team.signOut({ id: member.id });
  expect(await team.sessions({ id: member.id })).toEqual([]);
  const guest = await createUser(app.ctx);
  await expect(team.sessions({ id: guest.id })).rejects.toMatchObject(refusal(404, 'user_not_found'));
});

test('who is signed out is out with the next request, on every device, and keeps the roles', async () => {
  const { app, owner, member, team, their } = await start();
  const second = app.api(await signInAgain(app.ctx, member.id));
  expect(await team.signOut({ id: member.id })).toEqual({ sessions: 2, scannerDevices: 0 });
  for (const api of [their, second]) await expect(api.accounts.currentUser()).rejects.toMatchObject({ status: 401 });
  expect(await findRoles(app.ctx.db, member.id)).toEqual(['Desk', 'DoorLead']);
  expect(await entriesOf(app)).toMatchObject([
    {
      action: 'team.sign_out',
      staffId: owner.id,
      subject: `guest ${member.id}`,
      detail: { before: { sessions: 2 }, after: { sessions: 0 } },
    },
  ]);
  expect(await app.ctx.db.select().from(securityEvents)).toMatchObject([{ kind: 'sessions_ended', userId: member.id }]);
  const { id } = await createUser(app.ctx);
  await expect(team.signOut({ id })).rejects.toMatchObject(refusal(404, 'user_not_found'));
});

test('the last Owner can neither go nor lose the role', async () => {
  const { app, owner, team } = await start();
  await expect(team.remove({ id: owner.id })).rejects.toMatchObject(refusal(409, 'last_owner'));
  const change = { seen: ['Owner' as const], wanted: ['Manager' as const] };
  await expect(team.changeRoles({ id: owner.id, body: change })).rejects.toMatchObject(refusal(409, 'last_owner'));
  expect(await findRoles(app.ctx.db, owner.id)).toEqual(['Owner']);
  await createAdmin(app.ctx);
  expect(await team.changeRoles({ id: owner.id, body: change })).toEqual({ roles: ['Manager'] });
});

/** Two Owners remove each other; both requests pass the check of the Owners before either changes anything. */
async function removeEachOther(without?: Guard) {
  const app = await startTestApp({ without });
  const owners = [await createAdmin(app.ctx), await createAdmin(app.ctx)] as const;
  const release = await openTransaction(app.ctx, (tx) => tx.db.execute(sql`select id from users for update`));
  const [one, other] = owners;
  const answers = Promise.allSettled([
    app.api(one.accessToken).staffTeam.remove({ id: other.id }),
    app.api(other.accessToken).staffTeam.remove({ id: one.id }),
  ]);
  await untilWaiting(app, 2);
  await release();
  return { app, answers: await answers, ownersLeft: await app.ctx.db.$count(userRoles, eq(userRoles.role, 'Owner')) };
}

test('of two Owners who remove each other at once one stays, and is who was first', async () => {
  const { answers, ownersLeft } = await removeEachOther();
  expect(ownersLeft).toBe(1);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal(403, 'forbidden') });
});

test('control: without the guard both go', async () => {
  expect((await removeEachOther('lastOwner')).ownersLeft).toBe(0);
});

test('an Owner who was removed while the request was on its way changes nothing any more', async () => {
  const { app, owner, member } = await start();
  await createAdmin(app.ctx);
  const actor = { userId: owner.id, sessionId: '', rights: ['roles.manage'], status: 'Verified' } as const;
  await setRoles(app.ctx, owner.id, ['Manager']);
  const ctx = { ...app.ctx, actor };
  const change = { id: member.id, seen: ['Desk' as const, 'DoorLead' as const], wanted: ['Desk' as const] };
  for (const command of [() => changeRoles(ctx, change), () => removeMember(ctx, member), () => signOutMember(ctx, member)])
    await expect(command()).rejects.toMatchObject({ code: 'forbidden', details: { params: { right: 'roles.manage' } } });
  expect(await findRoles(app.ctx.db, member.id)).toEqual(['Desk', 'DoorLead']);
});

test('the operator signs any account out, which the log says; the wrong actor is refused', async () => {
  const { app } = await start();
  const guest = await createUser(app.ctx);
  expect(await signOutAccount(app.ctx, guest.email.toUpperCase())).toMatchObject({ sessions: 1, user: { id: guest.id } });
  await expect(app.api(guest.accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });
  expect(await entriesOf(app)).toMatchObject([{ action: 'team.sign_out', staffId: guest.id, detail: { by: 'operator' } }]);
  await expect(signOutAccount(app.ctx, 'nobody@example.com')).rejects.toBeInstanceOf(AppError);
  for (const command of [removeMember, signOutMember])
    await expect(command(app.ctx, { id: guest.id })).rejects.toMatchObject({ code: 'unauthorized' });
});
