import { expect, test } from 'vitest';
import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import { byState, mayHaveScannerDevices, nextName, spanBetween, warningsOf } from './scanner-device-facts.ts';

const AT = '2026-11-21T23:20:00+04:00';

const scannerDevice = (changes: Partial<StaffScannerDeviceView> = {}): StaffScannerDeviceView => ({
  id: '2f1e0b3a-7c5d-4e6f-8a9b-0c1d2e3f4a5b',
  name: 'Main 1',
  rights: ['scan'],
  state: 'on_phone',
  createdAt: '2026-11-21T22:00:00+04:00',
  codeUntil: null,
  takenAt: '2026-11-21T22:01:00+04:00',
  seenAt: '2026-11-21T23:19:58+04:00',
  unsent: 0,
  offsetMs: 300,
  listAt: '2026-11-21T23:19:50+04:00',
  scans: 0,
  lately: 0,
  refused: 0,
  ...changes,
});
const warnings = (changes: Partial<StaffScannerDeviceView>, isRunning = true) => warningsOf(scannerDevice(changes), { at: AT, isRunning });
const TWO_MINUTES_AGO = '2026-11-21T23:18:00+04:00';
const THREE_MINUTES_AGO = '2026-11-21T23:17:00+04:00';

test('a phone that calls, with nothing unsent and a good clock, needs no look', () => {
  expect(warnings({})).toEqual([]);
  expect(warnings({ unsent: 7 })).toEqual([]);
});

test('scans that are on a phone only are loud once nothing is heard of it', () => {
  expect(warnings({ unsent: 7, seenAt: TWO_MINUTES_AGO })).toEqual(['unsent']);
  expect(warnings({ unsent: 7, state: 'revoked' })).toEqual(['unsent']);
  expect(warnings({ unsent: 0, seenAt: TWO_MINUTES_AGO })).toEqual([]);
});

test('a phone is silent after three minutes of a running event, as in the alert', () => {
  expect(warnings({ seenAt: THREE_MINUTES_AGO })).toEqual(['silent']);
  expect(warnings({ seenAt: THREE_MINUTES_AGO }, false)).toEqual([]);
  expect(warnings({ seenAt: THREE_MINUTES_AGO, state: 'left' })).toEqual([]);
});

test.each([
  [4_999, []],
  [5_000, ['clock_ahead']],
  [-5_000, ['clock_behind']],
])('a clock that is %i ms ahead: %j', (offsetMs, expected) => {
  expect(warnings({ offsetMs })).toEqual(expected);
});

test.each([
  [0, 's', 0],
  [59_999, 's', 59],
  [60_000, 'min', 1],
  [3_599_999, 'min', 59],
  [3_600_000, 'h', 1],
  [-2_000, 's', 0],
])('%i ms are shown in %s', (ms, unit, value) => {
  expect(spanBetween(AT, new Date(Date.parse(AT) + ms).toISOString())).toEqual({ unit, value });
});

test.each([
  [[], 'Main 1'],
  [['Main 1'], 'Main 2'],
  [['Main 3', 'Main 1'], 'Main 2'],
  [['Side', 'Main 1'], 'Side 2'],
  [['Side 1', 'Main 1'], 'Side 2'],
])('after %j the next name is %s', (names, next) => {
  expect(
    nextName(
      names.map((name) => scannerDevice({ name })),
      'Main 1',
    ),
  ).toBe(next);
});

test('the name of an ended scanner device is free again', () => {
  expect(nextName([scannerDevice({ name: 'Main 2', state: 'revoked' }), scannerDevice({ name: 'Main 1' })], 'Main 1')).toBe('Main 2');
});

test('scanner devices that last stand by name, and ended ones apart', () => {
  const names = (scannerDevices: StaffScannerDeviceView[]) => scannerDevices.map(({ name }) => name);
  const { lasting, ended } = byState([
    scannerDevice({ name: 'Main 10' }),
    scannerDevice({ name: 'Old', state: 'over' }),
    scannerDevice({ name: 'Main 2', state: 'waiting' }),
  ]);
  expect([names(lasting), names(ended)]).toEqual([['Main 2', 'Main 10'], ['Old']]);
});

test('scanner devices are made until two hours after the end, and not for a cancelled event', () => {
  const event = { state: 'published', endDate: '2026-11-22T07:00:00+04:00' } as const;
  expect(mayHaveScannerDevices(event, '2026-11-22T08:59:59+04:00')).toBe(true);
  expect(mayHaveScannerDevices(event, '2026-11-22T09:00:00+04:00')).toBe(false);
  expect(mayHaveScannerDevices({ ...event, state: 'cancelled' }, AT)).toBe(false);
});
