/** Yields the `data` of server-sent events in a body; comments and other fields only call `onLife`. */
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

/**
 * The pause before the next attempt, longer with every failure in a row; up to a third is random, so that not all screens reconnect at
 * once.
 */
export const pauseAfter = (failures: number, chance: number = Math.random()): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (1 + chance / 3);
