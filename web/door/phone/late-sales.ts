import { isUnderAge } from '#shared/door/admission.ts';
import { decryptRow } from '#shared/door/encrypted-row.ts';
import type { OfflineManifestRow } from '#shared/door/offline-manifest.ts';
import { readTicketCode } from '#shared/door/ticket-code.ts';
import type { DoorConflict } from './door-phone.ts';
import { momentOf } from './own-scans.ts';
import { isNameless, type ScanLog } from './scan-log.ts';
import type { LateReason, StoredScan } from './store.ts';

/**
 * Opens the rows of tickets that this phone admitted before it had them, so that a minor, a banned or a doubtful guest does not stay inside
 * unnoticed.
 */
export async function openLateRows(log: ScanLog, eventId: number, rows: readonly OfflineManifestRow[]): Promise<void> {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  for (const scan of log.all().filter(isNameless)) {
    const row = scan.key === undefined ? undefined : byKey.get(scan.key);
    const code = row && (await log.codeOf(scan));
    const guest = row && code !== undefined ? await decryptRow(code, eventId, row.sealed) : undefined;
    const ticketId = code === undefined ? undefined : readTicketCode(code)?.ticketId;
    if (!row || !guest || ticketId === undefined) continue;
    const { firstName, lastName, birthdate } = guest;
    await log.storeLate(scan, { firstName, lastName, birthdate, ticketId }, lateReason(row, birthdate, momentOf(scan)));
  }
}

function lateReason({ isBanned, isDoubtful }: OfflineManifestRow, birthdate: string, at: Date): LateReason | undefined {
  if (isBanned) return 'late_banned';
  if (isUnderAge(birthdate, at)) return 'late_under_18';
  return isDoubtful ? 'late_doubtful' : undefined;
}

/** Guests to look for, as cards among the conflicts. Their ids are below zero, where the server has none. */
export function lateConflicts(scans: readonly StoredScan[], door: { name: string; scannerDeviceId: string }): DoorConflict[] {
  const undone = new Set(scans.map(({ undoneScanId }) => undoneScanId));
  return scans
    .filter(({ late, scanId }) => late !== undefined && !undone.has(scanId))
    .map((scan) => ({
      id: -scan.sequence,
      reason: scan.late ?? '',
      key: scan.key ?? null,
      entryId: null,
      admissions: [
        { door: door.name, at: momentOf(scan).toISOString(), uncertaintyMs: scan.uncertaintyMs, scannerDeviceId: door.scannerDeviceId },
      ],
      isOrderCertain: true,
    }));
}
