import { expect, test } from 'vitest';
import { countInside } from './inside.ts';
import type { StoredScan } from './store.ts';

const scan = (sequence: number, given: Partial<StoredScan> = {}): StoredScan => ({
  scanId: `scan ${sequence}`,
  sequence,
  kind: 'in',
  at: '2026-11-21T23:30:00.000Z',
  offsetMs: 0,
  uncertaintyMs: 0,
  decidedBy: 'phone',
  shown: { result: 'accepted', reason: 'valid' },
  code: undefined,
  ticketId: undefined,
  key: `key ${sequence}`,
  undoneScanId: undefined,
  offlineManifestVersion: undefined,
  isAcknowledged: 0,
  outcome: undefined,
  ...given,
});
const other = (sequence: number, kind: StoredScan['kind'], given: Partial<StoredScan> = {}) =>
  scan(sequence, { kind, shown: undefined, ...given });
const undo = (sequence: number, of: number) => other(sequence, 'undo', { undoneScanId: `scan ${of}` });
const inside = (scans: StoredScan[], known = 10, after = 0) => countInside({ inside: known, after }, scans);

test('own entries, exits and counted people are added to the number of the server', () => {
  expect(inside([scan(1), scan(2, { entryId: 5, people: 3 }), other(3, 'plus'), other(4, 'plus'), other(5, 'minus')])).toBe(15);
  expect(inside([scan(1), other(2, 'out', { key: 'key 1', people: 1 })])).toBe(10);
  expect(inside([other(1, 'minus'), other(2, 'minus')], 1)).toBe(0);
});

test('what the number of the server contains is not added again', () => {
  expect(inside([scan(1), scan(2), other(3, 'plus')], 10, 2)).toBe(11);
});

test('an undo takes its people back once, also of an admission that the server has', () => {
  expect(inside([scan(1, { entryId: 5, people: 3 }), undo(2, 1), undo(3, 1)])).toBe(10);
  expect(inside([scan(1), undo(2, 1)], 10, 1)).toBe(9);
  expect(inside([scan(1), other(2, 'out', { key: 'key 1', people: 1 }), undo(3, 1)])).toBe(10);
  expect(inside([scan(1), undo(2, 1), scan(3, { key: 'key 1' }), other(4, 'out', { key: 'key 1', people: 1 })])).toBe(10);
});

test('refusals, open questions, exits of nobody and what the server did not take change nothing', () => {
  const refused = scan(1, { shown: { result: 'refused', reason: 'full' } });
  const open = scan(2, { decidedBy: 'server', shown: undefined });
  const impossible = other(3, 'plus', { outcome: { result: 'impossible', reason: 'right_missing' } });
  expect(inside([refused, open, impossible, other(4, 'reject'), other(5, 'out', { people: 0 })])).toBe(10);
});
