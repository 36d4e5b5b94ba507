import { randomUUID } from 'node:crypto';
import { lockScannerDevice } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { recordScannerDeviceAction } from '#server/platform/audit/audit.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import type { DeviceScan, ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import { AppError } from '#shared/errors.ts';
import { applyScans, type Door } from './apply-scans.ts';
import { readKnown } from './device-scans.service.ts';
import { toOutcomes } from './outcomes.service.ts';

/**
 * What the door would decide about a ticket number, and whose it is. No scan is stored, but the audit log has who was looked at.
 * @throws device_ended, device_unknown
 */
export function lookAtNumber(ctx: Context, caller: Omit<Door, 'isRevoked'>, ticketId: number): Promise<ScanOutcome> {
  return withTransaction(ctx, async (tx) => {
    if (caller.endedAt) throw new AppError('device_ended');
    const scannerDevice = await lockScannerDevice(tx.db, caller.scannerDeviceId);
    if (!scannerDevice) throw new AppError('device_unknown');
    const at = tx.clock.now().toISOString();
    const scan: DeviceScan = {
      scanId: randomUUID(),
      sequence: 1,
      kind: 'in',
      ticketId,
      at,
      offsetMs: 0,
      uncertaintyMs: 0,
      decidedBy: 'server',
    };
    const door = { ...caller, isRevoked: scannerDevice.revokedAt !== null };
    const { outcomes } = applyScans(door, [scan], await readKnown(tx, { ...door, ...scannerDevice }, [scan]));
    const [outcome] = await toOutcomes(tx, { eventId: door.eventId, scans: [scan], outcomes });
    if (!outcome) throw new AppError('ticket_not_found');
    if (outcome.guest)
      await recordScannerDeviceAction(tx, scannerDevice.name, {
        action: 'door.look',
        subject: `ticket ${ticketId}`,
        detail: { eventId: door.eventId },
      });
    return outcome;
  });
}
