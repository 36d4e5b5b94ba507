import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { countRequest, isOverloaded, isRush } from './load.ts';

const LOOK_MS = 20;
const BLOCK_MS = 300;
const MANY_REQUESTS = 100;
/** Requests of the test before, in the same process, count for so long. */
const COUNTED_MS = 2_000;

beforeEach(() => sleep(COUNTED_MS));

async function untilCalm(): Promise<void> {
  while (isOverloaded()) await sleep(LOOK_MS);
}

/** Keeps the event loop busy, as the next measurement shows. */
async function keepBusy(): Promise<void> {
  await untilCalm();
  const end = performance.now() + BLOCK_MS;
  while (performance.now() < end);
}

function count(requests: number): void {
  for (let request = 0; request < requests; request += 1) countRequest();
}

test('a busy process without visitors is in no rush, so mails do not delay each other', { tags: 'rare' }, async () => {
  await keepBusy();
  expect(isOverloaded()).toBe(true);
  expect(isRush()).toBe(false);
});

test('many requests that the process answers with ease are no rush', { tags: 'rare' }, async () => {
  await untilCalm();
  count(MANY_REQUESTS);
  expect(isRush()).toBe(false);
});

test('many requests that keep the process busy are a rush, until it is calm again', async () => {
  await keepBusy();
  count(MANY_REQUESTS);
  expect(isRush()).toBe(true);
  await untilCalm();
  expect(isRush()).toBe(false);
});
