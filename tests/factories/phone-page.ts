import { expect, onTestFinished } from 'vitest';
import { openDoorPhone } from '#web/door/phone/open-door-phone.ts';
import type { OpenDoor } from './door.ts';

type State = ReturnType<ReturnType<typeof openDoorPhone>['getState']>;

export type Line = { isCut?: boolean; isDeaf?: boolean };

/** Opens a phone's page whose connection can be cut, or can lose all answers to scans from some time on. */
export async function openPage(door: OpenDoor, storeName: string, line: Line = {}) {
  const phone = openDoorPhone({
    storeName,
    liveMs: line.isDeaf ? 60_000 : 10_000,
    clocks: { wall: () => door.clock.now().getTime(), steady: () => performance.now() },
    fetchAnswer: async (url, init) => {
      if (line.isCut) throw new TypeError('Failed to fetch');
      const answer = await fetch(door.url + url, init);
      if (line.isDeaf && String(init.body).includes('entryId')) await new Promise(() => undefined);
      return answer;
    },
  });
  onTestFinished(() => phone.close());
  const until = (isSo: (state: State) => boolean) =>
    expect.poll(() => isSo(phone.getState()), { timeout: 15_000, interval: 25 }).toBe(true);
  await until(({ phase }) => phase !== 'loading');
  return { phone, line, until };
}
