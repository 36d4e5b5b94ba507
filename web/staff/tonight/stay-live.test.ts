import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { stayLive } from './stay-live.ts';

type Connection = (onView: (view: number) => void) => void;

/** What is seen of connections, one after the other; then the screen is left. */
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

test('a connection that ends in order, as with its token, is taken up again without a word', async () => {
  expect(await follow([(onView) => onView(1), (onView) => onView(2)])).toEqual(['view 1', 'view 2']);
});

test('a connection that breaks is told, and so is one that ends before it told anything', async () => {
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
