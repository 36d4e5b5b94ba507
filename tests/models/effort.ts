import type { Parameters } from 'fast-check';
import { MINUTE_MS } from '#shared/durations.ts';
import { isWhole } from '#tests/setup/whole.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_120);
const WITHOUT_END = 1_000_000;
const ordered = Number(process.env['HISTORIES'] ?? 0);
const soakMinutes = Number(process.env['SOAK_MINUTES'] ?? 0);

/**
 * Returns the number of histories: in tests always the same ones, before a merge `beforeMerge` of them; in `npm run soak` new ones for some
 * minutes. `HISTORIES` sets another number, `SEED` another seed. A file has two such tests, one after the other.
 */
export const effort = (histories: number, beforeMerge = Math.ceil(histories / 8)): Parameters<unknown> =>
  soakMinutes > 0
    ? { numRuns: WITHOUT_END, interruptAfterTimeLimit: (soakMinutes * MINUTE_MS) / 2 }
    : { seed: SEED, numRuns: ordered > 0 ? ordered : isWhole ? histories : beforeMerge };

/** Shrinking a failing history takes time too. */
export const timeoutMs = Math.max(5, soakMinutes * 2, ordered / 30) * MINUTE_MS;
