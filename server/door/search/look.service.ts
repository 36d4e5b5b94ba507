import { randomUUID } from 'node:crypto';
import { consumeLookup, noteLookup, wasLookedUp } from '#server/door/name-budget.ts';
import type { CallingDevice } from '#server/door/scanner-devices/device-calls.ts';
import { lockScannerDevice } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { applyScans } from '#server/door/scans/apply-scans.ts';
import { readKnown } from '#server/door/scans/device-scans.service.ts';
import { toOutcomes } from '#server/door/scans/outcomes.service.ts';
import { recordScannerDeviceAction } from '#server/platform/audit/audit.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import type { DeviceScan, ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { Question } from '#shared/door/questions.ts';
import { AppError } from '#shared/errors.ts';

type Wanted = { ticketId: number; answered?: Question[] | undefined };

/**
 * What the door would decide about a ticket number, and whose it is, with the age. No scan is stored. The first look at a number within
 * minutes counts as a search, and the audit log has who was looked at.
 * @throws device_ended, device_unknown, forbidden, too_many_requests
 */
export async function lookAtNumber(ctx: Context, caller: CallingDevice, { ticketId, answered = [] }: Wanted): Promise<ScanOutcome> {
  if (caller.endedAt) throw new AppError('device_ended');
  if (!caller.rights.includes('scan')) throw new AppError('forbidden');
  const isKnown = await wasLookedUp(ctx, caller.scannerDeviceId, ticketId);
  if (!isKnown) await consumeLookup(ctx, caller);
  return withTransaction(ctx, async (tx) => {
    const scannerDevice = await lockScannerDevice(tx.db, caller.scannerDeviceId);
    if (!scannerDevice) throw new AppError('device_unknown');
    const at = tx.clock.now().toISOString();
    const scan: DeviceScan = {
      scanId: randomUUID(),
      sequence: 1,
      kind: 'in',
      ticketId,
      answered,
      at,
      offsetMs: 0,
      uncertaintyMs: 0,
      decidedBy: 'server',
    };
    const door = { ...caller, isRevoked: scannerDevice.revokedAt !== null };
    const { outcomes } = applyScans(door, [scan], await readKnown(tx, { ...door, ...scannerDevice }, [scan]));
    const [outcome] = await toOutcomes(tx, { eventId: door.eventId, scans: [scan], outcomes, isLook: true, named: new Set([scan.scanId]) });
    if (!outcome) throw new AppError('ticket_not_found');
    if (outcome.result !== 'impossible') await noteLookup(tx, caller.scannerDeviceId, ticketId);
    if (outcome.guest && !isKnown)
      await recordScannerDeviceAction(tx, scannerDevice.name, {
        action: 'door.look',
        subject: `ticket ${ticketId}`,
        detail: { eventId: door.eventId },
      });
    return outcome;
  });
}
