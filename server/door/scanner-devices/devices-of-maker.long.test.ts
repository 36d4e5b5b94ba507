import { and, asc, eq, isNull, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { revokeRole } from '#server/accounts/roles.service.ts';
import { signOutAccount } from '#server/accounts/team.service.ts';
import { scannerDevices } from '#server/door/door.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { createScannerDevice, pairPhone } from '#tests/factories/door-phone.ts';
import { countLockWaits, openTransaction, type Work } from '#tests/factories/open-transaction.ts';
import { createAdmin, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { createScannerDevice as createScannerDeviceHere } from './scanner-devices.service.ts';

/** A door lead with a phone at the door and an unused pairing code, and the phone of a colleague. */
async function start(without?: Guard) {
  const app = await startTestApp({ without });
  const owner = await createAdmin(app.ctx);
  const member = await createUser(app.ctx, { roles: ['DoorLead', 'Desk'] });
  const phone = await pairPhone(app, { maker: member });
  const open = await createScannerDevice(app, { eventId: phone.eventId, maker: member });
  const colleague = await pairPhone(app, { eventId: phone.eventId });
  return { app, owner, member, phone, open, colleague, team: app.api(owner.accessToken).staffTeam };
}

const TIME = { path: '/api/door/time' };
const ENDED = [410, 'device_ended'];
type Started = Awaited<ReturnType<typeof start>>;

/** The answers to the next calls of the phones, and the state of the unused code. */
async function answersOf({ app, phone, open, colleague }: Started) {
  const next = async ({ call }: typeof phone) => {
    const { status, body } = await call(TIME);
    return status === 200 ? [200] : [status, body['code']];
  };
  const pairing = await rawCall(app.url, '/api/door/pair', { body: { secret: open.secret, publicKey: 'A'.repeat(87) } });
  const [row] = await app.ctx.db.select().from(scannerDevices).where(eq(scannerDevices.id, open.scannerDeviceId));
  return { phone: await next(phone), colleague: await next(colleague), open: [pairing.status, row?.secretHash === null] };
}
const allEnded = { phone: ENDED, colleague: [200], open: [400, true] };
const allLast = { phone: [200], colleague: [200], open: [400, false] };

const lastEntry = async ({ ctx }: TestApp, action: string) =>
  (await ctx.db.select().from(auditEntries).where(like(auditEntries.action, action)).orderBy(asc(auditEntries.id))).at(-1);

test('who is signed out by an Owner loses the scanner devices they created, with the next call of the phone; the log counts them', async () => {
  const started = await start();
  const { app, member, team } = started;
  expect(await team.signOut({ id: member.id })).toEqual({ sessions: 1, scannerDevices: 2 });
  expect(await answersOf(started)).toEqual(allEnded);
  const detail = { before: { sessions: 1, scannerDevices: 2 }, after: { sessions: 0, scannerDevices: 0 } };
  expect(await lastEntry(app, 'team.sign_out')).toMatchObject({ subject: `guest ${member.id}`, detail });
  expect(await team.signOut({ id: member.id })).toEqual({ sessions: 0, scannerDevices: 0 });
});

test('the operator’s sign-out ends them, too', async () => {
  const started = await start();
  expect(await signOutAccount(started.app.ctx, started.member.email)).toMatchObject({ sessions: 1, scannerDevices: 2 });
  expect(await answersOf(started)).toEqual(allEnded);
});

test('who is removed from the team, or may no longer run the door, loses them; another change of roles ends none', async () => {
  const seen = ['DoorLead' as const, 'Desk' as const];
  const kept = await start();
  await kept.team.changeRoles({ id: kept.member.id, body: { seen, wanted: ['DoorLead', 'Money'] } });
  expect(await answersOf(kept)).toEqual(allLast);
  const ways: ((started: Started) => Promise<unknown>)[] = [
    ({ team, member: { id } }) => team.remove({ id }),
    ({ team, member: { id } }) => team.changeRoles({ id, body: { seen, wanted: ['Desk'] } }),
    ({ app, member: { email } }) => revokeRole(app.ctx, email, 'DoorLead'),
  ];
  for (const way of ways) {
    const started = await start();
    await way(started);
    expect(await answersOf(started)).toEqual(allEnded);
    expect(await lastEntry(started.app, '%.r%')).toMatchObject({ detail: { scannerDevices: 2 } });
  }
});

test('the scanner devices of a deleted account end with it', async () => {
  const started = await start();
  const { app, member } = started;
  const erase = ({ accessToken, password }: TestUser) =>
    rawCall(app.url, '/api/auth/delete-account', { bearer: accessToken, body: { password } });
  expect((await erase(member)).status).toBe(200);
  expect(await answersOf(started)).toEqual(allEnded);
  expect(await lastEntry(app, 'scanner_device.revoke')).toMatchObject({ subject: `guest ${member.id}`, detail: { scannerDevices: 2 } });
});

test('scanner devices that were over, revoked or unpaired are not counted', async () => {
  const { app, member, phone, open, team } = await start();
  await phone.call({ method: 'POST', path: '/api/door/leave' });
  await open.staff.revoke({ id: open.scannerDeviceId });
  expect(await team.signOut({ id: member.id })).toEqual({ sessions: 1, scannerDevices: 0 });
  const [left] = await app.ctx.db.select().from(scannerDevices).where(eq(scannerDevices.id, phone.scannerDeviceId));
  expect(left?.revokedAt).toBeNull();
});

/** The scanner devices of an account that have not ended. */
const countLasting = ({ ctx }: TestApp, { id }: TestUser): Promise<number> =>
  ctx.db.$count(scannerDevices, and(eq(scannerDevices.createdBy, id), isNull(scannerDevices.revokedAt)));

/** A scanner device is created while an open transaction takes that right from its maker. Returns the maker's answer, and the scanner devices that last. */
async function makeWhile(work: (member: TestUser) => Work, without?: Guard) {
  const { app, member, phone } = await start(without);
  const commit = await openTransaction(app.ctx, work(member));
  const making = createScannerDevice(app, { eventId: phone.eventId, maker: member }).then(
    () => 'made',
    (error: { body?: { code?: string } }) => error.body?.code,
  );
  if (without) await making;
  else await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  return [await making, await countLasting(app, member)];
}

const signOut =
  ({ email }: TestUser): Work =>
  (tx) =>
    signOutAccount(tx, email);
const leaveDoor =
  ({ email }: TestUser): Work =>
  (tx) =>
    revokeRole(tx, email, 'DoorLead');

test('nobody creates a scanner device while being signed out, or while losing the right to run the door', async () => {
  expect(await makeWhile(signOut)).toEqual(['unauthorized', 0]);
  expect(await makeWhile(leaveDoor)).toEqual(['forbidden', 0]);
});

test('control: without the lock such a scanner device survives its maker', async () => {
  expect(await makeWhile(signOut, 'scannerDeviceMaker')).toEqual(['made', 1]);
  expect(await makeWhile(leaveDoor, 'scannerDeviceMaker')).toEqual(['made', 1]);
});

test('a scanner device that is being made while its maker is signed out ends with the others', async () => {
  const { app, member, phone, team } = await start();
  const actor = await authenticate(app.ctx, member.accessToken);
  const scannerDevice = { eventId: phone.eventId, name: 'Main 2', rights: ['scan' as const] };
  const commit = await openTransaction(app.ctx, (tx) => createScannerDeviceHere({ ...tx, actor }, scannerDevice));
  const signingOut = team.signOut({ id: member.id });
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  expect(await signingOut).toEqual({ sessions: 1, scannerDevices: 3 });
  expect(await countLasting(app, member)).toBe(0);
});
