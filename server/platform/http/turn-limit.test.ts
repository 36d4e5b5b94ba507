import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurnLimit } from './turn-limit.ts';

test('a turn of the event loop does no more than its share, in order, and others come in between', async () => {
  const inTurns = createTurnLimit(2);
  const done: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) inTurns(() => done.push(name));
  expect(done).toEqual(['a', 'b']);
  setImmediate(() => done.push('of somebody else'));
  await nextTurn();
  expect(done.slice(0, 5)).toEqual(['a', 'b', 'c', 'd', 'of somebody else']);
  await nextTurn();
  expect(done).toEqual(['a', 'b', 'c', 'd', 'of somebody else', 'e']);
});

test('work after a quiet time is done at once', async () => {
  const inTurns = createTurnLimit(1);
  const done: number[] = [];
  for (const number of [1, 2, 3]) {
    inTurns(() => done.push(number));
    expect(done.at(-1)).toBe(number);
    await nextTurn();
    await nextTurn();
  }
});

test('work that fails fails alone', async () => {
  const inTurns = createTurnLimit(1);
  const done: string[] = [];
  expect(() =>
    inTurns(() => {
      throw new Error('the socket is gone');
    }),
  ).toThrow('the socket is gone');
  inTurns(() => done.push('next'));
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(['next']);
});
