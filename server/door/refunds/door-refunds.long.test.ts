import { eq, like, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { userRoles } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { scannerDevices } from '#server/door/door.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { DeviceScan, ScanReceipt } from '#shared/door/device-scan.schemas.ts';
import { UNDO_REFUND_MS } from '#shared/door/scanner-devices.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { findFaults } from '#tests/factories/books.ts';
import { addFactor } from '#tests/factories/second-factors.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { allRefunds, moneyBack, sell } from '#tests/factories/staff-money.ts';
import { createUser, setRoles, signInAgain } from '#tests/factories/users.ts';
import { runRefundsAtDoor } from '#tests/factories/door-refunds.ts';

const said = ({ outcomes }: ScanReceipt): string[] => outcomes.map(({ result, reason }) => `${result} ${reason}`);
const refund = { reason: 'No shoes for dancing' };

/** An event whose policy refunds refused guests, with a paid ticket and a scanner device. */
async function openRefunds({ refusalRefunds = true, env = {} } = {}) {
  const door = await openDoor({ env });
  await door.ctx.db.update(events).set({ refusalRefunds }).where(eq(events.id, door.event.id));
  const sale = await sell(door, { eventId: door.event.id, quantity: 1 });
  const [ticketId = 0] = sale.ticketIds;
  const scannerDevice = await openScannerDevice(door);
  const reject = (given: Partial<DeviceScan> = {}) => scannerDevice.scan({ kind: 'reject', code: undefined, ticketId, refund, ...given });
  const decisions = async () =>
    (await door.api(await signInAgain(door.ctx, door.admin.id)).staffTonight.show({ eventId: door.event.id })).decisions;
  return { ...door, door, sale, ticketId, scannerDevice, reject, decisions };
}
const refundActions = ({ ctx }: OpenDoor) =>
  ctx.db
    .select({ action: auditEntries.action, scannerDeviceName: auditEntries.scannerDeviceName })
    .from(auditEntries)
    .where(like(auditEntries.action, 'door.refund%'));

test('whom the door refuses gets the money back after a minute, once, and staff see it', async () => {
  const { door, scannerDevice, reject, decisions, sale, ticketId } = await openRefunds();
  const refusal = reject();
  expect(said(await scannerDevice.upload(refusal))).toEqual(['rejected rejected_by_staff']);
  await scannerDevice.upload(refusal);
  expect(await decisions()).toMatchObject([{ result: 'rejected', refund: { reason: refund.reason, state: 'waiting' } }]);
  const { rows } = await door.ctx.db.execute(
    sql`select extract(epoch from run_at - created_at)::int as seconds from graphile_worker.jobs where task_identifier = 'refund-at-door'`,
  );
  expect(rows).toEqual([{ seconds: UNDO_REFUND_MS / SECOND_MS }]);
  expect(await moneyBack(door)).toBe(0);
  await runRefundsAtDoor(door);
  await runRefundsAtDoor(door);
  expect(await moneyBack(door)).toBe(4000);
  expect(await allRefunds(door)).toMatchObject([{ amountTetri: 4000, reason: 'staff', note: refund.reason, requestedBy: door.admin.id }]);
  expect(await decisions()).toMatchObject([{ refund: { state: 'done' } }]);
  const timeline = await door.api(await signInAgain(door.ctx, door.admin.id)).staffOrders.timeline({ id: sale.orderId });
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'staff', what: 'door.refund', by: 'Main 1', note: refund.reason }));
  expect(said(await scannerDevice.upload(scannerDevice.scan({ code: undefined, ticketId })))).toEqual(['refused ticket_refunded']);
  expect(await findFaults(door.ctx), 'nobody paid for the ticket of the open door').toEqual(['order 1 has tickets without money']);
});

test('an undo within a minute calls the refund off; later there is nothing to undo', async () => {
  const { door, scannerDevice, reject, decisions } = await openRefunds();
  const undo = (scanId: string) => scannerDevice.scan({ kind: 'undo', code: undefined, undoneScanId: scanId });
  const first = reject();
  await scannerDevice.upload(first);
  door.clock.advanceMinutes(59 / 60);
  expect(said(await scannerDevice.upload(undo(first.scanId), undo(first.scanId)))).toEqual([
    'noted refund_undone',
    'impossible nothing_to_undo',
  ]);
  expect(await decisions()).toMatchObject([{ refund: { state: 'undone' } }]);
  await runRefundsAtDoor(door);
  expect(await allRefunds(door)).toEqual([]);
  const second = reject();
  await scannerDevice.upload(second);
  door.clock.advanceMinutes(1);
  expect(said(await scannerDevice.upload(undo(second.scanId)))).toEqual(['impossible nothing_to_undo']);
  await runRefundsAtDoor(door);
  expect(await moneyBack(door)).toBe(4000);
});

