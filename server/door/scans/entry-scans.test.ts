import { expect, test } from 'vitest';
import type { DeviceScan } from '#shared/door/device-scan.schemas.ts';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { createStore, unusedTicket } from '#tests/models/door-store.ts';
import type { Door } from './apply-scans.ts';
import { type EntryRow, ruleForEntry, type ScannedEntry } from './entry-scans.ts';

const now = new Date('2026-11-28T00:00:00+04:00');
const before = '2026-11-27T23:41:07+04:00';
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const doorOf = (place: number): Door => ({
  scannerDeviceId: uuid(900 + place),
  eventId: 1,
  rights: DEVICE_RIGHTS,
  endedAt: null,
  isRevoked: false,
});
const main = doorOf(0);

const LICENSED = 9;
const list = { allocation: 4, freeUntil: null, removedAt: null, endedAt: null };
const entryOf = (id: number, row: Partial<EntryRow> & { plusOnes: number }): ScannedEntry => {
  const decide = ruleForEntry({ ...list, ...row }, { isCancelled: false, opensAt: undefined, licensed: LICENSED });
  return { id, listId: 1, places: 1 + row.plusOnes, ticketId: null, decide };
};
/** A guest list for four people with entries for 1, 2 and 3. */
const open = (row: Partial<EntryRow> = {}) =>
  createStore(now, [unusedTicket(1)], { entries: [1, 2, 3].map((id) => entryOf(id, { plusOnes: id - 1, ...row })) });

let numbers = 0;
const scanOf = (entryId: number, scan: Partial<DeviceScan> = {}): DeviceScan => {
  numbers += 1;
  const clock = { at: before, offsetMs: 0, uncertaintyMs: 500 };
  return { scanId: uuid(numbers), sequence: 1, kind: 'in', entryId, ...clock, decidedBy: 'server', ...scan };
};
const alone = (entryId: number, scan: Partial<DeviceScan> = {}) =>
  scanOf(entryId, { decidedBy: 'phone', shown: { result: 'accepted', reason: 'on_list' }, ...scan });

test('people come in by an entry at once or one after the other, as many as it has places', () => {
  const store = open();
  expect(store.take(main, scanOf(3, { people: 2 }))).toBe('accepted on_list');
  expect(store.take(main, scanOf(3, { people: 2 }))).toBe('refused entry_used');
  expect(store.take(doorOf(1), scanOf(3))).toBe('accepted on_list');
  expect(store.take(main, scanOf(3))).toBe('refused entry_used');
  expect(store.rows.map(({ entryId, people, ticketId }) => ({ entryId, people, ticketId }))).toEqual(
    [2, 2, 1, 1].map((people) => ({ entryId: 3, people, ticketId: null })),
  );
  expect([store.inside(), store.arrivals()]).toEqual([3, [{ entryId: 3, listId: 1, people: 3 }]]);
});

test('a list admits its allocation and, alone, what a phone admitted beyond it is a conflict whose people are inside', () => {
  const store = open();
  const outcomes = store.upload(main, [scanOf(3, { people: 3 }), scanOf(2, { people: 2 }), scanOf(2), alone(1)]);
  expect(outcomes.map(({ result, reason }) => `${result} ${reason}`)).toEqual([
    'accepted on_list',
    'refused list_full',
    'accepted on_list',
    'conflict list_full',
  ]);
  expect(store.take(main, alone(3, { people: 2 }))).toBe('conflict entry_used');
  expect(store.inside()).toBe(7);
});

test('an entry counts until its list’s hour: the server by its own clock, a phone alone by the moment of the scan', () => {
  const store = open({ freeUntil: new Date('2026-11-27T23:50:00+04:00') });
  expect(store.take(main, scanOf(1))).toBe('refused free_until_over');
  expect(store.take(main, alone(1))).toBe('accepted on_list');
  expect(store.take(main, alone(2, { at: '2026-11-27T23:50:00+04:00' }))).toBe('conflict free_until_over');
});

test('nobody comes in by an entry that was taken off, whose list has ended, or that is none of the event’s', () => {
  for (const store of [open({ removedAt: now }), open({ endedAt: now })]) {
    expect(store.take(main, scanOf(2))).toBe('refused not_on_list');
    expect(store.take(main, alone(2, { people: 2 }))).toBe('conflict not_on_list');
    expect(store.rows.at(-1)).toMatchObject({ entryId: 2, people: 2 });
  }
  const store = open();
  expect(store.take(main, scanOf(77))).toBe('refused not_on_list');
  expect(store.take(main, alone(77, { people: 2 }))).toBe('conflict not_on_list');
  expect(store.rows.at(-1)).toMatchObject({ entryId: null, people: 2 });
  expect(store.inside()).toBe(2);
});

