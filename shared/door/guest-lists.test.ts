import { expect, test } from 'vitest';
import { decideEntry, type EntryDoor, type EntryFacts } from './guest-lists.ts';

const now = new Date('2026-11-21T20:00:00Z');
const later = new Date(now.getTime() + 60_000);
const entry: EntryFacts = { isGone: false, places: 3, arrived: 0, list: { allocation: 10, arrived: 0, freeUntil: null } };
const door: EntryDoor = { isCancelled: false, room: { inside: 0, licensed: 400 }, now };
const reasonOf = (facts: Partial<EntryFacts>, people = 1, at: Partial<EntryDoor> = {}) =>
  decideEntry({ ...entry, ...facts }, people, { ...door, ...at }).reason;
const listOf = (list: Partial<EntryFacts['list']>) => ({ list: { ...entry.list, ...list } });

test('an entry admits as many people as it has places, at once or one after the other', () => {
  expect([reasonOf({}, 3), reasonOf({ arrived: 2 }), reasonOf({}, 4), reasonOf({ arrived: 3 })]).toEqual([
    'on_list',
    'on_list',
    'entry_used',
    'entry_used',
  ]);
});

test('a list admits its allocation, until its hour', () => {
  expect([reasonOf(listOf({ arrived: 8 }), 2), reasonOf(listOf({ arrived: 9 }), 2)]).toEqual(['on_list', 'list_full']);
  expect([reasonOf(listOf({ freeUntil: later })), reasonOf(listOf({ freeUntil: now }))]).toEqual(['on_list', 'free_until_over']);
});

test('the door decides about people on lists as about tickets: cancelled, not open, full', () => {
  expect(reasonOf({}, 1, { isCancelled: true })).toBe('event_cancelled');
  expect(reasonOf({}, 1, { opensAt: later })).toBe('not_open_yet');
  expect([reasonOf({}, 2, { room: { inside: 398, licensed: 400 } }), reasonOf({}, 2, { room: { inside: 399, licensed: 400 } })]).toEqual([
    'on_list',
    'full',
  ]);
});

test('the first reason is the one about the entry itself', () => {
  const over = { places: 1, arrived: 1, list: { allocation: 1, arrived: 1, freeUntil: now } };
  expect(reasonOf({ ...over, isGone: true })).toBe('not_on_list');
  expect(reasonOf(over, 1, { opensAt: later })).toBe('entry_used');
  expect(reasonOf({ ...over, arrived: 0 })).toBe('free_until_over');
});

test('an answer waives the hour of a list or its allocation, not both', () => {
  const over = listOf({ arrived: 10, freeUntil: now });
  expect(reasonOf(over, 1, { answered: ['list_full'] })).toBe('free_until_over');
  expect(reasonOf(over, 1, { answered: ['free_until_over'] })).toBe('list_full');
  expect(reasonOf(over, 1, { answered: ['list_full', 'free_until_over'] })).toBe('admitted_list_full');
  expect(reasonOf(listOf({ freeUntil: now }), 1, { answered: ['free_until_over'] })).toBe('admitted_free_until_over');
});
