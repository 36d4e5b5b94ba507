import type { Parameters } from 'fast-check';

const SEED = 20_261_120;
const MINUTE_MS = 60_000;
const WITHOUT_END = 1_000_000;
const soakMinutes = Number(process.env['SOAK_MINUTES'] ?? 0);

/**
 * How much is tried: as a test always the same histories, no more than find the fault of each control; others every time, for as long as
 * `npm run soak` was told to. A file has two
 * such tests, one after the other.
 */
export const effort = (histories: number): Parameters<unknown> =>
  soakMinutes > 0 ? { numRuns: WITHOUT_END, interruptAfterTimeLimit: (soakMinutes * MINUTE_MS) / 2 } : { seed: SEED, numRuns: histories };

/** A history that fails is made shorter, which takes its time too. */
export const timeoutMs = Math.max(5, soakMinutes * 2) * MINUTE_MS;
