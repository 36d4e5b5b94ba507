import { SECOND_MS } from '#shared/durations.ts';

/** So many questions in a row without an answer, and the phone decides alone for a while. */
const MISSES = 2;
const ALONE_MS = 30 * SECOND_MS;

export type Link = ReturnType<typeof createLink>;

/** Does the server answer? Nobody waits again and again for a dead network. */
export function createLink(steady: () => number) {
  let misses = 0;
  let aloneUntil = 0;
  let state: 'connecting' | 'live' | 'alone' = 'connecting';
  return {
    state: () => state,
    /** Returns true if a question is worth its wait. */
    mayAsk: () => state !== 'alone' || steady() >= aloneUntil,
    answered() {
      misses = 0;
      state = 'live';
    },
    missed() {
      misses += 1;
      if (misses < MISSES) return;
      state = 'alone';
      aloneUntil = steady() + ALONE_MS;
    },
    /** A call failed that nobody waited for. */
    lost() {
      state = 'alone';
      aloneUntil = steady() + ALONE_MS;
    },
  };
}
