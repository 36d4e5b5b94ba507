import { expect, test } from 'vitest';
import { createQueue, createQueues } from './queue.ts';

/** Work that ends when it is told to. */
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
  const results = [queue.run(work.piece(1)), queue.run(work.piece(2)), queue.run(work.piece(3), { isPreferred: true })];
  await work.settle();
  await expect(queue.run(work.piece(4))).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(queue.run(work.piece(5), { isPreferred: true })).rejects.toMatchObject({ code: 'too_many_requests' });
  for (let ended = 0; ended < 3; ended += 1) {
    work.endOne();
    await work.settle();
  }
  await Promise.all(results);
  expect(work.begun).toEqual([1, 3, 2]);
});
