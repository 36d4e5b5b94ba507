import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { eventsOf, pauseAfter } from '#web/lib/live-stream.ts';
import { stayLive } from './use-tonight.ts';

type Connection = (onView: (view: number) => void) => void;

/** Opens these connections in turn, then leaves the screen; returns what was shown. */
async function follow(connections: Connection[]): Promise<string[]> {
  const leaving = new AbortController();
  const seen: string[] = [];
  let place = 0;
  await stayLive<number>({
    leaving: leaving.signal,
    onView: (view) => seen.push(`view ${view}`),
    onBreak: () => seen.push('break'),
    async watch(onView) {
      connections[place]?.(onView);
    },
    async pause() {
      place += 1;
      if (place === connections.length) leaving.abort();
    },
  });
  return seen;
}

const broken = () => {
  throw new TypeError('network error');
};

test('a connection that ends in order, as with its token, is opened again without a break', async () => {
  expect(await follow([(onView) => onView(1), (onView) => onView(2)])).toEqual(['view 1', 'view 2']);
});

test('a break is reported, for a connection that breaks and for one that ends before its first view', async () => {
  expect(await follow([(onView) => onView(1), broken, (onView) => onView(2), () => undefined])).toEqual([
    'view 1',
    'break',
    'view 2',
    'break',
  ]);
});

test('nobody comes back to what is refused', async () => {
  const refused = () => {
    throw new ApiError(403, {});
  };
  await expect(follow([refused, (onView) => onView(1)])).rejects.toMatchObject({ status: 403 });
});

async function read(pieces: string[]) {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(bytes.encode(piece));
      controller.close();
    },
  });
  const events: string[] = [];
  let signs = 0;
  for await (const event of eventsOf(body, () => (signs += 1))) events.push(event);
  return { events, signs };
}

test('events are joined from whatever pieces they arrive in', async () => {
  expect(await read(['data: {"a":', '1}\n', '\nda', 'ta: ნინო\n\n'])).toEqual({ events: ['{"a":1}', 'ნინო'], signs: 4 });
});

test('a comment is a sign of life and no event, and what is cut off is left out', async () => {
  expect(await read([':\n\n', 'data: 1\n\ndata: 2'])).toEqual({ events: ['1'], signs: 2 });
});

test('tries come slower and slower, up to a limit', () => {
  expect([1, 2, 3, 10].map((failures) => pauseAfter(failures, 0))).toEqual([500, 1_000, 2_000, 15_000]);
  expect(pauseAfter(1, 0.9)).toBeGreaterThan(600);
});
