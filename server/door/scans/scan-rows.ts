import { AFTER_END, BACK_IN, FREED, WITHOUT_CODE } from '#server/door/door.table.ts';
import type { ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import type { DeviceScan } from '#shared/door/device-scan.schemas.ts';
import type { Answered } from '#shared/door/questions.ts';
import type { NewDeviceScan } from './device-scans.queries.ts';

export type Decision = { result: 'accepted' | 'rejected' | 'refused'; reason: string };

export type Door = {
  scannerDeviceId: string;
  eventId: number;
  rights: readonly ScannerDeviceRight[];
  endedAt: Date | null;
  isRevoked: boolean;
};

/** A row of a scan that was stored before, or by this upload. */
export type StoredScan = Pick<
  NewDeviceScan,
  | 'scanId'
  | 'scannerDeviceId'
  | 'decidedBy'
  | 'kind'
  | 'result'
  | 'reason'
  | 'ticketId'
  | 'entryId'
  | 'people'
  | 'visit'
  | 'refundReason'
  | 'undoneScanId'
  | 'receivedAt'
>;

/** The answers of a person without which the rule would not have admitted the guest. */
export function overruledIn({ answered = [] }: DeviceScan, decide: (answered: Answered) => Decision): Answered {
  if (decide(answered).result !== 'accepted') return [];
  return answered.filter((one) => decide(answered.filter((other) => other !== one)).result !== 'accepted');
}

type Scan = Pick<NewDeviceScan, 'kind' | 'result' | 'reason'>;

const UNCOUNTED = new Set<string>([AFTER_END, WITHOUT_CODE]);

/** A person came in with the ticket, as its admissions are counted. */
export const isAdmission = ({ kind, result, reason }: Scan): boolean =>
  kind === 'in' && (result === 'accepted' || (result === 'conflict' && !UNCOUNTED.has(reason)));

/** Staff or a scanner device rejected the holder; a ban is no such rejection. */
export const isRejection = ({ result, reason }: Pick<Scan, 'result' | 'reason'>): boolean => result === 'rejected' && reason !== 'banned';

/** From this scan on the ticket may be accepted once more. */
export const opensVisit = ({ reason, result }: Pick<Scan, 'reason' | 'result'>): boolean =>
  reason === FREED || (reason === BACK_IN && result === 'accepted');

/** One entry (`1`) or exit (`-1`) with a ticket. */
export type Move = { scanId: string | null; at: Date; step: 1 | -1 };

/** The step of a scan; undefined if no one moved. The caller leaves undone admissions out. */
export function moveOf(scan: Scan & { scanId: string | null; decidedAt: Date }): Move | undefined {
  const step = isAdmission(scan) ? 1 : scan.kind === 'out' && scan.reason === 'out' ? -1 : undefined;
  return step && { scanId: scan.scanId, at: scan.decidedAt, step };
}

/** The people inside with one ticket: summed in order of time, never below zero (`inside.queries.ts` counts alike). */
export const countMoves = (moves: readonly Move[]): number =>
  moves.toSorted((a, b) => a.at.getTime() - b.at.getTime()).reduce((people, { step }) => Math.max(0, people + step), 0);

type Written = {
  ticket?: { id: number; visit: number } | undefined;
  entry?: { id: number } | undefined;
  result: NewDeviceScan['result'];
  reason: string;
};

export function rowOf(now: Date, door: Door, scan: DeviceScan, { ticket, entry, result, reason }: Written): NewDeviceScan {
  return {
    scanId: scan.scanId,
    scannerDeviceId: door.scannerDeviceId,
    sequence: scan.sequence,
    kind: scan.kind,
    ticketId: ticket?.id ?? null,
    entryId: entry?.id ?? null,
    people: peopleOf(scan),
    result,
    reason,
    isManual: isTyped(scan),
    scannedAt: new Date(scan.at),
    decidedAt: decidedAt(scan, now),
    decidedBy: scan.decidedBy,
    offsetMs: scan.offsetMs,
    uncertaintyMs: scan.uncertaintyMs,
    offlineManifestVersion: scan.offlineManifestVersion ?? null,
    undoneScanId: null,
    visit: ticket?.visit ?? 1,
    eventId: door.eventId,
    refundReason: null,
    receivedAt: now,
  };
}

export const isTyped = ({ code, ticketId }: DeviceScan): boolean => code === undefined && ticketId !== undefined;

export const isAdmittedAlone = ({ decidedBy, shown }: DeviceScan): boolean => decidedBy === 'phone' && shown?.result === 'accepted';

/** A ticket admits one person. */
export const peopleOf = ({ entryId, people = 1 }: DeviceScan): number => (entryId === undefined ? 1 : people);

export const decidedAt = (scan: DeviceScan, now: Date): Date => (scan.decidedBy === 'phone' ? momentOf(scan, now) : now);

const OLDEST_MS = 3 * 24 * 60 * 60_000;

/** The time of a scan by the server's clock: never in the future, and not days ago, whatever the phone reports. */
export function momentOf({ at, offsetMs }: Pick<DeviceScan, 'at' | 'offsetMs'>, now: Date): Date {
  const moment = new Date(at).getTime() - offsetMs;
  return new Date(Math.min(now.getTime(), Math.max(moment, now.getTime() - OLDEST_MS)));
}
