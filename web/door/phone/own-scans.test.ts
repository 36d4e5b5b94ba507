import { expect, test } from 'vitest';
import type { OfflineManifestRow } from '#shared/door/offline-manifest.ts';
import { ticketOf, undoOf } from './own-scans.ts';
import type { StoredScan } from './store.ts';

const at = '2026-11-21T23:30:00.000Z';
const usedAt = '2026-11-21T22:00:00+04:00';

const row = (given: Partial<OfflineManifestRow> = {}): OfflineManifestRow => ({
  key: 'k',
  state: 'valid',
  usedAt: null,
  hasLeft: false,
  isBanned: false,
  isDoubtful: false,
  sealed: '',
  ...given,
});

const scan = (sequence: number, given: Partial<StoredScan> = {}): StoredScan => ({
  scanId: `scan ${sequence}`,
  sequence,
  kind: 'in',
  at,
  offsetMs: 60_000,
  uncertaintyMs: 0,
  decidedBy: 'phone',
  shown: { result: 'accepted', reason: 'valid' },
  code: undefined,
  ticketId: undefined,
  key: 'k',
  undoneScanId: undefined,
  offlineManifestVersion: undefined,
  isAcknowledged: 0,
  outcome: undefined,
  ...given,
});
const accepted = (sequence: number) => scan(sequence, { isAcknowledged: 1, outcome: { result: 'accepted', reason: 'valid' } });
const out = (sequence: number) => scan(sequence, { kind: 'out', shown: undefined });
const undo = (sequence: number, of: number) => scan(sequence, { kind: 'undo', shown: undefined, undoneScanId: `scan ${of}` });
const used = new Date(Date.parse(at) - 60_000);

test('what the phone did itself counts over a row from before it', () => {
  expect(ticketOf(undefined, [], 0)).toBeUndefined();
  expect(ticketOf(row(), [], 0)).toMatchObject({ usedAt: null });
  expect(ticketOf(row(), [scan(1)], 0)).toMatchObject({ usedAt: used, hasLeft: false });
  expect(ticketOf(undefined, [scan(1)], 0), 'sold after the list').toMatchObject({ state: 'valid', usedAt: used });
  expect(ticketOf(row(), [scan(1)], 9), 'also over a list that missed it').toMatchObject({ usedAt: used });
  expect(ticketOf(row(), [scan(1, { shown: { result: 'refused', reason: 'ticket_used' } })], 0)).toMatchObject({ usedAt: null });
});

test('an exit and an undo count until a newer list tells', () => {
  expect(ticketOf(row({ usedAt }), [scan(1), out(2)], 0)).toMatchObject({ usedAt: used, hasLeft: true });
  expect(ticketOf(row({ usedAt }), [scan(1), out(2)], 2)).toMatchObject({ hasLeft: false });
  expect(ticketOf(row({ usedAt, hasLeft: true }), [scan(1), out(2), scan(3)], 2)).toMatchObject({ hasLeft: false });
  expect(ticketOf(row({ usedAt }), [scan(1), undo(2, 1)], 1)).toMatchObject({ usedAt: null });
  expect(ticketOf(row({ usedAt }), [accepted(1), undo(2, 1)], 0), 'a list that is newer than it says').toMatchObject({ usedAt: null });
  expect(ticketOf(row({ usedAt }), [scan(1), undo(2, 1)], 2)).toMatchObject({ usedAt: new Date(usedAt) });
});

test('an undo leaves a ticket used with which somebody else came in', () => {
  const conflict = scan(1, { outcome: { result: 'conflict', reason: 'ticket_used' } });
  expect(ticketOf(row({ usedAt }), [conflict, undo(2, 1)], 1)).toMatchObject({ usedAt: new Date(usedAt) });
  expect(ticketOf(row({ usedAt }), [scan(1), undo(2, 1)], 0), 'before the server had the scan').toMatchObject({ usedAt: new Date(usedAt) });
});

test('an admission that a server from a backup does not understand counts over its list', () => {
  for (const reason of ['ticket_not_found', 'without_code'])
    expect(ticketOf(row(), [scan(1, { outcome: { result: 'conflict', reason } })], 1), reason).toMatchObject({ usedAt: used });
});

test('an exit leaves a ticket used that another door has admitted', () => {
  expect(ticketOf(row({ usedAt }), [out(1)], 0)).toMatchObject({ usedAt: new Date(usedAt), hasLeft: true });
  expect(ticketOf(row(), [out(1)], 0), 'nobody has come in').toMatchObject({ usedAt: null, hasLeft: false });
});

