import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { countRequest, isOverloaded, postponeInRush } from './load.ts';

const LOOK_MS = 20;
const BLOCK_MS = 300;
const MANY_REQUESTS = 100;
/** Requests of the file before, in the same process, count for so long. */
const COUNTED_MS = 2_000;

beforeAll(() => sleep(COUNTED_MS));

async function untilCalm(): Promise<void> {
  while (isOverloaded()) await sleep(LOOK_MS);
}

/** Keeps the event loop busy, as the next measurement shows. */
async function keepBusy(): Promise<void> {
  await untilCalm();
  const end = performance.now() + BLOCK_MS;
  while (performance.now() < end);
}

async function overload(): Promise<void> {
  await keepBusy();
  for (let request = 0; request < MANY_REQUESTS; request += 1) countRequest();
}

/** Runs five pieces of work; returns their order and how many ran at once. */
async function runFive(): Promise<{ order: number[]; most: number }> {
  const order: number[] = [];
  let underWay = 0;
  let most = 0;
  const pieces = [1, 2, 3, 4, 5].map((piece) =>
    postponeInRush(async () => {
      order.push(piece);
      underWay += 1;
      most = Math.max(most, underWay);
      await turn();
      underWay -= 1;
    }),
  );
  await Promise.all(pieces);
  return { order, most };
}

test('while there is time to spare, work begins at once', async () => {
  await untilCalm();
  expect(await runFive()).toEqual({ order: [1, 2, 3, 4, 5], most: 5 });
});

test('work that keeps the process busy by itself need not wait', async () => {
  await keepBusy();
  expect(await runFive()).toEqual({ order: [1, 2, 3, 4, 5], most: 5 });
});

test('in an overload one piece of work follows the other', async () => {
  await overload();
  expect(await runFive()).toEqual({ order: [1, 2, 3, 4, 5], most: 1 });
});

test('work that fails in an overload rejects and does not hold up the next', async () => {
  await overload();
  const failing = postponeInRush(() => Promise.reject(new Error('no mail server')));
  const next = runFive();
  await expect(failing).rejects.toThrow('no mail server');
  expect((await next).order).toHaveLength(5);
});

test('in an overload work waits for a calmer moment, but not while the process stops', async () => {
  const begunAfterOneTurn = async (stopping?: AbortSignal): Promise<boolean> => {
    await overload();
    let isBegun = false;
    const work = postponeInRush(async () => void (isBegun = true), stopping);
    await turn();
    const isBegunAtOnce = isBegun;
    await work;
    return isBegunAtOnce;
  };
  expect(await begunAfterOneTurn()).toBe(false);
  expect(await begunAfterOneTurn(AbortSignal.abort())).toBe(true);
});
