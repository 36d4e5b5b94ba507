import type { Parameters } from 'fast-check';
import { MINUTE_MS } from '#shared/durations.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_120);
const WITHOUT_END = 1_000_000;
const ordered = Number(process.env['HISTORIES'] ?? 0);
const soakMinutes = Number(process.env['SOAK_MINUTES'] ?? 0);
/** The most tests of a file that `npm run soak` plays, one after the other: each gets this share of the minutes. */
const TESTS_PER_FILE = 3;

/**
 * Returns how many histories a test plays: always the same ones, and in `npm run soak` new ones until its minutes are over. `HISTORIES` sets
 * another number, `SEED` another seed.
 */
export const effort = (histories: number): Parameters<unknown> =>
  soakMinutes > 0
    ? { numRuns: WITHOUT_END, interruptAfterTimeLimit: (soakMinutes * MINUTE_MS) / TESTS_PER_FILE }
    : { seed: SEED, numRuns: ordered > 0 ? ordered : histories };

/** Enough for this many histories on a slow machine. Shrinking a failing one takes time too. */
export const timeoutFor = (histories: number): number => Math.max(5, soakMinutes * 2, (ordered || histories) / 30) * MINUTE_MS;
export const timeoutMs = timeoutFor(0);
