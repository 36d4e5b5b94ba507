import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invite, openEvents, sellTickets } from '#lab/bench/seed.ts';
import { readClubKeys } from '#lab/trial/club-keys.ts';
import { brokenRules } from '#lab/trial/consistency.ts';
import { canNameMachines, type ServerProcess, startServer } from '#lab/trial/server-process.ts';
import { systemClock } from '#server/platform/context.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { type DeviceScan, ScanReceipt } from '#shared/door/device-scan.schemas.ts';
import { ChangesView, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { createDoorKey, publicKeyOf, signCall } from '#shared/door/sign-call.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { callSigned } from '#tests/factories/door-phone.ts';
import { listenTonight, until } from '#tests/factories/tonight.ts';
import { fetchFrom } from '#tests/setup/app.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { readEvents } from '#tests/setup/event-stream.ts';

const SECRET = 'the same secret for both of the machines';

type Servers = Record<'one' | 'other', ServerProcess> & { database: Pool; serve(machine: string): Promise<ServerProcess> };
let servers: Servers;
const endings: (() => Promise<void>)[] = [];

/** Two machines with host names and data folders of their own on one database. */
beforeAll(async () => {
  if (!canNameMachines) return;
  const { url, ownerUrl, drop } = await createTestDatabase();
  const database = openTestPool(ownerUrl);
  const folders = mkdtempSync(join(tmpdir(), 'rkali-machines-'));
  endings.push(
    drop,
    () => database.end(),
    () => rm(folders, { recursive: true, force: true }),
  );
  const serve = async (machine: string): Promise<ServerProcess> => {
    const own = { DATA_DIR: join(folders, machine), DATABASE_URL: url, SECRET, DEMO: 'false', PLACEHOLDER_IMAGES: 'false' };
    const server = await startServer(own, machine);
    endings.push(() => server.kill('SIGKILL'));
    return server;
  };
  servers = { database, serve, one: await serve('one'), other: await serve('other') };
}, 240_000);

afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

/** Creates an event that runs, with guests who have tickets, and a member of staff. */
async function openDoor(tickets: number) {
  const { one, other, database } = servers;
  const [staff] = await invite(database, SECRET, 1, { areOwners: true });
  const [eventId = 0] = await openEvents(database, { count: 1, allocation: 400, startsInDays: 0 });
  const guests = await invite(database, SECRET, tickets);
  const keys = await readClubKeys(database, SECRET);
  const sold = await sellTickets(
    database,
    guests.map(({ id }) => id),
    eventId,
  );
  const codes = sold.map(({ id, userId }) => ({ id, code: signTicketCode(keys, { id, userId, eventId }) }));
  const token = staff?.token ?? '';
  const staffAt = ({ origin }: Machine) => createWholeApi(fetchFrom(origin, token));
  const tonightAt = ({ origin }: Machine) => listenTonight({ url: origin }, token, `?eventId=${eventId}`);
  return { one, other, database, eventId, codes, staffAt, tonightAt };
}
type OpenDoor = Awaited<ReturnType<typeof openDoor>>;
type Machine = { origin: string };

/** Creates a scanner device at one machine; of the phones that take it at both, one wins. */
async function pair({ staffAt, eventId, one, other }: OpenDoor, name: string) {
  const { url, id } = await staffAt(one).staffScannerDevices.create({ body: { eventId, name, rights: [...DEVICE_RIGHTS] } });
  const takeAt = async ({ origin }: Machine): Promise<CryptoKeyPair> => {
    const key = await createDoorKey();
    const body = { secret: new URL(url).hash.slice(1), publicKey: await publicKeyOf(key) };
    await createWholeApi(fetchFrom(origin)).scannerDevice.pair({ body });
    return key;
  };
  const tries = await Promise.allSettled([other, one, other, one].map(takeAt));
  const keys = tries.flatMap((taken) => (taken.status === 'fulfilled' ? [taken.value] : []));
  expect(keys).toHaveLength(1);
  const [key = await createDoorKey()] = keys;
  const phone = { key, scannerDeviceId: id };
  let sequence = 0;
  const scan = (given: Partial<DeviceScan>): DeviceScan => {
    sequence += 1;
    const at = new Date().toISOString();
    return { scanId: randomUUID(), sequence, kind: 'in', at, offsetMs: 0, uncertaintyMs: 500, decidedBy: 'server', ...given };
  };
  const alone = (given: Partial<DeviceScan>) => scan({ decidedBy: 'phone', shown: { result: 'accepted', reason: 'valid' }, ...given });
  const call = (machine: Machine, what: Parameters<typeof callSigned>[2]) =>
    callSigned({ url: machine.origin, clock: systemClock }, phone, what);
  const upload = async (machine: Machine, ...scans: DeviceScan[]): Promise<ScanReceipt> =>
    ScanReceipt.parse((await call(machine, { method: 'POST', path: '/api/door/scans', body: { scans } })).body);
  const manifest = async (machine: Machine) =>
    OfflineManifestView.parse((await call(machine, { path: '/api/door/offline-manifest' })).body);
  const listen = async function* (machine: Machine, version: string) {
    const path = `/api/door/changes/stream?since=${version}`;
    const signed = { scannerDeviceId: id, time: Date.now(), method: 'GET', url: path, body: undefined };
    const response = await fetch(machine.origin + path, { headers: { authorization: await signCall(key.privateKey, signed) } });
    for await (const view of readEvents(response)) yield ChangesView.parse(view);
  };
  return { ...phone, scan, alone, call, upload, manifest, listen };
}

const said = ({ outcomes }: ScanReceipt): string[] => outcomes.map(({ result, reason }) => `${result} ${reason}`);

/** Returns the first changes for which this is true. */
async function heard(stream: AsyncGenerator<ChangesView>, isIt: (view: ChangesView) => boolean): Promise<ChangesView> {
  for (let next = await stream.next(); !next.done; next = await stream.next()) if (isIt(next.value)) return next.value;
  throw new Error('The stream ended before that.');
}

test.runIf(canNameMachines)('a phone paired at one machine scans at the other, and both streams hear it', async () => {
  const door = await openDoor(3);
  const { one, other, codes, tonightAt } = door;
  const [first, second, third] = codes;
  const [main, side] = [await pair(door, 'Main'), await pair(door, 'Side')];
  const { version } = await main.manifest(one);
  const tonight = tonightAt(one);
  await until(tonight, ({ figures }) => figures.inside === 0);
  const [mainStream, sideStream] = [main.listen(one, version), side.listen(other, '')];
  await Promise.all([mainStream.next(), sideStream.next()]);

  expect(said(await main.upload(other, main.scan({ code: first?.code })))).toEqual(['accepted valid']);
  expect(said(await side.upload(one, side.scan({ code: first?.code })))).toEqual(['refused ticket_used']);
  const [used] = await Promise.all([
    heard(mainStream, ({ rows }) => rows.some(({ usedDoor }) => usedDoor === 'Main')),
    heard(sideStream, ({ live }) => live?.inside === 1),
    until(tonight, ({ figures }) => figures.inside === 1 && figures.refused === 1),
  ]);
  expect(used.rows).toMatchObject([{ state: 'valid', usedDoor: 'Main' }]);

  const scan = { isReject: false, ticketId: second?.id ?? 0, code: second?.code ?? '' };
  const tries = [one, other, one, other].map((machine) => door.staffAt(machine).door.scan({ body: { ...scan, scanId: randomUUID() } }));
  expect((await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await Promise.all([
    heard(mainStream, ({ live }) => live?.inside === 2),
    heard(sideStream, ({ live }) => live?.inside === 2),
    until(tonight, ({ figures }) => figures.inside === 2),
  ]);

  // A balancer repeats what it has no answer to.
  const again = [main.scan({ code: third?.code }), main.scan({ kind: 'reject', code: third?.code })];
  const [left, right] = await Promise.all([main.upload(one, ...again), main.upload(other, ...again)]);
  expect(left.outcomes).toEqual(right.outcomes);
  const stored = await door.database.query('select from scans where scan_id = any($1)', [again.map(({ scanId }) => scanId)]);
  expect(stored.rowCount).toBe(2);
});

test.runIf(canNameMachines)('a signed call that one machine took is refused by the other', async () => {
  const door = await openDoor(0);
  const { key, scannerDeviceId } = await pair(door, 'Main');
  const path = '/api/door/time';
  const authorization = await signCall(key.privateKey, { scannerDeviceId, time: Date.now(), method: 'GET', url: path, body: undefined });
  const at = async ({ origin }: Machine) => {
    const answer = await fetch(origin + path, { headers: { authorization } });
    return [answer.status, (await answer.json()).code];
  };
  expect([await at(door.one), await at(door.other)]).toEqual([
    [200, undefined],
    [401, 'call_repeated'],
  ]);
});

test.runIf(canNameMachines)(
  'two phones without a network that report to different machines leave a conflict for each double entry',
  async () => {
    const door = await openDoor(20);
    const { one, other, codes, tonightAt, database } = door;
    const [main, side] = [await pair(door, 'Main'), await pair(door, 'Side')];
    const tonight = tonightAt(other);
    const [mainStream, sideStream] = [main.listen(one, ''), side.listen(other, '')];
    const receipts = await Promise.all([
      main.upload(one, ...codes.map(({ code }) => main.alone({ code }))),
      side.upload(other, ...codes.toReversed().map(({ code }) => side.alone({ code }))),
    ]);
    const results = receipts.flatMap(({ outcomes }) => outcomes.map(({ result }) => result));
    const count = (wanted: string) => results.filter((result) => result === wanted).length;
    expect([count('accepted'), count('conflict')]).toEqual([codes.length, codes.length]);
    await Promise.all([
      heard(mainStream, ({ live }) => live?.conflicts.length === codes.length),
      heard(sideStream, ({ live }) => live?.conflicts.length === codes.length),
      until(tonight, ({ conflicts }) => conflicts.length === codes.length),
    ]);
    expect((await brokenRules(database)).filter((rule) => /accepted once|is used while|second admission/.test(rule))).toEqual([]);
  },
);

test.runIf(canNameMachines)('a number that was looked up at one machine is no second lookup at the other', async () => {
  const door = await openDoor(2);
  const { one, other, codes, database } = door;
  const main = await pair(door, 'Main');
  const [first, second] = codes;
  const look = (machine: Machine) => main.call(machine, { method: 'POST', path: '/api/door/look', body: { ticketId: first?.id } });
  expect([(await look(one)).status, (await look(other)).status]).toEqual([200, 200]);
  expect(said(await main.upload(other, main.scan({ ticketId: first?.id })))).toEqual(['accepted valid']);
  const lookups = async () =>
    (await database.query(`select points from rate_limits where key = $1`, [`doorSearchHour:${main.scannerDeviceId}`])).rows;
  expect(await lookups()).toEqual([{ points: 1 }]);
  expect(said(await main.upload(one, main.scan({ ticketId: second?.id })))).toEqual(['accepted valid']);
  expect(await lookups()).toEqual([{ points: 2 }]);
});

test.runIf(canNameMachines)('a scanner device revoked at one machine loses its stream and its calls at the other', async () => {
  const door = await openDoor(1);
  const { one, other, staffAt, codes } = door;
  const main = await pair(door, 'Main');
  const stream = main.listen(other, '');
  await stream.next();
  const admitted = main.alone({ code: codes[0]?.code });
  await staffAt(one).staffScannerDevices.revoke({ id: main.scannerDeviceId });
  await expect(heard(stream, () => false)).rejects.toThrow('The stream ended');
  expect(await main.call(other, { path: '/api/door/offline-manifest' })).toMatchObject({ status: 410, body: { code: 'device_ended' } });
  expect(said(await main.upload(other, admitted))).toEqual(['conflict device_ended']);
});

test.runIf(canNameMachines)('when one machine is killed its phones go on at the other, from where they were', async () => {
  const one = await servers.serve('third');
  const door = await openDoor(3);
  const { other, codes } = door;
  const [first, second, third] = codes;
  const main = await pair(door, 'Main');
  const stream = main.listen(one, (await main.manifest(one)).version);
  await main.upload(one, main.scan({ code: first?.code }));
  const { version } = await heard(stream, ({ after }) => after === 1);
  const unanswered = main.scan({ code: second?.code });
  const sent = main.upload(one, unanswered).catch(() => undefined);
  await one.kill('SIGKILL');
  await sent;
  await expect(heard(stream, () => false)).rejects.toThrow();
  const next = main.listen(other, version);
  expect((await next.next()).value).toMatchObject({ since: version });
  expect(said(await main.upload(other, unanswered, main.scan({ code: third?.code })))).toEqual(['accepted valid', 'accepted valid']);
  await heard(next, ({ live, after }) => live?.inside === 3 && after === 3);
});
