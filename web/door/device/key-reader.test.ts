import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeyReader } from './key-reader.ts';

const code = `User ID: 12\nTicket ID: 90417\nV1.${'Ab-_9'.repeat(18).slice(0, 86)}`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A reader and what it reported. `type` presses keys at recorded intervals in ms. */
function open() {
  const reported: string[] = [];
  const reader = createKeyReader({ onText: (text) => reported.push(text), onGeorgian: () => reported.push('Georgian') });
  let at = 0;
  const press = (key: string, ms: number) => {
    at += ms;
    vi.advanceTimersByTime(ms);
    return reader.press(key, at);
  };
  const type = (text: string, intervals: readonly number[]) =>
    [...text].map((sign, place) => press(sign === '\n' ? 'Enter' : sign, intervals[place % intervals.length] ?? 1));
  return { reported, press, type };
}

test.each([
  ['a Zebra over USB', [2, 2, 3, 2, 2, 8]],
  ['a Bluetooth scanner', [18, 22, 17, 35, 19, 24]],
  ['a slow scanner', [60, 75, 149]],
])('a code that %s types is read at its last key', (_, intervals) => {
  const { reported, type } = open();
  type(code, intervals);
  expect(reported).toEqual([code]);
});

test('keys inside a code do nothing else, and shift between them is no part of it', () => {
  const { reported, press, type } = open();
  type('User ID: 12', [4]);
  expect(press('Enter', 4)).toBe(true);
  expect(press('Shift', 1)).toBe(true);
  type(code.slice('User ID: 12\n'.length), [4]);
  expect(reported).toEqual([code]);
});

test('the Enters after a code press nothing, and a later one does', () => {
  const { press, type } = open();
  type(code, [20]);
  expect([press('Enter', 20), press('Enter', 20)]).toEqual([true, true]);
  expect(press('Enter', 200)).toBe(false);
});

test('two ends of a line are one', () => {
  const { reported, type } = open();
  type(code.replaceAll('\n', '\n\n'), [5]);
  expect(reported).toEqual([code]);
});

test('silence ends another text, which the door may refuse', () => {
  const { reported, type } = open();
  type('https://example.com', [5]);
  vi.advanceTimersByTime(149);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reported).toEqual(['https://example.com']);
});

test('what a person types is left alone', () => {
  const { reported, press, type } = open();
  expect(type('hello', [200])).toEqual([false, false, false, false, false]);
  vi.advanceTimersByTime(500);
  expect(press('Enter', 500)).toBe(false);
  expect(reported).toEqual([]);
});

test('two codes one after the other are two', () => {
  const { reported, type } = open();
  type(code, [3]);
  vi.advanceTimersByTime(20);
  type(code, [3]);
  expect(reported).toEqual([code, code]);
});

test('a Georgian layout is noticed instead of read', () => {
  const { reported, type } = open();
  type('უსერ ID: 12 თიცკეტ ID: 9', [5]);
  vi.advanceTimersByTime(150);
  expect(reported).toEqual(['Georgian']);
});
