import { MINUTE_MS, SECOND_MS } from '#shared/durations.ts';

/** How far the phone's clock is ahead of the server's, and the uncertainty, in milliseconds. */
export type Reckoning = { offsetMs: number; uncertaintyMs: number };

/**
 * The phone's wall clock and a monotonic clock, both in milliseconds. `pauses`: how often the page was hidden or frozen so far. While a phone
 * sleeps, many browsers stop the monotonic clock.
 */
export type Clocks = { wall: () => number; steady: () => number; pauses?: () => number };

export const browserClocks: Clocks = { wall: () => Date.now(), steady: () => performance.now(), pauses: countPauses() };

function countPauses(): () => number {
  let count = 0;
  const note = () => void (count += 1);
  if (typeof document !== 'undefined') for (const kind of ['visibilitychange', 'freeze', 'resume']) document.addEventListener(kind, note);
  return () => count;
}

/** Between two exchanges, wall and monotonic clock drift by less than this, unless the clock is set or the phone sleeps. */
const JUMP_MS = 2 * SECOND_MS;
/** A better measurement replaces a worse one at once, any other after this time. */
const STALE_MS = MINUTE_MS;
const UNKNOWN: Reckoning = { offsetMs: 0, uncertaintyMs: 5 * MINUTE_MS };

export type PhoneClock = {
  /** The server's time, as far as the phone knows it. */
  now: () => Date;
  reckoning: () => Reckoning & { isJumped: boolean };
  /** The wall time, which scans carry with its offset. */
  wall: () => Date;
  /** Reads the server's time from an answer; `sentAt` is the steady clock before the call. */
  learn: (serverMs: number, sentAt: number) => void;
  steady: () => number;
};

/** Measures the phone's clock against the server's with each exchange; the uncertainty is half of the round trip. */
export function createClock(known: Reckoning = UNKNOWN, { wall, steady, pauses = () => 0 }: Clocks = browserClocks): PhoneClock {
  // The clock may have been set while the page was closed.
  const uncertaintyMs = Math.max(known.uncertaintyMs, UNKNOWN.uncertaintyMs);
  let last = { ...known, uncertaintyMs, wallAt: wall(), steadyAt: steady(), pausesAt: pauses(), isMeasured: false };
  /** How far the wall clock moved beyond the time that passed. */
  const jump = () => wall() - last.wallAt - (steady() - last.steadyAt);
  const reckoning = () => {
    const moved = jump();
    const isJumped = Math.abs(moved) > JUMP_MS;
    if (!isJumped) return { offsetMs: last.offsetMs, uncertaintyMs: last.uncertaintyMs, isJumped };
    // After a pause a clock that went ahead was most likely right all the time, while the phone slept. It is not said to be certain.
    if (moved > 0 && pauses() !== last.pausesAt)
      return { offsetMs: last.offsetMs, uncertaintyMs: last.uncertaintyMs + moved, isJumped: false };
    return { offsetMs: last.offsetMs + moved, uncertaintyMs: last.uncertaintyMs + Math.abs(moved), isJumped };
  };
  return {
    now: () => new Date(wall() - reckoning().offsetMs),
    reckoning,
    wall: () => new Date(wall()),
    steady,
    learn(serverMs, sentAt) {
      const [now, at] = [wall(), steady()];
      const half = (at - sentAt) / 2;
      const isBetter = half <= last.uncertaintyMs || at - last.steadyAt > STALE_MS || reckoning().isJumped || !last.isMeasured;
      if (!isBetter) return;
      last = {
        offsetMs: Math.round(now - half - serverMs),
        uncertaintyMs: Math.ceil(half) + 1,
        wallAt: now,
        steadyAt: at,
        pausesAt: pauses(),
        isMeasured: true,
      };
    },
  };
}
