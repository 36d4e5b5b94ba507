import { DEVICE_AFTER_EVENT_HOURS } from '#shared/door/scanner-devices.ts';
import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import type { ScannerDeviceRow } from './scanner-devices.queries.ts';

const HOUR_MS = 60 * 60_000;

/** The latest end of a scanner device for this event. */
export const lastsUntil = ({ endsAt }: { endsAt: Date }): Date => new Date(endsAt.getTime() + DEVICE_AFTER_EVENT_HOURS * HOUR_MS);

/** Scanner devices last for events that end after this moment. */
export const lastIfEndsAfter = (now: Date): Date => new Date(now.getTime() - DEVICE_AFTER_EVENT_HOURS * HOUR_MS);

/** When a scanner device ended, by the earliest cause; null while it lasts. */
export function endOf(
  { revokedAt, leftAt }: Pick<ScannerDeviceRow, 'revokedAt' | 'leftAt'>,
  event: { endsAt: Date },
  now: Date,
): Date | null {
  const over = lastsUntil(event);
  const ends = [revokedAt, leftAt, over <= now ? over : null].filter((end) => end !== null);
  return ends.length > 0 ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null;
}

/** The state as staff see it. */
export function stateOf(scannerDevice: ScannerDeviceRow, event: { endsAt: Date }, now: Date): StaffScannerDeviceView['state'] {
  if (scannerDevice.revokedAt) return 'revoked';
  if (scannerDevice.leftAt) return 'left';
  if (lastsUntil(event) <= now) return 'over';
  return scannerDevice.takenAt ? 'on_phone' : 'waiting';
}
