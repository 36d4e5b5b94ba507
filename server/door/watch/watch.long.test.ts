import { isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { scannerDeviceCalls } from '#server/door/door.table.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { alerts } from '#server/platform/platform.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { openScannerDevice, pairPhone } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { watchDoors } from './watch.jobs.ts';

const TIME = { path: '/api/door/time' };

async function passMinutes(door: OpenDoor, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    door.clock.advanceMinutes(1);
    await addJob(door.ctx, watchDoors, {});
    await runDueJobs(door.deps);
  }
}
const openAlerts = async ({ ctx }: OpenDoor) =>
  (await ctx.db.select().from(alerts).where(isNull(alerts.resolvedAt))).map(({ kind, subject, detail }) => ({ kind, subject, detail }));

test('a phone that is silent for three minutes while its event runs is an alert, until it is heard of again', async () => {
  const door = await openDoor();
  const { call, scannerDeviceId } = await pairPhone(door, { eventId: door.event.id });
  await passMinutes(door, 2);
  expect(await openAlerts(door)).toEqual([]);
  await passMinutes(door, 1);
  const detail = 'Nothing was heard of the scanner device “Main 1” for 3 minutes.';
  expect(await openAlerts(door)).toEqual([{ kind: 'door_silent', subject: `scanner_device ${scannerDeviceId}`, detail }]);
  await call(TIME);
  await passMinutes(door, 1);
  expect(await openAlerts(door)).toEqual([]);
});

test('a scanner device that no phone is paired with, one that has ended and one of an event that does not run are not silent', async () => {
  const door = await openDoor();
  const [revoked, left] = [await pairPhone(door, { eventId: door.event.id }), await pairPhone(door, { eventId: door.event.id })];
  await pairPhone(door);
  await passMinutes(door, 3);
  expect(await openAlerts(door)).toHaveLength(2);
  await revoked.staff.revoke({ id: revoked.scannerDeviceId });
  await left.call({ method: 'POST', path: '/api/door/leave' });
  await passMinutes(door, 1);
  expect(await openAlerts(door)).toEqual([]);
});

test('the calls of a scanner device that has ended are forgotten, too', async () => {
  const door = await openDoor();
  const { call, staff, scannerDeviceId } = await pairPhone(door, { eventId: door.event.id });
  await call(TIME);
  await staff.revoke({ id: scannerDeviceId });
  expect(await door.ctx.db.$count(scannerDeviceCalls)).toBe(1);
  await passMinutes(door, 6);
  expect(await door.ctx.db.$count(scannerDeviceCalls)).toBe(0);
});

test('three codes of one scanner device within a minute that are none of ours are an alert', async () => {
  const door = await openDoor();
  const [main, side] = [await openScannerDevice(door, 'Main 1'), await openScannerDevice(door, 'Side 1')];
  const forged = { code: door.ticket.code.replace(/.$/, '~') };
  await main.upload(main.scan(forged));
  await side.upload(side.scan(forged));
  await main.upload(main.scan(forged), main.scan());
  door.clock.advanceMinutes(1);
  await main.upload(main.scan(forged));
  expect(await openAlerts(door)).toEqual([]);
  await main.upload(main.scan(forged), main.scan(forged));
  expect(await openAlerts(door)).toEqual([
    {
      kind: 'door_tampered',
      subject: `scanner_device ${main.scannerDevice.scannerDeviceId}`,
      detail: 'The scanner device “Main 1” read 3 codes within a minute that are none of ours.',
    },
  ]);
});
