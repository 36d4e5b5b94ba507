import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { ChangesView, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import { lookupKeyOf } from '#shared/door/encrypted-row.ts';
import { signCall } from '#shared/door/sign-call.ts';
import { addGuestList, withPlaces } from '#tests/factories/guest-lists.ts';
import { admit, type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { openScannerDevice, pairPhone } from '#tests/factories/door-phone.ts';
import { copyOnPhone } from '#tests/factories/phone-copy.ts';
import { startBeside } from '#tests/factories/purchases.ts';
import { createGuest, sellOut, tokenIn } from '#tests/factories/sold-out.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { readEvents } from '#tests/setup/event-stream.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const PACK = { path: '/api/door/offline-manifest' };
const changesSince = (version: string) => ({ path: `/api/door/changes?since=${version}` });

type PairedPhone = Awaited<ReturnType<typeof pairPhone>>;

const pairAt = (door: OpenDoor): Promise<PairedPhone> => pairPhone(door, { eventId: door.event.id });
const readOfflineManifestOf = async ({ call }: PairedPhone): Promise<OfflineManifestView> =>
  OfflineManifestView.parse((await call(PACK)).body);

/** Opens a phone's stream of changes. It is closed when the test ends. */
async function listen({ url: origin, clock }: Pick<TestApp, 'url' | 'clock'>, { key, scannerDeviceId }: PairedPhone, version: string) {
  const url = `/api/door/changes/stream?since=${version}`;
  const call = { scannerDeviceId, time: clock.now().getTime(), method: 'GET', url, body: undefined };
  const response = await fetch(origin + url, { headers: { authorization: await signCall(key.privateKey, call) } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const events = readEvents(response);
  return {
    next: async () => {
      const { value, done } = await events.next();
      return done ? undefined : ChangesView.parse(value);
    },
  };
}

test('a scanner device gets the offline manifest of its event, and then what changed', async () => {
  const door = await openDoor();
  const phone = await pairAt(door);
  const offlineManifest = await readOfflineManifestOf(phone);
  expect(offlineManifest).toMatchObject({ event: { id: door.event.id }, rows: [{ state: 'valid', usedAt: null }] });
  const copy = copyOnPhone(offlineManifest);
  await door.scan({ ...admit, code: door.ticket.code });
  const changes = ChangesView.parse((await phone.call(changesSince(offlineManifest.version))).body);
  expect(await copy.take(changes, [door.ticket.code])).toEqual([door.ticket.code]);
  expect(await copy.read(door.ticket.code)).toMatchObject({ usedAt: '2026-11-21T23:04:00+04:00', guest: { firstName: 'Nino' } });
});

test('only scanner devices get an offline manifest, not even staff', async () => {
  const door = await openDoor();
  await pairAt(door);
  for (const path of [PACK.path, changesSince('x').path, '/api/door/changes/stream?since=x'])
    for (const bearer of [undefined, door.guest.accessToken, door.admin.accessToken]) {
      const { status, body } = await rawCall(door.url, path, { method: 'GET', ...(bearer !== undefined && { bearer }) });
      expect([status, Object.keys(body).toSorted(), body['code']], path).toEqual([401, ['code', 'message'], 'device_unknown']);
    }
});

test('a revoked scanner device learns nothing new', async () => {
  const door = await openDoor();
  const phone = await pairAt(door);
  const { version } = await readOfflineManifestOf(phone);
  await phone.staff.revoke({ id: phone.scannerDeviceId });
  await door.scan({ ...admit, code: door.ticket.code });
  for (const call of [PACK, changesSince(version), changesSince(''), { path: `/api/door/changes/stream?since=${version}` }]) {
    const { status, body } = await phone.call(call);
    expect([status, Object.keys(body).toSorted(), body['code']], call.path).toEqual([410, ['code', 'message'], 'device_ended']);
  }
});

test('a stream says at once what the phone lacks, then each change, at any process', async () => {
  const door = await openDoor();
  const beside = await startBeside(door);
  const phone = await pairAt(door);
  const copy = copyOnPhone(await readOfflineManifestOf(phone));
  const stream = await listen(beside, phone, copy.version());
  expect(await stream.next()).toMatchObject({ version: copy.version(), head: null, rows: [] });
  await door.scan({ ...admit, code: door.ticket.code });
  const used = await stream.next();
  expect(used && (await copy.take(used, [door.ticket.code]))).toEqual([door.ticket.code]);
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  expect((await stream.next())?.rows.map(({ key }) => key)).toContain(await lookupKeyOf(code));
  await door.ctx.db.update(users).set({ bannedAt: door.clock.now() }).where(eq(users.id, door.guest.id));
  expect((await stream.next())?.rows.map(({ isBanned }) => isBanned)).toEqual([true, true]);
});

test('a phone hears within a second that a ticket was passed on: its old code is no good, the new one is', async () => {
  const door = await openDoor();
  const { seller, tickets, eventId } = await sellOut(door, 1);
  const phone = await pairPhone(door, { eventId });
  const copy = copyOnPhone(await readOfflineManifestOf(phone));
  const stream = await listen(door, phone, copy.version());
  await stream.next();
  const { code: oldCode = '' } = (await seller.api.tickets.mine())[0] ?? {};
  const { url } = await seller.api.transfers.makeLink({ id: tickets[0] ?? 0 });
  const friend = await createGuest(door, { firstName: 'Luka' });
  await friend.api.transfers.take({ body: { token: tokenIn(url) } });
  const { code = '' } = (await friend.api.tickets.mine())[0] ?? {};
  const changes = await stream.next();
  expect(changes && (await copy.take(changes, [oldCode, code])).toSorted()).toEqual([oldCode, code].toSorted());
  expect(await copy.read(oldCode)).toMatchObject({ state: 'transferred', guest: { firstName: 'Nino' } });
  expect(await copy.read(code)).toMatchObject({ state: 'valid', guest: { firstName: 'Luka' } });
});

test('a phone hears within a second of a name on a list, and of those who came by it', async () => {
  const door = await openDoor();
  const phone = await pairPhone(door, { eventId: door.event.id, rights: ['scan', 'search'] });
  const stream = await listen(door, phone, '');
  expect((await stream.next())?.lists).toEqual([]);
  const { id, entryIds } = await addGuestList(door.ctx, door.event.id, { entries: withPlaces(3) });
  const [entryId] = entryIds;
  expect(await stream.next()).toMatchObject({ lists: [{ id, entries: [{ id: entryId, firstName: 'Nino', initial: 'B' }] }], live: null });
  const { upload, scan } = await openScannerDevice(door);
  await upload(scan({ code: undefined, entryId, people: 2 }));
  const live = { inside: 2, arrivals: [{ entryId, listId: id, people: 2 }] };
  expect(await stream.next()).toMatchObject({ head: null, lists: null, live });
});

test('a phone hears within a second who is inside, and each conflict, without anybody’s name', async () => {
  const door = await openDoor();
  const phone = await pairAt(door);
  const stream = await listen(door, phone, '');
  expect((await stream.next())?.live).toEqual({ inside: 0, arrivals: [], conflicts: [] });
  await door.scan(admit);
  expect((await stream.next())?.live).toMatchObject({ inside: 1 });
  const { scannerDevice, upload, alone } = await openScannerDevice(door, 'Side 1');
  await upload(alone());
  const { live, head, rows } = (await stream.next()) ?? {};
  const key = await lookupKeyOf(door.ticket.code);
  const staff = { door: '', scannerDeviceId: null, at: '2026-11-21T23:04:00+04:00', uncertaintyMs: 0 };
  expect(live).toEqual({
    inside: 2,
    arrivals: [],
    conflicts: [
      {
        id: expect.any(Number),
        reason: 'ticket_used',
        key,
        entryId: null,
        admissions: [staff, { ...staff, door: 'Side 1', scannerDeviceId: scannerDevice.scannerDeviceId, uncertaintyMs: 500 }],
        isOrderCertain: false,
      },
    ],
  });
  expect([head, rows]).toEqual([null, []]);
});

test('a phone hears that the server has its scans, also when they change nothing for anybody', async () => {
  const door = await openDoor();
  const phone = await pairAt(door);
  const stream = await listen(door, phone, '');
  const before = await stream.next();
  const at = door.clock.now().toISOString();
  const shown = { result: 'refused', reason: 'code_tampered' };
  const scan = {
    scanId: randomUUID(),
    sequence: 1,
    kind: 'in',
    code: 'https://example.com',
    at,
    offsetMs: 0,
    uncertaintyMs: 0,
    decidedBy: 'phone',
  };
  await phone.call({ method: 'POST', path: '/api/door/scans', body: { scans: [{ ...scan, shown }] } });
  const { version } = before ?? {};
  expect(before).toMatchObject({ after: 0 });
  expect(await stream.next()).toMatchObject({ after: 1, since: version, version, head: null, live: null, rows: [] });
});

test('the stream of a scanner device ends when staff revoke it, and says nothing more', async () => {
  const door = await openDoor();
  const phone = await pairAt(door);
  const stream = await listen(door, phone, '');
  expect(await stream.next()).toMatchObject({ rows: { length: 1 } });
  await phone.staff.revoke({ id: phone.scannerDeviceId });
  await door.scan({ ...admit, code: door.ticket.code });
  expect(await stream.next()).toBeUndefined();
});

test('a phone has one stream: the next one ends it', async () => {
  const door = await openDoor();
  const [phone, other] = [await pairAt(door), await pairAt(door)];
  const [first, ofOther] = [await listen(door, phone, ''), await listen(door, other, '')];
  await first.next();
  await ofOther.next();
  const second = await listen(door, phone, '');
  expect(await first.next()).toBeUndefined();
  await second.next();
  await door.scan({ ...admit, code: door.ticket.code });
  for (const stream of [second, ofOther]) expect(await stream.next()).toMatchObject({ rows: [{ usedAt: '2026-11-21T23:04:00+04:00' }] });
});

test('a stopping server closes the streams of phones', async () => {
  const door = await openDoor();
  const beside = await startBeside(door);
  const stream = await listen(beside, await pairAt(door), '');
  await stream.next();
  await beside.close();
  expect(await stream.next()).toBeUndefined();
});
