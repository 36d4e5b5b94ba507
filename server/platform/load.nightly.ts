import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { countRequest, isOverloaded, isRush, waitForEndOfRush } from './load.ts';

const LOOK_MS = 20;
const BLOCK_MS = 300;
const MANY_REQUESTS = 100;
const TURN_MS = 300;
const TURN_BUSY_MS = 280;
const LONGEST_MS = 1_000;
/** Requests of the previous test, in the same process, count for this long. */
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

/** Keeps up a rush until the test ends. */
async function startRush(): Promise<void> {
  const timer = setInterval(() => {
    count(MANY_REQUESTS);
    const end = performance.now() + TURN_BUSY_MS;
    while (performance.now() < end);
  }, TURN_MS);
  onTestFinished(() => clearInterval(timer));
  await expect.poll(isRush).toBe(true);
}

function count(requests: number): void {
  for (let request = 0; request < requests; request += 1) countRequest();
}

test('a busy process without visitors is in no rush, so mails do not delay each other', async () => {
  await keepBusy();
  expect(isOverloaded()).toBe(true);
  expect(isRush()).toBe(false);
});

test('many requests that the process answers with ease are no rush', async () => {
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

test('what stops no longer waits for the end of a rush', async () => {
  await startRush();
  const stopping = new AbortController();
  const waiting = waitForEndOfRush(stopping.signal);
  stopping.abort();
  await expect(waiting).rejects.toThrow('abort');
});

test('a rush without an end is waited for so long, and then nothing waits for as long', async () => {
  await startRush();
  const wait = () => waitForEndOfRush(new AbortController().signal, LONGEST_MS);
  const firstStep = () => Promise.race([wait().then(() => 'goes on'), nextTurn('waits')]);
  const beganAt = performance.now();
  await wait();
  expect(performance.now() - beganAt).toBeGreaterThan(LONGEST_MS);
  expect(isRush()).toBe(true);
  expect(await firstStep()).toBe('goes on');
  await sleep(LONGEST_MS);
  expect(isRush()).toBe(true);
  expect(await firstStep()).toBe('waits');
});
