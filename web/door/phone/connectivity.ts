import { SECOND_MS } from '#shared/durations.ts';

/** So many questions in a row without an answer in time, and the phone decides alone for a while. */
const MISSES = 2;
const ALONE_MS = 30 * SECOND_MS;

export type Link = ReturnType<typeof createLink>;

/** Does the server answer, and fast enough to be asked? Nobody waits again and again for a slow or dead network. */
export function createLink(steady: () => number) {
  let misses = 0;
  let aloneUntil = 0;
  let line: 'unknown' | 'up' | 'down' = 'unknown';
  const isAlone = () => line === 'down' || steady() < aloneUntil;
  return {
    state: (): 'connecting' | 'live' | 'alone' => {
      if (isAlone()) return 'alone';
      return line === 'up' ? 'live' : 'connecting';
    },
    /** Returns true if a question is worth its wait. */
    mayAsk: () => !isAlone(),
    /** A question had its answer in time. */
    answered() {
      [misses, aloneUntil, line] = [0, 0, 'up'];
    },
    /** A question had none. The next one after the pause tries again. */
    missed() {
      misses += 1;
      if (misses >= MISSES) aloneUntil = steady() + ALONE_MS;
    },
    /** Anything arrived, however slowly. */
    heard() {
      line = 'up';
    },
    /** A call failed that nobody waited for. */
    lost() {
      line = 'down';
    },
  };
}