test('without the policy, the right of the scanner device or the right of its maker there is no refund', async () => {
  const closed = await openRefunds({ refusalRefunds: false });
  expect(said(await closed.scannerDevice.upload(closed.reject()))).toEqual(['rejected refund_not_allowed']);
  const open = await openRefunds();
  open.scannerDevice.scannerDevice.rights = ['scan', 'reject'];
  expect(said(await open.scannerDevice.upload(open.reject()))).toEqual(['rejected refund_not_allowed']);
  open.scannerDevice.scannerDevice.rights = ['scan', 'reject', 'refund'];
  expect(said(await open.scannerDevice.upload(open.reject({ ticketId: open.door.ticket.id + 1_000 })))).toEqual([
    'rejected refund_not_allowed',
  ]);
  await setRoles(open.ctx, open.admin.id, ['DoorLead']);
  expect(said(await open.scannerDevice.upload(open.reject()))).toEqual(['rejected refund_not_allowed']);
});

test('a refund that is not allowed leaves the reason of the denial, which other doors read', async () => {
  const { door, scannerDevice, reject, ticketId, decisions } = await openRefunds({ refusalRefunds: false });
  const first = reject({ because: 'drunk' });
  expect(said(await scannerDevice.upload(first))).toEqual(['rejected refund_not_allowed']);
  expect(said(await scannerDevice.upload(first)), 'repeated').toEqual(['rejected refund_not_allowed']);
  const other = await openScannerDevice(door, 'Side');
  const { outcomes } = await other.upload(other.scan({ code: undefined, ticketId }));
  expect(outcomes).toMatchObject([{ reason: 'rejected_before', rejection: { reason: 'drunk' } }]);
  expect((await decisions()).at(-1)).toMatchObject({ reason: 'drunk', refund: null });
});

test('Tonight names the order of a denied guest whose ticket can be refunded, until it is', async () => {
  const { door, scannerDevice, reject, decisions, sale, ticketId } = await openRefunds();
  const denied = reject({ refund: undefined });
  await scannerDevice.upload(denied, scannerDevice.scan({ kind: 'reject', code: undefined, ticketId: door.ticket.id }));
  expect((await decisions()).map((one) => [one.ticketId, one.refundableOrderId])).toContainEqual([ticketId, sale.orderId]);
  const { staffMoney } = door.api(await signInAgain(door.ctx, door.admin.id));
  await staffMoney.refundOrder({ id: sale.orderId, body: { tickets: [ticketId], reason: 'Denied' } });
  expect((await decisions()).find((one) => one.ticketId === ticketId)).toMatchObject({ refundableOrderId: null });
});

test('Tonight offers no refund of a ticket of another event', async () => {
  const { door, scannerDevice, decisions } = await openRefunds();
  const {
    ticketIds: [ticketId],
  } = await sell(door);
  await scannerDevice.upload(scannerDevice.scan({ kind: 'reject', code: undefined, ticketId }));
  expect((await decisions()).find((one) => one.ticketId === ticketId)).toMatchObject({ refundableOrderId: null });
});

test('a scanner device refunds nobody while its door is far', async () => {
  const { door, scannerDevice, reject } = await openRefunds();
  const moveTo = (startsAt: string, endsAt: string) =>
    door.ctx.db
      .update(events)
      .set({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })
      .where(eq(events.id, door.event.id));
  await moveTo('2026-11-22T11:05:00+04:00', '2026-11-22T20:00:00+04:00');
  expect(said(await scannerDevice.upload(reject()))).toEqual(['rejected refund_not_allowed']);
  await moveTo('2026-11-22T11:03:00+04:00', '2026-11-22T20:00:00+04:00');
  expect(said(await scannerDevice.upload(reject()))).toEqual(['rejected rejected_by_staff']);
});

