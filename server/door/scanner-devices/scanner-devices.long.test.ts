import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { scannerDeviceCalls, scannerDevices } from '#server/door/door.table.ts';
import { events } from '#server/content/content.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { createDoorKey, publicKeyOf } from '#shared/door/sign-call.ts';
import { callSigned, createScannerDevice, pairPhone, SCANNING } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const TIME = { path: '/api/door/time' };
/** API calls of an account that signed in just now. */
const staffNow = async (app: TestApp) => app.api((await createAdmin(app.ctx)).accessToken).staffScannerDevices;
const newKey = async () => publicKeyOf(await createDoorKey());

test('staff create a scanner device, one phone is paired by its code, and staff see it', async () => {
  const app = await startTestApp();
  const { staff, eventId, code, scannerDeviceId, scannerDevice, call } = await pairPhone(app);
  expect(code.url).toMatch(/\/door#[\w-]{43}$/);
  expect(scannerDevice).toMatchObject({ scannerDeviceId, name: 'Main 1', rights: SCANNING, event: { id: eventId } });
  expect((await call(TIME)).body).toEqual({ ...scannerDevice, serverTime: expect.any(String) });
  const { scannerDevices } = await staff.list({ eventId });
  expect(scannerDevices).toMatchObject([{ id: scannerDeviceId, name: 'Main 1', state: 'on_phone', codeUntil: null, scans: 0, refused: 0 }]);
});

test('staff see when a phone was last heard of, whatever it called', async () => {
  const app = await startTestApp();
  const { staff, eventId, call } = await pairPhone(app);
  app.clock.advanceMinutes(2);
  expect((await call({ path: '/api/door/offline-manifest' })).status).toBe(200);
  const { at, scannerDevices } = await staff.list({ eventId });
  expect([scannerDevices[0]?.seenAt, Date.parse(at)]).toEqual([at, app.clock.now().getTime()]);
});

test('a code pairs one phone, for ten minutes, and a new code ends it', async () => {
  const app = await startTestApp();
  const first = await createScannerDevice(app);
  const pair = async (secret: string) => app.api().scannerDevice.pair({ body: { secret, publicKey: await newKey() } });
  const refused = { status: 400, body: { code: 'pairing_failed' } };
  const { url } = await first.staff.renew({ id: first.scannerDeviceId });
  await expect(pair(first.secret)).rejects.toMatchObject(refused);
  const secret = new URL(url).hash.slice(1);
  await pair(secret);
  await expect(pair(secret)).rejects.toMatchObject(refused);
  await expect(first.staff.renew({ id: first.scannerDeviceId })).rejects.toMatchObject({ body: { code: 'device_paired' } });
  const second = await createScannerDevice(app);
  app.clock.advanceMinutes(11);
  await expect(pair(second.secret)).rejects.toMatchObject(refused);
  expect((await second.staff.list({ eventId: second.eventId })).scannerDevices).toMatchObject([{ state: 'waiting', codeUntil: null }]);
});

test('a key that is no point of the curve is not paired', async () => {
  const app = await startTestApp();
  const { secret } = await createScannerDevice(app);
  const pair = (publicKey: string) => app.api().scannerDevice.pair({ body: { secret, publicKey } });
  const key = await newKey();
  for (const wrong of [`B${'A'.repeat(86)}`, `A${key.slice(1)}`, `${key.slice(0, -3)}AAA`])
    await expect(pair(wrong)).rejects.toMatchObject({ body: { code: 'pairing_failed' } });
  await pair(key);
});

test('a call is good once, at its time, as it was signed, and with the key of its scanner device', async () => {
  const app = await startTestApp();
  const { call, scannerDeviceId } = await pairPhone(app);
  const scans = { method: 'POST' as const, path: '/api/door/scans', body: { scans: [] } };
  let signed = '';
  const keep = (header: string) => (signed = header);
  expect((await call(scans, { header: keep })).status).toBe(200);
  const changes = [
    ['call_repeated', { header: () => signed }],
    ['clock_off', { time: app.clock.now().getTime() - 91_000 }],
    ['clock_off', { time: app.clock.now().getTime() + 91_000 }],
    ['device_unknown', { body: { scans: [], report: { unsent: 1, offlineManifestVersion: null, offsetMs: 0, uncertaintyMs: 0 } } }],
    ['device_unknown', { url: '/api/door/scans?x=1' }],
    ['device_unknown', { url: '/api/door/leave' }],
    [
      'device_unknown',
      {
        header: (header: string) =>
          header.replace(
            scannerDeviceId,
            scannerDeviceId.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
          ),
      },
    ],
    ['device_unknown', { header: (header: string) => header.replace(/(?<=nonce=)./, (letter) => (letter === '_' ? '-' : '_')) }],
    ['device_unknown', { header: (header: string) => header.replace(/time=\d/, 'time=9') }],
    ['device_unknown', { header: (header: string) => header.replace('Door', 'Bearer') }],
    ['device_unknown', { header: (header: string) => header.replace(/(?<=signature=)./, (letter) => (letter === 'A' ? 'B' : 'A')) }],
  ] as const;
  for (const [code, change] of changes) {
    const { status, body } = await call(scans, change);
    expect([status, body['code']]).toEqual([401, code]);
  }
  const foreign = await callSigned(app, { key: await createDoorKey(), scannerDeviceId }, scans);
  expect(foreign.body['code']).toBe('device_unknown');
  expect((await call(TIME, { time: app.clock.now().getTime() - 80_000 })).status).toBe(200);
});

test('a phone whose clock is off learns the time of the server', async () => {
  const app = await startTestApp();
  const { call } = await pairPhone(app);
  const { body } = await call(TIME, { time: 0 });
  expect(body).toMatchObject({ code: 'clock_off', params: { serverTime: expect.stringContaining('T') } });
  expect(Date.parse(String(Object(body['params']).serverTime))).toBe(app.clock.now().getTime());
});

test('nonces are forgotten when their time refuses them', async () => {
  const app = await startTestApp();
  const { call } = await pairPhone(app);
  await call(TIME);
  app.clock.advanceMinutes(6);
  await call(TIME);
  expect(await app.ctx.db.$count(scannerDeviceCalls)).toBe(1);
});

test('a revoked scanner device, one that its phone unpaired and one that is over end with the next call', async () => {
  const app = await startTestApp();
  const revoked = await pairPhone(app);
  await revoked.staff.revoke({ id: revoked.scannerDeviceId });
  await revoked.staff.revoke({ id: revoked.scannerDeviceId });
  const left = await pairPhone(app);
  expect((await left.call({ method: 'POST', path: '/api/door/leave' })).status).toBe(200);
  const over = await pairPhone(app);
  const ended = async ({ call }: typeof revoked) => {
    const { status, body } = await call(TIME);
    expect([status, body['code']]).toEqual([410, 'device_ended']);
  };
  await ended(revoked);
  await ended(left);
  app.clock.set(new Date(Date.parse(over.scannerDevice.endsAt) + 1_000).toISOString());
  await ended(over);
  await expect((await staffNow(app)).list({ eventId: over.eventId })).resolves.toMatchObject({ scannerDevices: [{ state: 'over' }] });
});

test('only with the answer to leave does a browser forget everything, and only when the scanner device has ended', async () => {
  const app = await startTestApp();
  const { call, staff, scannerDeviceId } = await pairPhone(app);
  const upload = (unsent?: number) => {
    const report = { unsent, offlineManifestVersion: null, offsetMs: 0, uncertaintyMs: 0 };
    return call({ method: 'POST', path: '/api/door/scans', body: { scans: [], ...(unsent !== undefined && { report }) } });
  };
  const leave = () => call({ method: 'POST', path: '/api/door/leave' });
  const forgets = async (answer: Promise<{ status: number; headers: Headers }>) => {
    const { status, headers } = await answer;
    return [status, headers.get('clear-site-data')];
  };
  expect(await forgets(upload(0))).toEqual([200, null]);
  await staff.revoke({ id: scannerDeviceId });
  for (const path of ['/api/door/time', '/api/door/offline-manifest', '/api/door/changes?since=', '/api/door/changes/stream?since='])
    expect(await forgets(call({ path })), path).toEqual([410, null]);
  expect(await forgets(upload())).toEqual([200, null]);
  expect(await forgets(upload(3))).toEqual([200, null]);
  expect(await forgets(upload(0))).toEqual([200, null]);
  expect(await forgets(leave())).toEqual([410, '"cache", "storage"']);
  app.clock.advanceMinutes(25 * 60);
  expect(await forgets(upload(3))).toEqual([410, null]);
  expect(await forgets(upload(0))).toEqual([410, null]);
});

test('a phone that did not hear that it is paired asks again with the same key, for ten minutes', async () => {
  const app = await startTestApp();
  const { secret, staff, eventId } = await createScannerDevice(app);
  const key = await newKey();
  const pair = (publicKey: string) => app.api().scannerDevice.pair({ body: { secret, publicKey } });
  const scannerDevice = await pair(key);
  expect((await staff.list({ eventId })).scannerDevices).toMatchObject([{ state: 'on_phone', codeUntil: null }]);
  app.clock.advanceMinutes(9);
  expect(await pair(key)).toMatchObject({ scannerDeviceId: scannerDevice.scannerDeviceId });
  await expect(pair(await newKey())).rejects.toMatchObject({ body: { code: 'pairing_failed' } });
  app.clock.advanceMinutes(2);
  await expect(pair(key)).rejects.toMatchObject({ body: { code: 'pairing_failed' } });
  const second = await createScannerDevice(app);
  const pairSecond = () => app.api().scannerDevice.pair({ body: { secret: second.secret, publicKey: key } });
  await pairSecond();
  await second.staff.revoke({ id: second.scannerDeviceId });
  await expect(pairSecond()).rejects.toMatchObject({ body: { code: 'pairing_failed' } });
});

test('a scanner device whose event has ended pairs no phone, and remains unpaired', async () => {
  const app = await startTestApp();
  const { secret, scannerDeviceId, eventId } = await createScannerDevice(app);
  const before = new Date(app.clock.now().getTime() - 24 * 3_600_000);
  await app.ctx.db
    .update(events)
    .set({ startsAt: before, endsAt: new Date(before.getTime() + 3_600_000) })
    .where(eq(events.id, eventId));
  await expect(app.api().scannerDevice.pair({ body: { secret, publicKey: await newKey() } })).rejects.toMatchObject({
    body: { code: 'pairing_failed' },
  });
  const [scannerDevice] = await app.ctx.db.select().from(scannerDevices).where(eq(scannerDevices.id, scannerDeviceId));
  expect(scannerDevice).toMatchObject({ publicKey: null, takenAt: null });
});

test('a scanner device that was revoked before it was paired pairs no phone', async () => {
  const app = await startTestApp();
  const { staff, scannerDeviceId, secret } = await createScannerDevice(app);
  await staff.revoke({ id: scannerDeviceId });
  await expect(app.api().scannerDevice.pair({ body: { secret, publicKey: await newKey() } })).rejects.toMatchObject({ status: 400 });
  await expect(staff.renew({ id: scannerDeviceId })).rejects.toMatchObject({ body: { code: 'device_ended' } });
});

test('what a phone reports after it was revoked uses no ticket up, and comes for a day', async () => {
  const door = await openDoor();
  const { call, staff, scannerDeviceId } = await pairPhone(door, { eventId: door.event.id });
  const scan = {
    scanId: '2c1a3a5e-6b1d-4c62-9f35-0d8b7a1f4e90',
    sequence: 1,
    kind: 'in',
    code: door.ticket.code,
    at: door.clock.now().toISOString(),
    offsetMs: 0,
    uncertaintyMs: 300,
    decidedBy: 'phone',
    shown: { result: 'accepted', reason: 'valid' },
  };
  const report = () => call({ method: 'POST', path: '/api/door/scans', body: { scans: [scan] } });
  door.clock.advanceMinutes(1);
  await staff.revoke({ id: scannerDeviceId });
  door.clock.advanceMinutes(30);
  expect((await report()).body).toMatchObject({ outcomes: [{ result: 'conflict', reason: 'device_ended' }] });
  door.clock.advanceMinutes(24 * 60);
  expect([(await report()).status, (await call(TIME)).status]).toEqual([410, 410]);
});

test('events that are drafts, cancelled or over get no scanner device, and guests create none', async () => {
  const app = await startTestApp();
  const { staff, eventId } = await createScannerDevice(app);
  const guest = await createUser(app.ctx);
  const body = { eventId, name: 'Main', rights: SCANNING };
  await expect(app.api(guest.accessToken).staffScannerDevices.create({ body })).rejects.toMatchObject({ status: 403 });
  await expect(staff.create({ body: { ...body, eventId: 999 } })).rejects.toMatchObject({ body: { code: 'event_not_found' } });
  const refusedFor = async (state: 'draft' | 'cancelled', code: string) => {
    const { id } = await createEvent(app.ctx, { state });
    await expect(staff.create({ body: { ...body, eventId: id } })).rejects.toMatchObject({ body: { code } });
  };
  await refusedFor('draft', 'event_not_found');
  await refusedFor('cancelled', 'event_ended');
  app.clock.advanceMinutes(60 * 24 * 60);
  await expect((await staffNow(app)).create({ body })).rejects.toMatchObject({ body: { code: 'event_ended' } });
});

test('the secret is in no table, and the audit log says who made, renewed and ended a scanner device', async () => {
  const app = await startTestApp();
  const { staff, scannerDeviceId, secret } = await createScannerDevice(app);
  const { url } = await staff.renew({ id: scannerDeviceId });
  await staff.revoke({ id: scannerDeviceId });
  const actions = await app.ctx.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `scanner_device ${scannerDeviceId}`));
  expect(actions.map(({ action }) => action)).toEqual(['scanner_device.create', 'scanner_device.code', 'scanner_device.revoke']);
  const [stored] = await app.ctx.db.select().from(scannerDevices);
  const kept = JSON.stringify([actions, stored]);
  for (const one of [secret, new URL(url).hash.slice(1)]) expect(kept).not.toContain(one);
});

