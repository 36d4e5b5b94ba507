import { expect, test } from 'vitest';
import type { OfflineManifestList } from '#shared/door/guest-lists.ts';
import { countArrivals, entryKey, listedGuests } from './listed.ts';
import type { StoredScan } from './store.ts';

const entry = (id: number, firstName: string, plusOnes = 0) => ({ id, firstName, initial: 'B', plusOnes });
const lists: OfflineManifestList[] = [
  { id: 1, name: 'Artists', allocation: 10, freeUntil: null, entries: [entry(11, 'Nino', 2), entry(12, 'Ana')] },
  { id: 2, name: 'Press', allocation: 5, freeUntil: null, entries: [entry(21, 'Luka')] },
];
const known = (people: number, after = 0) => ({ lists, live: { arrivals: [{ entryId: 11, listId: 1, people }] }, after });

const scan = (sequence: number, given: Partial<StoredScan> = {}): StoredScan => ({
  scanId: `scan ${sequence}`,
  sequence,
  kind: 'in',
  at: '2026-11-21T23:30:00.000Z',
  offsetMs: 0,
  uncertaintyMs: 0,
  decidedBy: 'phone',
  shown: { result: 'accepted', reason: 'on_list' },
  code: undefined,
  ticketId: undefined,
  entryId: 11,
  people: 1,
  key: entryKey(11),
  undoneScanId: undefined,
  offlineManifestVersion: undefined,
  isAcknowledged: 0,
  outcome: undefined,
  ...given,
});
const undo = (sequence: number, of: number) =>
  scan(sequence, { kind: 'undo', entryId: undefined, shown: undefined, undoneScanId: `scan ${of}` });
const arrivedBy = (scans: StoredScan[], people = 0, after = 0) => {
  const arrivals = countArrivals(known(people, after), scans);
  return [arrivals.ofEntry(11), arrivals.ofList(1), arrivals.ofList(2)];
};

test('what the server knew counts, and what this phone did since', () => {
  expect(arrivedBy([], 1)).toEqual([1, 1, 0]);
  expect(arrivedBy([scan(1), scan(2, { people: 2, entryId: 12 })], 1)).toEqual([2, 4, 0]);
  expect(arrivedBy([scan(1)], 1, 1)).toEqual([1, 1, 0]);
});

test('an undo takes all people of its scan back, once', () => {
  expect(arrivedBy([scan(1, { people: 3 }), undo(2, 1)])).toEqual([0, 0, 0]);
  expect(arrivedBy([scan(1, { people: 2 }), undo(2, 1)], 2, 1)).toEqual([0, 0, 0]);
  expect(arrivedBy([scan(1, { people: 2 }), undo(2, 1)], 0, 2)).toEqual([0, 0, 0]);
});

test('questions without a verdict, refusals and what the server kept nowhere count for nobody', () => {
  const open = scan(1, { decidedBy: 'server', shown: undefined });
  const refused = scan(2, { shown: { result: 'refused', reason: 'list_full' } });
  const impossible = scan(3, { outcome: { result: 'impossible', reason: 'right_missing' } });
  expect(arrivedBy([open, refused, impossible])).toEqual([0, 0, 0]);
});

test('everybody on the lists is named by first name, with the people who came', () => {
  const guests = listedGuests(lists, countArrivals(known(1), []));
  expect(guests.map(({ firstName, list, arrived }) => [firstName, list.name, arrived])).toEqual([
    ['Ana', 'Artists', 0],
    ['Luka', 'Press', 0],
    ['Nino', 'Artists', 1],
  ]);
});

test('who came with the ticket of an entry is one of its people, once, and an undo takes that one back', () => {
  const [ticketKey, other] = ['A'.repeat(11), 'B'.repeat(11)];
  const withTicket = lists.map((list) => ({ ...list, entries: list.entries.map((one) => (one.id === 11 ? { ...one, ticketKey } : one)) }));
  const counts = (scans: StoredScan[], { people = 0, byTicket = 0, after = 0 } = {}) => {
    const live = { arrivals: [{ entryId: 11, listId: 1, people, byTicket }] };
    const arrivals = countArrivals({ lists: withTicket, live, after }, scans);
    return [arrivals.ofEntry(11), arrivals.byTicket(11), arrivals.ofList(1)];
  };
  const ticket = (sequence: number, key = ticketKey) => scan(sequence, { key, entryId: undefined, people: undefined });
  const undone = (sequence: number, of: number) => ({ ...undo(sequence, of), key: ticketKey });
  expect(counts([ticket(1), ticket(2, other)])).toEqual([1, 1, 1]);
  expect(counts([ticket(1), ticket(2)])).toEqual([1, 1, 1]);
  expect(counts([ticket(1)], { people: 2, byTicket: 1 })).toEqual([2, 1, 2]);
  expect(counts([ticket(1), undone(2, 1)])).toEqual([0, 0, 0]);
  expect(counts([ticket(1), undone(2, 1)], { people: 2, byTicket: 1, after: 1 })).toEqual([1, 0, 1]);
  expect(counts([ticket(1), undone(2, 1)], { people: 1, after: 2 })).toEqual([1, 0, 1]);
});
