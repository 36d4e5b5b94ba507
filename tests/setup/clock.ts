import type { Clock } from '#server/platform/context.ts';
import { MINUTE_MS } from '#shared/durations.ts';

export type TestClock = Clock & { set(at: string | Date): void; advanceMinutes(minutes: number): void };

/** Creates a clock that stands still until it is set. */
export function createTestClock(start: string | Date = '2026-11-20T18:00:00+04:00'): TestClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    set: (at) => {
      time = new Date(at).getTime();
    },
    advanceMinutes: (minutes) => {
      time += minutes * MINUTE_MS;
    },
  };
}

/** Creates a clock that counts its readings; every rendered page reads it. */
export function createCountingClock() {
  const clock = createTestClock();
  let reads = 0;
  return { ...clock, now: () => ((reads += 1), clock.now()), reads: () => reads };
}
