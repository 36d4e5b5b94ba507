import { useSyncExternalStore } from 'react';
import { cart } from './cart.ts';

const SECOND_MS = 1_000;
const LOOKS_PER_SECOND = 4;

const thisSecond = (): number => Math.floor(cart.now() / SECOND_MS) * SECOND_MS;

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS / LOOKS_PER_SECOND);
  const stop = cart.subscribe(listener);
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** The server's time in ms, second by second. */
export const useServerNow = (): number => useSyncExternalStore(everySecond, thisSecond, () => 0);
