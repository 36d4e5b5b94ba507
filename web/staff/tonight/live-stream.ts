import { ApiError } from '#shared/errors.ts';

type Connection<View> = {
  /** One connection, from its beginning to its end; it throws when it breaks. */
  watch(onView: (view: View) => void): Promise<void>;
  pause(ms: number): Promise<void>;
  onView(view: View): void;
  /** What is shown is no longer of this moment. */
  onBreak(): void;
  leaving: AbortSignal;
};

/**
 * Connects again and again until the screen is left. The server ends a connection with the token it began with: coming back from that is no break.
 * @throws ApiError when there is nothing to come back for
 */
export async function stayLive<View>({ watch, pause, onView, onBreak, leaving }: Connection<View>): Promise<void> {
  for (let failures = 0; !leaving.aborted;) {
    let hasView = false;
    let isBroken = false;
    try {
      await watch((view) => {
        hasView = true;
        failures = 0;
        onView(view);
      });
    } catch (reason) {
      if (isFinal(reason)) throw reason;
      isBroken = true;
    }
    if (leaving.aborted) return;
    failures += 1;
    if (isBroken || !hasView) onBreak();
    await pause(pauseAfter(failures));
  }
}

const isFinal = (reason: unknown): boolean => reason instanceof ApiError && [401, 403, 404].includes(reason.status);

/** The `data` of server-sent events in a body, one after the other; comments and other fields only call `onLife`. */
export async function* eventsOf(body: ReadableStream<Uint8Array>, onLife: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onLife();
      const events = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = event.split('\n').filter((line) => line.startsWith('data: '));
        if (data.length > 0) yield data.map((line) => line.slice('data: '.length)).join('\n');
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** How long to wait before the next try, longer with every failure in a row; up to a third by chance, so that screens do not come back all at once. */
export const pauseAfter = (failures: number, chance: number = Math.random()): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (1 + chance / 3);
