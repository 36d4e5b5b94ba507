import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#shared/durations.ts';

const LOOK_MS = 100;
/** The share of time in which the event loop is busy: above it, users who wait for an answer would notice. */
const BUSY = 0.7;
/** So many requests a second are a rush, even when the database does most of the work. */
const RUSH = 50;
/** Shorter than the time a stopping process has, for callers without its signal. */
const IDLE_TIMEOUT_MS = 3_000;

/** Measured for the whole process, as the event loop is: requests in the current second and in the one before it. */
const counted = { since: performance.now(), now: 0, before: 0 };

function startSecond(): void {
  const passed = performance.now() - counted.since;
  if (passed < SECOND_MS) return;
  counted.before = passed < 2 * SECOND_MS ? counted.now : 0;
  counted.now = 0;
  counted.since = performance.now();
}

/** Counts a request that costs more than an answer from the cache. */
export function countRequest(): void {
  startSecond();
  counted.now += 1;
}

function requestsASecond(): number {
  startSecond();
  return Math.max(counted.now, counted.before);
}

/** The event loop's recent utilization, measured from the first call on, and only when it is asked for. */
const recent = { at: performance.now(), total: performance.eventLoopUtilization(), share: 0 };

/** Returns true while the event loop is nearly saturated. */
export function isOverloaded(): boolean {
  const now = performance.now();
  if (now - recent.at >= LOOK_MS) {
    const total = performance.eventLoopUtilization();
    recent.share = performance.eventLoopUtilization(total, recent.total).utilization;
    recent.total = total;
    recent.at = now;
  }
  return recent.share > BUSY;
}

const isBusy = (): boolean => isOverloaded() || requestsASecond() > RUSH;

/** The event loop is busy with requests. Mails keep it busy as well, but need not wait for each other. */
export const isRush = (): boolean => isOverloaded() && requestsASecond() > RUSH;

/** What waits for the end of a rush waits at most this long, and then goes on for as long. */
const LONGEST_RUSH_MS = 30_000;
/** Until then, on the clock of `performance.now`, nothing waits: the rush has been long enough. */
let goesOnUntil = 0;

/** Waits for the end of a rush, at most `longestMs`. @throws when `signal` aborts */
export async function waitForEndOfRush(signal: AbortSignal, longestMs = LONGEST_RUSH_MS): Promise<void> {
  const waitsUntil = performance.now() + longestMs;
  while (isRush() && performance.now() > goesOnUntil) {
    if (performance.now() > waitsUntil) goesOnUntil = performance.now() + longestMs;
    else await sleep(LOOK_MS, undefined, { signal });
  }
}

/**
 * Waits while a rush keeps the process busy, at most `timeoutMs`, and not while the process stops: work without a waiting user starts after
 * it, so that buyers and the door get their answers first.
 */
export async function waitForIdle(timeoutMs = IDLE_TIMEOUT_MS, stopping?: AbortSignal): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (isBusy() && performance.now() < deadline && !stopping?.aborted) await sleep(LOOK_MS);
}