test('an admission that the server took as a conflict counts until a newer list tells', () => {
  const conflict = scan(1, { isAcknowledged: 1, outcome: { result: 'conflict', reason: 'banned' } });
  expect(ticketOf(row(), [conflict], 0)).toMatchObject({ usedAt: used });
  expect(ticketOf(row({ isBanned: true }), [conflict], 1)).toMatchObject({ usedAt: null, isBanned: true });
});

test('a row that did not change is as new as the list', () => {
  expect(ticketOf(row({ usedAt }), [scan(1), out(2)], 2), 'somebody else is still inside').toMatchObject({ usedAt: used, hasLeft: false });
  expect(ticketOf(row({ usedAt }), [scan(1), undo(2, 1)], 2)).toMatchObject({ usedAt: new Date(usedAt) });
});

test('an undo that the server refused takes nothing back', () => {
  const refused = { ...undo(2, 1), outcome: { result: 'impossible' as const, reason: 'nothing_to_undo' } };
  expect(ticketOf(row({ usedAt }), [scan(1), refused], 1)).toMatchObject({ usedAt: used });
});

const deny = (sequence: number) => scan(sequence, { kind: 'reject', shown: undefined });

test('a denial by this phone counts without a row, for as long as the club says', () => {
  expect(ticketOf(undefined, [deny(1)], 0)).toMatchObject({ usedAt: null, isRejected: true });
  expect(ticketOf(undefined, [deny(1)], 1), 'no list ever has a ticket of another event').toMatchObject({ isRejected: true });
  expect(ticketOf(undefined, [deny(1), undo(2, 1)], 0)).toMatchObject({ isRejected: false });
  expect(ticketOf(row(), [deny(1)], 0, used), 'over').toMatchObject({ isRejected: false });
  expect(ticketOf(row({ rejection: { at: usedAt, door: 'Main', reason: 'drunk' } }), [], 0, new Date(usedAt))).toMatchObject({
    isRejected: false,
  });
});

const refunding = (sequence: number, outcome?: StoredScan['outcome']) => ({
  ...deny(sequence),
  refund: { reason: 'no ID' },
  ...(outcome && { isAcknowledged: 1 as const, outcome }),
});
/** The server heard of it half a minute after this phone stored it. */
const PROMISED = { result: 'rejected', reason: 'no_id', refundAt: new Date(Date.parse(at) + 90_000).toISOString() } as const;
const REFUSED = { result: 'rejected', reason: 'refund_not_allowed' } as const;

test('an undo stops a refund and keeps the denial, but takes the denial back if the server refused the refund', () => {
  const undone = (outcome?: StoredScan['outcome']) => ticketOf(row(), [refunding(1, outcome), undo(2, 1)], 0);
  expect(undone()).toMatchObject({ isRejected: true });
  expect(undone(PROMISED)).toMatchObject({ isRejected: true });
  expect(undone(REFUSED)).toMatchObject({ isRejected: false });
});

test('an undo is offered while the server takes it: of a refund for a minute, of a denial once it has none', () => {
  const now = (seconds: number) => new Date(Date.parse(at) + seconds * 1_000);
  expect(undoOf(scan(1), [scan(1)], now(0))).toBe('act');
  expect(undoOf(scan(1), [scan(1), undo(2, 1)], now(0)), 'undone').toBeUndefined();
  const impossible = { ...undo(2, 1), outcome: { result: 'impossible', reason: 'right_missing' } } as const;
  expect(undoOf(scan(1), [scan(1), impossible], now(0)), 'the undo was refused').toBe('act');
  expect(undoOf(out(1), [out(1)], now(0)), 'an exit').toBeUndefined();
  expect(undoOf(scan(1, { shown: { result: 'refused', reason: 'ticket_used' } }), [], now(0)), 'no admission').toBeUndefined();
  expect(undoOf(deny(1), [deny(1)], now(3_600))).toBe('act');
  expect(undoOf(refunding(1, REFUSED), [], now(3_600))).toBe('act');
  expect(undoOf(refunding(1), [], now(3_600)), 'not answered').toBeUndefined();
  expect([89, 90].map((seconds) => undoOf(refunding(1, PROMISED), [], now(seconds)))).toEqual(['refund', undefined]);
});

test('of a ticket without a row the phone knows every entry and exit by itself', () => {
  expect(ticketOf(undefined, [accepted(1), out(2)], 2)).toMatchObject({ usedAt: used, hasLeft: true });
  expect(ticketOf(undefined, [accepted(1), out(2), accepted(3)], 3)).toMatchObject({ hasLeft: false });
});
