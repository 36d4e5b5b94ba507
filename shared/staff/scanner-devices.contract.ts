import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { empty, jsonId, wireId, wireTime } from '#shared/wire.ts';
import { ScannerDeviceFields, ScannerDeviceRights } from './scanner-devices.schemas.ts';

/** A scanner device as staff see it. `waiting`: no phone has taken it yet. */
export const StaffScannerDeviceView = z.object({
  id: z.uuid(),
  name: z.string(),
  rights: z.array(z.enum(DEVICE_RIGHTS)),
  state: z.enum(['waiting', 'on_phone', 'revoked', 'left', 'over']),
  createdAt: wireTime,
  /** Until when a phone may take it; null once one has, or once the code has expired. */
  codeUntil: wireTime.nullable(),
  takenAt: wireTime.nullable(),
  /** The phone's last call, and how many scans were unsent then. */
  seenAt: wireTime.nullable(),
  unsent: z.number().int().nullable(),
  /** How far the phone's clock is ahead, in milliseconds. */
  offsetMs: z.number().int().nullable(),
  /** The time of its offline manifest, as the phone last reported it. */
  listAt: wireTime.nullable(),
  scans: z.number().int(),
  /** Scans in the last minute. */
  lately: z.number().int(),
  refused: z.number().int(),
});
export type StaffScannerDeviceView = z.infer<typeof StaffScannerDeviceView>;

/** `url`: the address in the code, which pairs one phone until `codeUntil`; `picture`: its QR code as a `data:` URL. Shown only once. */
export const PairingCode = z.object({ id: z.uuid(), url: z.string(), picture: z.string(), codeUntil: wireTime });
export type PairingCode = z.infer<typeof PairingCode>;

const params = z.object({ id: z.uuid() });

export const staffScannerDevicesContract = {
  list: endpoint('GET', '/staff/scanner-devices', 'door.run', {
    summary: 'List an event’s scanner devices, newest first; `at` is the server’s time',
    query: z.object({ eventId: wireId }),
    output: z.object({ at: wireTime, eventId: jsonId, scannerDevices: z.array(StaffScannerDeviceView) }),
    errors: ['event_not_found'],
  }),
  create: endpoint('POST', '/staff/scanner-devices', 'door.run', {
    summary: 'Create a scanner device for one phone, with its pairing code',
    body: ScannerDeviceFields,
    output: PairingCode,
    errors: ['confirmation_required', 'event_ended', 'event_not_found'],
  }),
  renew: endpoint('POST', '/staff/scanner-devices/:id/code', 'door.run', {
    summary: 'Create a new pairing code for an unpaired scanner device; the previous code stops working',
    params,
    output: PairingCode,
    errors: ['confirmation_required', 'device_ended', 'device_not_found', 'device_paired'],
  }),
  setRights: endpoint('POST', '/staff/scanner-devices/:id/rights', 'door.run', {
    summary: 'Change a scanner device’s rights, also while it is paired',
    params,
    body: ScannerDeviceRights,
    output: empty,
    errors: ['confirmation_required', 'device_ended', 'device_not_found'],
  }),
  revoke: endpoint('POST', '/staff/scanner-devices/:id/revoke', 'door.run', {
    summary: 'Revoke a scanner device; its phone deletes its data with its next call',
    params,
    output: empty,
    errors: ['device_not_found'],
  }),
};
