import { expect, onTestFinished } from 'vitest';
import { openDoorPhone } from '#web/door/phone/open-door-phone.ts';
import type { OpenDoor } from './door.ts';

type State = ReturnType<ReturnType<typeof openDoorPhone>['getState']>;

/** `isDeaf`: answers to scans are lost; `isMute`: scans are never answered; `isHeld`: changes of the offline manifest are lost. */
export type Line = { isCut?: boolean; isDeaf?: boolean; isMute?: boolean; isHeld?: boolean };

/** Opens a phone's page whose connection can be cut, or can lose all answers to scans from some time on. */
export async function openPage(door: OpenDoor, storeName: string, line: Line = {}) {
  const phone = openDoorPhone({
    storeName,
    liveMs: line.isDeaf ? 60_000 : 10_000,
    clocks: { wall: () => door.clock.now().getTime(), steady: () => performance.now() },
    fetchAnswer: async (url, init) => {
      if (line.isCut) throw new TypeError('Failed to fetch');
      if (line.isMute && url === '/api/door/scans') return neverUnless(init.signal);
      const answer = await fetch(door.url + url, init);
      if (line.isDeaf && String(init.body).includes('entryId')) await new Promise(() => undefined);
      return url.startsWith('/api/door/changes') ? holdable(answer, line) : answer;
    },
  });
  onTestFinished(() => phone.close());
  const until = (isSo: (state: State) => boolean) =>
    expect.poll(() => isSo(phone.getState()), { timeout: 15_000, interval: 25 }).toBe(true);
  await until(({ phase }) => phase !== 'loading');
  return { phone, line, until };
}

/** Ends with the caller's own time limit alone. */
const neverUnless = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });

function holdable(answer: Response, line: Line): Response {
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      if (!line.isHeld) controller.enqueue(chunk);
    },
  });
  return new Response(answer.body?.pipeThrough(passing), answer);
}
