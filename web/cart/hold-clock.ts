import { useSyncExternalStore } from 'react';
import { MINUTE_MS, SECOND_MS } from '#shared/durations.ts';
import { cart } from './cart.ts';

/** Minutes before the end at which the remaining time is announced to screen readers. */
const ANNOUNCED_MINUTES = [5, 1] as const;

export type HoldAnnouncement = { kind: 'left'; minutes: number } | { kind: 'over' };

/** Whole seconds until a hold ends, rounded up; 0 afterwards. */
export const secondsLeft = (heldUntil: string, now: number): number => Math.max(0, Math.ceil((Date.parse(heldUntil) - now) / SECOND_MS));

/** `14:05`, minutes and seconds. */
export const timerText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Returns what to announce about a hold between `before` and `now` (ms): the last moment passed, or undefined. */
export function holdAnnouncement(heldUntil: string, before: number, now: number): HoldAnnouncement | undefined {
  const end = Date.parse(heldUntil);
  const hasPassed = (moment: number) => before < moment && moment <= now;
  if (hasPassed(end)) return { kind: 'over' };
  const minutes = ANNOUNCED_MINUTES.findLast((each) => hasPassed(end - each * MINUTE_MS));
  return minutes === undefined ? undefined : { kind: 'left', minutes };
}

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

/** The server's time in ms, updated every second. */
export const useServerNow = (): number => useSyncExternalStore(everySecond, thisSecond, () => 0);
