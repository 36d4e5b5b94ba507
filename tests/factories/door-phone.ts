import { randomUUID } from 'node:crypto';
import { scannerDevices } from '#server/door/door.table.ts';
import type { Door } from '#server/door/scans/apply-scans.ts';
import * as service from '#server/door/scans/device-scans.service.ts';
import type { Clock } from '#server/platform/context.ts';
import type { DeviceScan, ScanReceipt } from '#shared/door/device-scan.schemas.ts';
import { DEVICE_RIGHTS, type ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import { createDoorKey, publicKeyOf, signCall } from '#shared/door/sign-call.ts';
import { codeOf, type TestApp } from '#tests/setup/app.ts';
import { type RawAnswer, rawCall } from '#tests/setup/raw-call.ts';
import type { OpenDoor } from './door.ts';
import { createEvent } from './events.ts';
import { createAdmin } from './users.ts';

export const SCANNING: ScannerDeviceRight[] = ['scan', 'reject', 'undo'];

/** Changes to a signed call before it is sent. */
type Change = { time?: number; header?: (header: string) => string; url?: string; body?: unknown };

/** Sends a phone's call signed with its key. */
export async function callSigned(
  { url: origin, clock }: { url: string; clock: Clock },
  { key, scannerDeviceId }: { key: CryptoKeyPair; scannerDeviceId: string },
  { method = 'GET', path, body }: { method?: 'GET' | 'POST'; path: string; body?: unknown },
  change: Change = {},
): Promise<RawAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const header = await signCall(key.privateKey, {
    scannerDeviceId,
    time: change.time ?? clock.now().getTime(),
    method,
    url: path,
    body: text,
  });
  const headers = { authorization: change.header?.(header) ?? header };
  const sent = change.body ?? body;
  return rawCall(origin, change.url ?? path, { method, headers, ...(sent !== undefined && { body: sent }) });
}

/** Creates a scanner device as staff, and returns it with the secret of its code. */
export async function createScannerDevice(
  app: TestApp,
  { eventId, rights = SCANNING, maker }: { eventId?: number; rights?: ScannerDeviceRight[]; maker?: { accessToken: string } } = {},
) {
  const { accessToken } = maker ?? (await createAdmin(app.ctx));
  const staff = app.api(accessToken).staffScannerDevices;
  const event = eventId ?? (await createEvent(app.ctx)).id;
  const code = await staff.create({ body: { eventId: event, name: 'Main 1', rights } });
  return { staff, eventId: event, scannerDeviceId: code.id, code, secret: new URL(code.url).hash.slice(1) };
}

/** Pairs a phone with a new scanner device. */
export async function pairPhone(app: TestApp, options: Parameters<typeof createScannerDevice>[1] = {}) {
  const made = await createScannerDevice(app, options);
  const key = await createDoorKey();
  const scannerDevice = await app.api().scannerDevice.pair({ body: { secret: made.secret, publicKey: await publicKeyOf(key) } });
  const phone = { key, scannerDeviceId: scannerDevice.scannerDeviceId };
  const call = (what: Parameters<typeof callSigned>[2], change?: Change) => callSigned(app, phone, what, change);
  return { ...made, scannerDevice, key, call };
}

/** Returns a scanner device with every right at an event's door that has sent nothing yet. */
export const scannerDeviceAt = (eventId: number) => ({
  scannerDeviceId: '00000000-0000-4000-8000-000000000000',
  eventId,
  endedAt: null,
  rights: DEVICE_RIGHTS,
});

/** Returns a scanner device at an open door whose uploads need no signature. */
export async function openScannerDevice(door: OpenDoor, name = 'Main 1') {
  const { acceptScans } = await codeOf(door, 'server/door/scans/device-scans.service.ts', service);
  const scannerDevice: Omit<Door, 'isRevoked'> = {
    scannerDeviceId: randomUUID(),
    eventId: door.event.id,
    rights: DEVICE_RIGHTS,
    endedAt: null,
  };
  const now = door.clock.now();
  await door.ctx.db.insert(scannerDevices).values({
    id: scannerDevice.scannerDeviceId,
    eventId: scannerDevice.eventId,
    name,
    rights: [...DEVICE_RIGHTS],
    createdBy: door.admin.id,
    createdAt: now,
    takenAt: now,
  });
  let sequence = 0;
  const scan = (given: Partial<DeviceScan> = {}): DeviceScan => {
    sequence += 1;
    const at = door.clock.now().toISOString();
    const code = door.ticket.code;
    return { scanId: randomUUID(), sequence, kind: 'in', code, at, offsetMs: 0, uncertaintyMs: 500, decidedBy: 'server', ...given };
  };
  const alone = (given: Partial<DeviceScan> = {}) => scan({ decidedBy: 'phone', shown: { result: 'accepted', reason: 'valid' }, ...given });
  const upload = (...scans: DeviceScan[]): Promise<ScanReceipt> => acceptScans(door.ctx, scannerDevice, { scans });
  return { scannerDevice, scan, alone, upload };
}