test('a scanner device refunds nobody while the rights of its maker rest, not even whom it has turned away before', async () => {
  const { door, scannerDevice, reject } = await openRefunds({ env: { SECOND_FACTOR_ROLES: 'Owner' } });
  expect(said(await scannerDevice.upload(reject()))).toEqual(['rejected rejected_by_staff']);
  await door.ctx.db.update(userRoles).set({ graceFrom: new Date('2026-11-14T23:00:00+04:00') });
  expect(said(await scannerDevice.upload(reject()))).toEqual(['rejected refund_not_allowed']);
  await runRefundsAtDoor(door);
  expect(await allRefunds(door)).toEqual([]);
  expect(await refundActions(door)).toEqual([{ action: 'door.refund_stopped', scannerDeviceName: 'Main 1' }]);
  await addFactor(door, await signInAgain(door.ctx, door.admin.id));
  expect(said(await scannerDevice.upload(reject()))).toEqual(['rejected rejected_by_staff']);
});

test('staff without the right to refund give it to no scanner device of another', async () => {
  const { door, scannerDevice } = await openRefunds();
  const { scannerDeviceId: id } = scannerDevice.scannerDevice;
  await door.ctx.db
    .update(scannerDevices)
    .set({ rights: ['scan'] })
    .where(eq(scannerDevices.id, id));
  const lead = await createUser(door.ctx, { roles: ['DoorLead'] });
  const { staffScannerDevices } = door.api(lead.accessToken);
  await expect(staffScannerDevices.setRights({ id, body: { rights: ['scan', 'refund'] } })).rejects.toMatchObject({
    status: 403,
  });
  await staffScannerDevices.setRights({ id, body: { rights: ['scan', 'undo'] } });
  const owner = door.api(await signInAgain(door.ctx, door.admin.id)).staffScannerDevices;
  await owner.setRights({ id, body: { rights: ['scan', 'refund'] } });
  await staffScannerDevices.setRights({ id, body: { rights: ['scan'] } });
});

test('a reason given after the refund keeps it', async () => {
  const { door, scannerDevice, reject } = await openRefunds();
  const first = reject();
  await scannerDevice.upload(first);
  const explained = reject({ refund: undefined, because: 'drunk', undoneScanId: first.scanId });
  expect(said(await scannerDevice.upload(explained))).toEqual(['rejected drunk']);
  await runRefundsAtDoor(door);
  expect(await moneyBack(door)).toBe(4000);
});

test('stopping a refund keeps the denial, for every door', async () => {
  const { door, scannerDevice, reject, ticketId } = await openRefunds();
  const first = reject();
  await scannerDevice.upload(first);
  await scannerDevice.upload(scannerDevice.scan({ kind: 'undo', code: undefined, undoneScanId: first.scanId }));
  const other = await openScannerDevice(door);
  expect(said(await other.upload(other.scan({ code: undefined, ticketId })))).toEqual(['refused rejected_before']);
  await runRefundsAtDoor(door);
  expect(await allRefunds(door)).toEqual([]);
});

test.each([
  ['the maker loses the right', (door: OpenDoor) => setRoles(door.ctx, door.admin.id, ['DoorLead'])],
  ['the scanner device is revoked', ({ ctx, clock }: OpenDoor) => ctx.db.update(scannerDevices).set({ revokedAt: clock.now() })],
  ['the policy ends', ({ ctx }: OpenDoor) => ctx.db.update(events).set({ refusalRefunds: false })],
])('a refund that waits is stopped when %s', async (_, happens) => {
  const { door, scannerDevice, reject } = await openRefunds();
  await scannerDevice.upload(reject());
  await happens(door);
  await runRefundsAtDoor(door);
  expect(await allRefunds(door)).toEqual([]);
  expect(await refundActions(door)).toEqual([{ action: 'door.refund_stopped', scannerDeviceName: 'Main 1' }]);
});

test('a guest who came in meanwhile keeps the ticket', async () => {
  const { door, scannerDevice, reject, ticketId } = await openRefunds();
  await scannerDevice.upload(reject());
  await scannerDevice.upload(scannerDevice.scan({ code: undefined, ticketId, answered: ['rejected_before'] }));
  await runRefundsAtDoor(door);
  expect(await allRefunds(door)).toEqual([]);
  expect((await door.ctx.db.select().from(tickets).where(eq(tickets.id, ticketId)))[0]).toMatchObject({ state: 'valid' });
});
