import { randomUUID } from 'node:crypto';
import { lockCallerWith } from '#server/accounts/lock-caller.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireConfirmed, requireRight, withTransaction } from '#server/platform/context.ts';
import { qrDataUrl } from '#server/platform/qr-picture.ts';
import { toWireTime } from '#shared/dates.ts';
import type { ScannerDeviceView } from '#shared/door/scanner-device.contract.ts';
import { DOOR_PATH, type ScannerDeviceRight, SECRET_MINUTES } from '#shared/door/scanner-devices.ts';
import { AppError } from '#shared/errors.ts';
import type { PairingCode, StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import type { ScannerDeviceFields, ScannerDeviceRights } from '#shared/staff/scanner-devices.schemas.ts';
import { type CallingDevice, readPublicKey } from './device-calls.ts';
import { endOf, lastIfEndsAfter, lastsUntil, stateOf } from './device-state.ts';
import {
  countScansOf,
  findEventOfDoor,
  findScannerDevice,
  insertScannerDevice,
  listScannerDevicesOf,
  lockScannerDeviceForStaff,
  type ScannerDeviceOfEvent,
  type ScannerDeviceRow,
  revokeScannerDevicesOf,
  acceptSecret,
  updateScannerDevice,
} from './scanner-devices.queries.ts';

const MINUTE_MS = 60_000;

/** The scanner devices of an event, newest first. @throws event_not_found */
export async function listScannerDevices(
  ctx: Context,
  eventId: number,
): Promise<{ at: string; eventId: number; scannerDevices: StaffScannerDeviceView[] }> {
  const event = await findEventOfDoor(ctx.db, eventId);
  if (!event || event.state === 'draft') throw new AppError('event_not_found');
  const now = ctx.clock.now();
  const rows = await listScannerDevicesOf(ctx.db, eventId);
  const counts = await countScansOf(
    ctx.db,
    rows.map(({ id }) => id),
    new Date(now.getTime() - MINUTE_MS),
  );
  const countOf = new Map(counts.map((one) => [one.scannerDeviceId, one]));
  const scannerDevices = rows.map((row) => toStaffView(row, { state: stateOf(row, event, now), now, ...countOf.get(row.id) }));
  return { at: toWireTime(now), eventId, scannerDevices };
}

type Seen = { state: StaffScannerDeviceView['state']; now: Date; scans?: number; lately?: number; refused?: number };

const toStaffView = (
  scannerDevice: ScannerDeviceRow,
  { state, now, scans = 0, lately = 0, refused = 0 }: Seen,
): StaffScannerDeviceView => ({
  id: scannerDevice.id,
  name: scannerDevice.name,
  rights: scannerDevice.rights,
  state,
  createdAt: toWireTime(scannerDevice.createdAt),
  codeUntil:
    scannerDevice.takenAt === null && scannerDevice.secretUntil && scannerDevice.secretUntil > now
      ? toWireTime(scannerDevice.secretUntil)
      : null,
  takenAt: scannerDevice.takenAt && toWireTime(scannerDevice.takenAt),
  seenAt: scannerDevice.seenAt && toWireTime(scannerDevice.seenAt),
  unsent: scannerDevice.unsent,
  offsetMs: scannerDevice.offsetMs,
  listAt: scannerDevice.offlineManifestVersion,
  scans,
  lately,
  refused,
});

/**
 * A scanner device with the right to refund later refunds tickets without its maker. Refunding a whole event needs a confirmation, so creating such a
 * scanner device does too.
 */
function requireConfirmedFor(ctx: Context, rights: readonly ScannerDeviceRight[]): void {
  if (rights.includes('refund')) requireConfirmed(ctx, true);
}

/**
 * Creates a scanner device and its code. Scanner devices end with their maker (`endScannerDevicesOf`).
 * @throws confirmation_required, event_not_found, event_ended, and those of `lockCallerWith`
 */
export function createScannerDevice(ctx: Context, { eventId, name, rights }: ScannerDeviceFields): Promise<PairingCode> {
  return withTransaction(ctx, async (tx) => {
    const actor = await lockCallerWith(tx, 'door.run');
    requireConfirmedFor({ ...tx, actor }, rights);
    const event = await findEventOfDoor(tx.db, eventId);
    if (!event || event.state === 'draft') throw new AppError('event_not_found');
    const now = tx.clock.now();
    if (event.state === 'cancelled' || lastsUntil(event) <= now) throw new AppError('event_ended');
    const id = randomUUID();
    const { code, stored } = newCode(tx, id);
    await insertScannerDevice(tx.db, {
      id,
      eventId,
      name,
      rights: [...new Set(rights)],
      createdBy: actor.userId,
      createdAt: now,
      ...stored,
    });
    await recordAction(tx, { action: 'scanner_device.create', subject: `scanner_device ${id}`, detail: { eventId, name, rights } });
    return code;
  });
}

/** The secret leaves the server only in this answer. */
function newCode({ env, clock }: Context, id: string): { code: PairingCode; stored: Pick<ScannerDeviceRow, 'secretHash' | 'secretUntil'> } {
  const secret = createOpaqueToken();
  const secretUntil = new Date(clock.now().getTime() + SECRET_MINUTES * MINUTE_MS);
  const url = `${env.publicUrl}${DOOR_PATH}#${secret}`;
  return {
    code: { id, url, picture: qrDataUrl(url), codeUntil: toWireTime(secretUntil) },
    stored: { secretHash: hashOpaqueToken(secret), secretUntil },
  };
}

/**
 * A new code for a scanner device that no phone is paired with; the previous code becomes invalid. @throws confirmation_required, device_not_found,
 * device_paired, device_ended
 */
export function renewCode(ctx: Context, id: string): Promise<PairingCode> {
  return withTransaction(ctx, async (tx) => {
    const { scannerDevice, event } = await lockOf(tx, id);
    if (scannerDevice.takenAt) throw new AppError('device_paired');
    if (endOf(scannerDevice, event, tx.clock.now())) throw new AppError('device_ended');
    requireConfirmedFor(tx, scannerDevice.rights);
    const { code, stored } = newCode(tx, id);
    await updateScannerDevice(tx.db, id, stored);
    await recordAction(tx, {
      action: 'scanner_device.code',
      subject: `scanner_device ${id}`,
      detail: { eventId: scannerDevice.eventId, name: scannerDevice.name },
    });
    return code;
  });
}

/** Changes the rights of a scanner device; its phone hears of it within a second. @throws confirmation_required,
 * device_not_found, device_ended, forbidden (the right to refund, from somebody without it) */
export function setRights(ctx: Context, id: string, { rights }: ScannerDeviceRights): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const actor = await lockCallerWith(tx, 'door.run');
    requireConfirmedFor({ ...tx, actor }, rights);
    const { scannerDevice, event } = await lockOf(tx, id);
    if (endOf(scannerDevice, event, tx.clock.now())) throw new AppError('device_ended');
    const { eventId, name, rights: before } = scannerDevice;
    // Refunds are made in the maker's name, who may be somebody else.
    if (rights.includes('refund') && !before.includes('refund')) requireRight({ ...tx, actor }, 'money.refund');
    await updateScannerDevice(tx.db, id, { rights: [...new Set(rights)] });
    const detail = { eventId, name, before: { rights: before }, after: { rights } };
    await recordAction(tx, { action: 'scanner_device.rights', subject: `scanner_device ${id}`, detail });
    return {};
  });
}

