import { expect, test } from 'vitest';
import { createQueue, createQueues } from './queue.ts';

/** Work that ends when the test releases it. */
function openWork() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const piece = (number: number) => async () => {
    begun.push(number);
    await new Promise<void>((end) => ends.push(end));
    return number;
  };
  const settle = () => new Promise((done) => setImmediate(done));
  return { begun, piece, settle, endOne: () => ends.shift()?.() };
}

test('a queue begins as much as it may, in the order of arrival, and refuses what finds no room', async () => {
  const queue = createQueue({ atOnce: 2, waiting: 2, retryAfterSeconds: 7 });
  const work = openWork();
  const results = [1, 2, 3, 4].map((number) => queue.run(work.piece(number)));
  await expect(queue.run(work.piece(5))).rejects.toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: 7 } });
  await work.settle();
  expect(work.begun).toEqual([1, 2]);
  for (let ended = 0; ended < 4; ended += 1) {
    work.endOne();
    await work.settle();
  }
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  expect(work.begun).toEqual([1, 2, 3, 4]);
  expect(queue.isIdle()).toBe(true);
});

test('work that fails gives its place back', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 1, retryAfterSeconds: 1 });
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run(() => Promise.resolve('fine'))).toBe('fine');
});

test('queues of different keys do not wait for each other', async () => {
  const run = createQueues({ atOnce: 1, waiting: 5, retryAfterSeconds: 1 });
  const work = openWork();
  const results = [run('a', work.piece(1)), run('a', work.piece(2)), run('b', work.piece(3))];
  await work.settle();
  expect(work.begun).toEqual([1, 3]);
  work.endOne();
  work.endOne();
  await work.settle();
  work.endOne();
  expect(await Promise.all(results)).toEqual([1, 2, 3]);
});

test('preferred work has places of its own and goes first', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 1, retryAfterSeconds: 1 });
  const work = openWork();
  const results = [queue.run(work.piece(1)), queue.run(work.piece(2)), queue.run(work.piece(3), { preferredFor: 'a' })];
  await work.settle();
  await expect(queue.run(work.piece(4))).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(queue.run(work.piece(5), { preferredFor: 'b' })).rejects.toMatchObject({ code: 'too_many_requests' });
  for (let ended = 0; ended < 3; ended += 1) {
    work.endOne();
    await work.settle();
  }
  await Promise.all(results);
  expect(work.begun).toEqual([1, 3, 2]);
});

test('of four turns one goes to those who are not preferred', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 9, retryAfterSeconds: 1 });
  const work = openWork();
  const results = [queue.run(work.piece(0))];
  for (const number of [1, 2]) results.push(queue.run(work.piece(number)));
  for (const number of [11, 12, 13, 14, 15]) results.push(queue.run(work.piece(number), { preferredFor: 'a' }));
  await work.settle();
  for (let ended = 0; ended < 8; ended += 1) {
    work.endOne();
    await work.settle();
  }
  await Promise.all(results);
  expect(work.begun).toEqual([0, 11, 12, 13, 1, 14, 15, 2]);
});

test('nobody fills the preferred queue: beyond ten places a sender waits with the others', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 1 });
  const work = openWork();
  const results = [queue.run(work.piece(0))];
  for (let number = 1; number <= 12; number += 1) results.push(queue.run(work.piece(number), { preferredFor: 'a' }));
  for (const number of [21, 22]) results.push(queue.run(work.piece(number), { preferredFor: 'b' }));
  await work.settle();
  for (let ended = 0; ended <= 14; ended += 1) {
    work.endOne();
    await work.settle();
  }
  await Promise.all(results);
  // 11 and 12 get the turns of the ordinary queue, each after three preferred ones.
  expect(work.begun).toEqual([0, 1, 2, 3, 11, 4, 5, 6, 12, 7, 8, 9, 10, 21, 22]);
  const again = queue.run(work.piece(31), { preferredFor: 'a' });
  await work.settle();
  work.endOne();
  await again;
});