test('an undo takes all people of a scan back, once, and frees their places', () => {
  const store = open();
  const [group, unknown] = [scanOf(3, { people: 3 }), alone(77, { people: 2 })];
  store.upload(main, [group, unknown]);
  const undo = (door: Door, { scanId }: DeviceScan) =>
    store.take(door, scanOf(1, { kind: 'undo', entryId: undefined, undoneScanId: scanId }));
  expect(undo(doorOf(1), group)).toBe('impossible nothing_to_undo');
  expect([undo(main, group), undo(main, unknown), undo(main, group)]).toEqual([
    'noted undone',
    'noted undone',
    'impossible nothing_to_undo',
  ]);
  expect(store.rows.at(-2)).toMatchObject({ kind: 'undo', entryId: 3, people: 3 });
  expect([store.inside(), store.arrivals()]).toEqual([0, []]);
  expect(store.take(main, scanOf(3, { people: 3 }))).toBe('accepted on_list');
});

test('within one upload an undo frees the places of the list for those who come after', () => {
  const store = open();
  const group = scanOf(3, { people: 3 });
  const undo = scanOf(1, { kind: 'undo', entryId: undefined, undoneScanId: group.scanId });
  const outcomes = store.upload(main, [group, scanOf(2, { people: 2 }), undo, scanOf(2, { people: 2 })]);
  expect(outcomes.map(({ reason }) => reason)).toEqual(['on_list', 'list_full', 'undone', 'on_list']);
  expect(store.inside()).toBe(2);
});

test('a question whose answer the phone never heard is its own admission once, or is taken back where it turned the people away', () => {
  const store = open();
  const [heard, lost] = [scanOf(2, { people: 2 }), scanOf(2, { people: 2 })];
  expect(store.take(main, heard)).toBe('accepted on_list');
  expect(store.take(main, { ...alone(2, { people: 2 }), scanId: heard.scanId })).toBe('accepted on_list');
  store.take(main, scanOf(1, { kind: 'undo', entryId: undefined, undoneScanId: heard.scanId }));
  expect(store.take(main, lost)).toBe('accepted on_list');
  const refusal = { ...lost, decidedBy: 'phone', shown: { result: 'refused', reason: 'full' } } as const;
  expect([store.take(main, refusal), store.take(main, refusal)]).toEqual(['noted undone', 'noted undone']);
  expect([store.inside(), store.arrivals()]).toEqual([0, []]);
});

test('an admission alone against a refused question is a conflict beside the refusal; the same upload again changes nothing', () => {
  const store = open();
  store.take(doorOf(1), scanOf(1));
  const question = scanOf(1);
  const decided = { ...alone(1), scanId: question.scanId };
  const take = () => store.upload(main, [question, decided]).map(({ result, reason }) => `${result} ${reason}`);
  expect(take()).toEqual(['refused entry_used', 'conflict entry_used']);
  const rows = structuredClone(store.rows);
  take();
  expect(store.rows).toEqual(rows);
});

test('what a phone refused alone is kept as it was shown', () => {
  const store = open();
  expect(store.take(main, alone(3, { people: 3, shown: { result: 'refused', reason: 'list_full' } }))).toBe('refused list_full');
  expect(store.inside()).toBe(0);
});

test('a scanner device that ended reports whom it let in before; those whom it let in later use no place and are inside', () => {
  const store = open();
  const ended: Door = { ...main, endedAt: new Date('2026-11-27T23:45:00+04:00') };
  expect(store.take(ended, alone(1))).toBe('accepted on_list');
  expect(store.take(ended, alone(3, { people: 3, at: '2026-11-27T23:50:00+04:00' }))).toBe('conflict device_ended');
  expect(store.rows.at(-1)).toMatchObject({ entryId: 3, people: 3 });
  expect(store.take(ended, scanOf(3))).toBe('refused device_ended');
  expect(store.inside()).toBe(4);
  expect(store.take(doorOf(1), scanOf(3, { people: 3 }))).toBe('accepted on_list');
});

test('the last places of the room are for as many people', () => {
  const store = open();
  const plus = () => store.take(main, scanOf(1, { kind: 'plus', entryId: undefined }));
  for (let count = 0; count < LICENSED - 2; count += 1) plus();
  expect(store.take(main, scanOf(3, { people: 3 }))).toBe('refused full');
  expect(store.take(main, alone(3, { people: 3 }))).toBe('conflict full');
  expect(store.take(main, scanOf(2))).toBe('refused full');
});

test('a scan names a ticket or an entry, an entry only to come in by it, and needs the right to search', () => {
  const store = open();
  for (const both of [{ code: '1' }, { ticketId: 1 }, { kind: 'out' }, { kind: 'reject' }, { kind: 'plus' }] as const)
    expect(store.take(main, scanOf(1, both))).toBe('impossible unreadable');
  expect(store.take(main, alone(1, { shown: undefined }))).toBe('impossible unreadable');
  const door: Door = { ...main, rights: ['scan', 'reject', 'walk_up', 'undo'] };
  expect(store.take(door, scanOf(1))).toBe('impossible right_missing');
  expect(store.rows).toEqual([]);
  expect(store.take(door, alone(1))).toBe('conflict right_missing');
  expect(store.inside()).toBe(1);
});

test('a ticket is for one person, whatever the phone says', () => {
  const store = open();
  expect(store.take(main, scanOf(1, { entryId: undefined, code: '1', people: 5 }))).toBe('accepted valid');
  expect([store.rows.at(-1)?.people, store.inside()]).toEqual([1, 1]);
});
