import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#shared/durations.ts';

const LOOK_MS = 100;
/** The share of time in which the event loop is busy above which users notice delays. */
const BUSY = 0.7;
/** This many requests per second are a rush, even if the database does most of the work. */
const RUSH = 50;
/** For callers without the signal `stopping`: shorter than the time that a stopping process has. */
const IDLE_TIMEOUT_MS = 3_000;

/** Measured for the whole process, like the event loop: requests in the current second and in the previous one. */
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

/** The event loop's recent utilization, measured from the first call on, and only on request. */
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

/** Returns true while requests keep the event loop busy. Mails keep it busy as well, but need not wait for each other. */
export const isRush = (): boolean => isOverloaded() && requestsASecond() > RUSH;

/** Work that waits for the end of a rush waits at most this long; after that, none waits for the same time. */
const LONGEST_RUSH_MS = 30_000;
/** Until this time of `performance.now`, nothing waits, because the rush has lasted too long. */
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
 * Waits while a rush keeps the process busy, at most `timeoutMs`, or until the process stops: buyers and the door get their answers before
 * work without a waiting user starts.
 */
export async function waitForIdle(timeoutMs = IDLE_TIMEOUT_MS, stopping?: AbortSignal): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (isBusy() && performance.now() < deadline && !stopping?.aborted) await sleep(LOOK_MS);
}
