import { SECOND_MS } from '#shared/durations.ts';

/** After this many questions in a row without an answer in time, the phone decides alone for a while. */
const MISSES = 2;
const ALONE_MS = 30 * SECOND_MS;

export type Connectivity = ReturnType<typeof createConnectivity>;

/** Tracks whether the server answers fast enough to be asked, so that guests do not wait repeatedly for a slow or dead network. */
export function createConnectivity(steady: () => number) {
  let misses = 0;
  let aloneUntil = 0;
  let network: 'unknown' | 'up' | 'down' = 'unknown';
  /** A question was not answered in time, and nothing arrived since. */
  let isDoubted = false;
  const isAlone = () => network === 'down' || steady() < aloneUntil;
  return {
    state: (): 'connecting' | 'live' | 'alone' => {
      if (isAlone()) return 'alone';
      return network === 'up' && !isDoubted ? 'live' : 'connecting';
    },
    /** Returns true if a question is worth the wait. */
    mayAsk: () => !isAlone(),
    /** A question was answered in time. */
    answered() {
      [misses, aloneUntil, network, isDoubted] = [0, 0, 'up', false];
    },
    /** A question was not answered in time. After a pause the next one tries again. */
    missed() {
      misses += 1;
      isDoubted = true;
      if (misses >= MISSES) aloneUntil = steady() + ALONE_MS;
    },
    /** Anything arrived, however slowly. */
    heard() {
      [network, isDoubted] = ['up', false];
    },
    /** A call failed that no guest was waiting for. */
    lost() {
      network = 'down';
    },
  };
}