test('a scanner device that may refund, and a new code for it, ask once more who is there; other scanner devices do not', async () => {
  const app = await startTestApp();
  const manager = await createUser(app.ctx, { roles: ['Manager'] });
  const rights = ['reject' as const, 'refund' as const];
  const made = await createScannerDevice(app, { maker: manager, rights });
  app.clock.advanceMinutes(5.001);
  const refused = { status: 403, body: { code: 'confirmation_required', params: { with: 'password' } } };
  const body = { eventId: made.eventId, name: 'Main 2', rights };
  await expect(made.staff.create({ body })).rejects.toMatchObject(refused);
  await expect(made.staff.renew({ id: made.scannerDeviceId })).rejects.toMatchObject(refused);
  expect((await made.staff.list({ eventId: made.eventId })).scannerDevices).toHaveLength(1);
  const { scannerDeviceId } = await createScannerDevice(app, { maker: manager, eventId: made.eventId });
  await made.staff.renew({ id: scannerDeviceId });
  await app.api(manager.accessToken).secondFactor.confirm({ body: { password: manager.password } });
  await made.staff.create({ body });
  await made.staff.renew({ id: made.scannerDeviceId });
});

const PHONES = 20;

/** Phones that bring one secret at the same moment; returns how many are paired. */
async function pairAtOnce(without?: 'pairOnce'): Promise<number> {
  const app = await startTestApp(without && { without });
  const { secret } = await createScannerDevice(app);
  const keys = await Promise.all(Array.from({ length: PHONES }, newKey));
  const tries = await Promise.allSettled(keys.map((publicKey) => app.api().scannerDevice.pair({ body: { secret, publicKey } })));
  return tries.filter(({ status }) => status === 'fulfilled').length;
}

test('of many phones that bring one secret at once, one is paired', async () => {
  expect(await pairAtOnce()).toBe(1);
});

test('control: without the guard many phones are paired as the same device', async () => {
  expect(await pairAtOnce('pairOnce')).toBeGreaterThan(1);
});
