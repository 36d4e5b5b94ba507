import { expect, test } from 'vitest';
import { eventsOf, pauseAfter } from './event-stream.ts';

async function read(pieces: string[]) {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes.encode(piece));
      controller.close();
    },
  });
  const told: string[] = [];
  let signs = 0;
  for await (const event of eventsOf(body, () => (signs += 1))) told.push(event);
  return { told, signs };
}

test('events are put together from whatever pieces they come in', async () => {
  expect(await read(['data: {"a":', '1}\n', '\nda', 'ta: ნინო\n\n'])).toEqual({ told: ['{"a":1}', 'ნინო'], signs: 4 });
});

test('a comment is a sign of life and no event, and what is cut off is left out', async () => {
  expect(await read([':\n\n', 'data: 1\n\ndata: 2'])).toEqual({ told: ['1'], signs: 2 });
});

test('tries come slower and slower, up to a limit', () => {
  expect([1, 2, 3, 10].map((failures) => pauseAfter(failures, 0))).toEqual([500, 1_000, 2_000, 15_000]);
  expect(pauseAfter(1, 0.9)).toBeGreaterThan(600);
});
