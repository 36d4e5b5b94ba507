import { afterAll, beforeAll, vi } from 'vitest';
import { type Code, Phones } from './door-phones.ts';
import type { History } from './door-steps.ts';
import { timers } from './virtual-time.ts';

/** Gives the tests of a file a clock that only a history advances. */
export function useVirtualTime(): void {
  beforeAll(() => {
    for (const [name, timer] of Object.entries(timers)) vi.stubGlobal(name, timer);
  });
  afterAll(() => void vi.unstubAllGlobals());
}

/** Plays a history until every phone has sent and received everything, then runs the check. */
export async function play({ steps, skewsMs }: History, look: (phones: Phones) => Promise<void> | void, code: Code = {}): Promise<void> {
  const phones = await Phones.open(skewsMs, code);
  try {
    for (const step of steps) await phones.play(step);
    await phones.heal();
    await look(phones);
  } finally {
    await phones.close();
  }
}
