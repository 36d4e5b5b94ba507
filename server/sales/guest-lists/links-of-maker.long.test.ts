import { asc, eq, like, or } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { revokeRole } from '#server/accounts/roles.service.ts';
import { signOutAccount } from '#server/accounts/team.service.ts';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { makeListLink } from '#server/sales/guest-lists/list-link.service.ts';
import { guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countLockWaits, openTransaction, type Work } from '#tests/factories/open-transaction.ts';
import { firstList, listFields } from '#tests/factories/staff-lists.ts';
import { createAdmin, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

/** The owner's list with a link that a door lead made, and the door lead's list with a link that the owner made. */
async function start(without?: Guard) {
  const app = await startTestApp({ without });
  const owner = await createAdmin(app.ctx);
  const lead = await createUser(app.ctx, { roles: ['DoorLead', 'Desk'] });
  const { id: eventId } = await createEvent(app.ctx);
  const ofOwner = app.api(owner.accessToken).staffLists;
  const ofLead = app.api(lead.accessToken).staffLists;
  const { id } = firstList(await ofOwner.add({ id: eventId, body: { ...listFields, mailedTickets: 5 } }));
  const other = (await ofLead.add({ id: eventId, body: { ...listFields, mailedTickets: 0 } })).lists.at(-1)?.id ?? 0;
  const tokenOf = ({ url }: { url: string }): string => url.split('#')[1] ?? '';
  const byLead = tokenOf(await ofLead.makeLink({ id }));
  const byOwner = tokenOf(await ofOwner.makeLink({ id: other }));
  return { app, id, other, lead, owner, ofLead, byLead, byOwner, team: app.api(owner.accessToken).staffTeam };
}
type Started = Awaited<ReturnType<typeof start>>;

const ana = { firstName: 'Ana', lastName: 'Zhvania', plusOnes: 0, email: 'ana@example.ge' };

/** Returns what each link answers to a name. */
async function answersOf({ app, byLead, byOwner }: Started) {
  const answer = (token: string, entries: object[]) =>
    rawCall(app.url, '/api/List/names', { body: { token, entries } }).then(({ status, body }) => (status === 200 ? 200 : body['code']));
  return [await answer(byLead, [ana]), await answer(byOwner, [{ ...ana, email: undefined }])];
}
const ENDED = ['list_link_unknown', 200];

/** Returns the latest audit entry about a member of the team. */
async function lastOfTeam({ ctx }: TestApp) {
  const { action, id } = auditEntries;
  const isOfTeam = or(like(action, 'team.%'), like(action, 'roles.%'));
  return (await ctx.db.select().from(auditEntries).where(isOfTeam).orderBy(asc(id))).at(-1);
}

test('the links that somebody made end with the right to edit lists, with a sign-out by an Owner or the operator, and with the account', async () => {
  const seen = ['DoorLead' as const, 'Desk' as const];
  const ways: ((started: Started) => Promise<unknown>)[] = [
    ({ team, lead: { id } }) => team.remove({ id }),
    ({ team, lead: { id } }) => team.changeRoles({ id, body: { seen, wanted: ['Desk'] } }),
    ({ app, lead: { email } }) => revokeRole(app.ctx, email, 'DoorLead'),
    ({ team, lead: { id } }) => team.signOut({ id }),
    ({ app, lead: { email } }) => signOutAccount(app.ctx, email),
    ({ app, lead: { accessToken, password } }) => rawCall(app.url, '/api/auth/delete-account', { bearer: accessToken, body: { password } }),
  ];
  for (const way of ways) {
    const started = await start();
    await way(started);
    expect(await answersOf(started)).toEqual(ENDED);
    expect(await lastOfTeam(started.app)).toMatchObject({ detail: { links: 1 } });
  }
});

test('a link goes on when its maker gets another role that may edit lists', async () => {
  const started = await start();
  const { team, lead } = started;
  await team.changeRoles({ id: lead.id, body: { seen: ['DoorLead', 'Desk'], wanted: ['Editor'] } });
  expect(await answersOf(started)).toEqual([200, 200]);
});

test('a link of an earlier version ends with who made its list', async () => {
  const started = await start();
  const { app, team, other, lead } = started;
  await app.ctx.db.update(guestLists).set({ linkMadeBy: null }).where(eq(guestLists.id, other));
  await team.signOut({ id: lead.id });
  expect(await answersOf(started)).toEqual(['list_link_unknown', 'list_link_unknown']);
});

/** Makes a link while its maker loses the right to, in an open transaction. Returns the maker's answer, and whether a link lasts. */
async function makeWhile(work: (member: TestUser) => Work, without?: Guard) {
  const { app, id, lead, ofLead } = await start(without);
  await ofLead.endLink({ id });
  const commit = await openTransaction(app.ctx, work(lead));
  const making = ofLead.makeLink({ id }).then(
    () => 'made',
    (error: { body?: { code?: string } }) => error.body?.code,
  );
  if (without) await making;
  else await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  const [list] = await app.ctx.db.select().from(guestLists).where(eq(guestLists.id, id));
  return [await making, list?.linkHash !== null];
}

const signOut =
  ({ email }: TestUser): Work =>
  (tx) =>
    signOutAccount(tx, email);
const leaveLists =
  ({ email }: TestUser): Work =>
  (tx) =>
    revokeRole(tx, email, 'DoorLead');

test('nobody makes a link while being signed out, or while losing the right to edit lists', async () => {
  expect(await makeWhile(signOut)).toEqual(['unauthorized', false]);
  expect(await makeWhile(leaveLists)).toEqual(['forbidden', false]);
});

test('control: without the lock such a link survives its maker', async () => {
  expect(await makeWhile(signOut, 'scannerDeviceMaker')).toEqual(['made', true]);
  expect(await makeWhile(leaveLists, 'scannerDeviceMaker')).toEqual(['made', true]);
});

test('a link that is being made while its maker is signed out ends with the others', async () => {
  const { app, id, lead, team } = await start();
  const actor = await authenticate(app.ctx, lead.accessToken);
  const commit = await openTransaction(app.ctx, (tx) => makeListLink({ ...tx, actor }, id));
  const signingOut = team.signOut({ id: lead.id });
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  await signingOut;
  const [list] = await app.ctx.db.select().from(guestLists).where(eq(guestLists.id, id));
  expect(list?.linkHash).toBeNull();
});