/** Ends a scanner device; repeating changes nothing. @throws device_not_found */
export function revokeScannerDevice(ctx: Context, id: string): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const { scannerDevice } = await lockOf(tx, id);
    if (scannerDevice.revokedAt) return {};
    await updateScannerDevice(tx.db, id, { revokedAt: tx.clock.now(), secretHash: null, secretUntil: null });
    await recordAction(tx, {
      action: 'scanner_device.revoke',
      subject: `scanner_device ${id}`,
      detail: { eventId: scannerDevice.eventId, name: scannerDevice.name },
    });
    return {};
  });
}

/** Ends the scanner devices that an account made, when it is signed out or loses its right to the door. Returns how many were active. */
export function endScannerDevicesOf(tx: Context, userId: number): Promise<number> {
  const now = tx.clock.now();
  return revokeScannerDevicesOf(tx.db, userId, { now, endsAfter: lastIfEndsAfter(now) });
}

async function lockOf(tx: Context, id: string): Promise<NonNullable<ScannerDeviceOfEvent>> {
  const found = await lockScannerDeviceForStaff(tx.db, id);
  if (!found) throw new AppError('device_not_found');
  return found;
}

/** Pairs the first phone that brings a secret; that phone may repeat the call. @throws pairing_failed */
export function pairPhone(ctx: Context, { secret, publicKey }: { secret: string; publicKey: string }): Promise<ScannerDeviceView> {
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const isKey = readPublicKey(publicKey) !== undefined;
    const id = isKey ? await acceptSecret(tx.db, { secretHash: hashOpaqueToken(secret), publicKey, now }) : undefined;
    const found = id === undefined ? undefined : await findScannerDevice(tx.db, id);
    if (!found || endOf(found.scannerDevice, found.event, now)) throw new AppError('pairing_failed');
    return toScannerDeviceView(found, now);
  });
}

/** What a paired phone is told about itself, with the server's time. @throws device_ended */
export async function readOwnScannerDevice(ctx: Context, { scannerDeviceId, endedAt }: CallingDevice): Promise<ScannerDeviceView> {
  const found = endedAt ? undefined : await findScannerDevice(ctx.db, scannerDeviceId);
  if (!found) throw new AppError('device_ended');
  return toScannerDeviceView(found, ctx.clock.now());
}

const toScannerDeviceView = ({ scannerDevice, event }: NonNullable<ScannerDeviceOfEvent>, now: Date): ScannerDeviceView => ({
  scannerDeviceId: scannerDevice.id,
  name: scannerDevice.name,
  rights: scannerDevice.rights,
  event: {
    id: event.id,
    name: event.name,
    nameLat: event.nameLat,
    startDate: toWireTime(event.startsAt),
    endDate: toWireTime(event.endsAt),
  },
  endsAt: toWireTime(lastsUntil(event)),
  serverTime: toWireTime(now),
  serverMs: now.getTime(),
});

/** The phone unpairs itself. @throws device_ended */
export async function leaveScannerDevice(ctx: Context, { scannerDeviceId, endedAt }: CallingDevice): Promise<Record<string, never>> {
  if (endedAt) throw new AppError('device_ended');
  await updateScannerDevice(ctx.db, scannerDeviceId, { leftAt: ctx.clock.now() });
  return {};
}
