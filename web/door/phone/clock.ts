import { MINUTE_MS, SECOND_MS } from '#shared/durations.ts';

/** How far the phone's clock is ahead of the server's, in milliseconds, and how sure that is. */
export type Reckoning = { offsetMs: number; uncertaintyMs: number };

/** The phone's wall clock, and a clock that nobody can set; both in milliseconds. */
export type Clocks = { wall: () => number; steady: () => number };

export const browserClocks: Clocks = { wall: () => Date.now(), steady: () => performance.now() };

/** Wall and steady clock drift apart by less than this between two exchanges, unless somebody sets the clock or the phone sleeps. */
const JUMP_MS = 2 * SECOND_MS;
/** A better measurement replaces a worse one at once, any other after this. */
const KEPT_MS = MINUTE_MS;
/** Until the first exchange nothing is known. */
const UNKNOWN: Reckoning = { offsetMs: 0, uncertaintyMs: 5 * MINUTE_MS };

export type PhoneClock = {
  /** The server's time, as far as the phone knows. */
  now: () => Date;
  reckoning: () => Reckoning & { isJumped: boolean };
  /** The wall time, as scans carry it beside its offset. */
  wall: () => Date;
  /** Takes the server's time out of an answer; `sentAt` is the steady clock before the call. */
  learn: (serverMs: number, sentAt: number) => void;
  steady: () => number;
};

/** Measures the phone's clock against the server's with each exchange: half of the round trip is how far it may be off. */
export function createClock(known: Reckoning = UNKNOWN, { wall, steady }: Clocks = browserClocks): PhoneClock {
  // The clock may have been set while the page was closed.
  const uncertaintyMs = Math.max(known.uncertaintyMs, UNKNOWN.uncertaintyMs);
  let last = { ...known, uncertaintyMs, wallAt: wall(), steadyAt: steady(), isMeasured: false };
  /** By how much the wall clock has moved without time passing. */
  const jump = () => wall() - last.wallAt - (steady() - last.steadyAt);
  const reckoning = () => {
    const moved = jump();
    const isJumped = Math.abs(moved) > JUMP_MS;
    if (!isJumped) return { offsetMs: last.offsetMs, uncertaintyMs: last.uncertaintyMs, isJumped };
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
      const isBetter = half <= last.uncertaintyMs || at - last.steadyAt > KEPT_MS || reckoning().isJumped || !last.isMeasured;
      if (!isBetter) return;
      last = {
        offsetMs: Math.round(now - half - serverMs),
        uncertaintyMs: Math.ceil(half) + 1,
        wallAt: now,
        steadyAt: at,
        isMeasured: true,
      };
    },
  };
}
