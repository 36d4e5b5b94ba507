import { performance } from 'node:perf_hooks';

const SECOND_MS = 1_000;

/** Requests of this process in the second that runs and in the one before it. */
const counted = { since: performance.now(), now: 0, before: 0 };

function turn(): void {
  const passed = performance.now() - counted.since;
  if (passed < SECOND_MS) return;
  counted.before = passed < 2 * SECOND_MS ? counted.now : 0;
  counted.now = 0;
  counted.since = performance.now();
}

/** Counts a request that costs more than a kept answer. */
export function countRequest(): void {
  turn();
  counted.now += 1;
}

/** How many came lately, for work that gives way while there are many. */
export function requestsASecond(): number {
  turn();
  return Math.max(counted.now, counted.before);
}
