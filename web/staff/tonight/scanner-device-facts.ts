import { DEVICE_AFTER_EVENT_HOURS, SILENT_MINUTES } from '#shared/door/scanner-devices.ts';
import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import type { TonightView } from '#shared/staff/tonight.contract.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A phone calls every few seconds; after this long without a call, its unsent scans are not on their way. */
const QUIET_MS = 30 * SECOND_MS;
const CLOCK_OFF_MS = 5 * SECOND_MS;

export type ScannerDeviceWarning = 'unsent' | 'silent' | 'clock_ahead' | 'clock_behind';
/** The server's time, and whether the event is running. */
export type Moment = { at: string; isRunning: boolean };

/** What staff should check. */
export function warningsOf({ state, seenAt, unsent, offsetMs }: StaffScannerDeviceView, { at, isRunning }: Moment): ScannerDeviceWarning[] {
  const isOnPhone = state === 'on_phone';
  const quietMs = seenAt === null ? 0 : Date.parse(at) - Date.parse(seenAt);
  const warnings: ScannerDeviceWarning[] = [];
  if (unsent !== null && unsent > 0 && (!isOnPhone || quietMs >= QUIET_MS)) warnings.push('unsent');
  if (isOnPhone && isRunning && quietMs >= SILENT_MINUTES * MINUTE_MS) warnings.push('silent');
  if (isOnPhone && offsetMs !== null && Math.abs(offsetMs) >= CLOCK_OFF_MS) warnings.push(offsetMs > 0 ? 'clock_ahead' : 'clock_behind');
  return warnings;
}

export type Span = { unit: 's' | 'min' | 'h'; value: number };

/** A length of time in its largest whole unit. */
export function spanOf(ms: number): Span {
  if (ms < MINUTE_MS) return { unit: 's', value: Math.max(0, Math.floor(ms / SECOND_MS)) };
  return ms < HOUR_MS ? { unit: 'min', value: Math.floor(ms / MINUTE_MS) } : { unit: 'h', value: Math.floor(ms / HOUR_MS) };
}

export const spanBetween = (from: string, until: string): Span => spanOf(Date.parse(until) - Date.parse(from));

const isLasting = ({ state }: StaffScannerDeviceView): boolean => state === 'waiting' || state === 'on_phone';

/** Scanner devices that have not ended by name, `Main 2` before `Main 10`; the others newest first. */
export function byState(scannerDevices: readonly StaffScannerDeviceView[]): {
  lasting: StaffScannerDeviceView[];
  ended: StaffScannerDeviceView[];
} {
  const lasting = scannerDevices.filter(isLasting).toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  return { lasting, ended: scannerDevices.filter((scannerDevice) => !isLasting(scannerDevice)) };
}

/** The newest name with the next free number: after `Side 1` comes `Side 2`. */
export function nextName(scannerDevices: readonly StaffScannerDeviceView[], first: string): string {
  const taken = new Set(scannerDevices.filter(isLasting).map(({ name }) => name));
  const [, stem = '', number] = /^(.*?)(?: (\d{1,4}))?$/.exec(scannerDevices[0]?.name ?? first) ?? [];
  const from = number === undefined && scannerDevices.length > 0 ? 2 : 1;
  for (let next = from; ; next += 1) if (!taken.has(`${stem} ${next}`)) return `${stem} ${next}`;
}

/** Whether the server still makes scanner devices for this event (server/door/scanner-devices/device-state.ts). */
export const mayHaveScannerDevices = (
  { state, endDate }: Pick<NonNullable<TonightView['night']>, 'state' | 'endDate'>,
  at: string,
): boolean => state === 'published' && Date.parse(at) < Date.parse(endDate) + DEVICE_AFTER_EVENT_HOURS * HOUR_MS;
