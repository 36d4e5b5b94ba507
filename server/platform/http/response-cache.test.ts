import { expect, test } from 'vitest';
import { cachedResponse, sizeOf } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const answer = (text: string) => cachedResponse(200, {}, text);

test('callers that come while an answer is made share it', async () => {
  const cache = createResponseCache({ maxBytes: 100_000, ttlMs: 60_000 });
  let fills = 0;
  const fill = async () => {
    fills += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return answer('night');
  };
  const answers = await Promise.all(Array.from({ length: 100 }, () => cache.get('home', fill)));
  expect(fills).toBe(1);
  expect(new Set(answers).size).toBe(1);
  expect(cache.peek('home')?.body.toString()).toBe('night');
});

test('an answer that takes longer to make than it is kept is shared all the same', async () => {
  const cache = createResponseCache({ maxBytes: 100_000, ttlMs: 0 });
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answer>>();
  let fills = 0;
  const fill = () => ((fills += 1), promise);
  const answers = [cache.get('home', fill), cache.get('home', fill)];
  resolve(answer('night'));
  await Promise.all(answers);
  expect(fills).toBe(1);
  expect(cache.peek('home')).toBeUndefined();
});

test('a failed answer and one that is not 200 are not kept', async () => {
  const cache = createResponseCache({ maxBytes: 100_000, ttlMs: 60_000 });
  await expect(cache.get('broken', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await cache.get('lost', async () => cachedResponse(404, {}, 'lost'));
  expect(cache.peek('broken')).toBeUndefined();
  expect(cache.peek('lost')).toBeUndefined();
});

test('it never grows past its bytes, however many or large its answers are', async () => {
  const each = sizeOf('a', answer('a'));
  const cache = createResponseCache({ maxBytes: 3 * each, ttlMs: 60_000 });
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, async () => answer(key));
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.peek(key))).toEqual(['b', 'c', 'd']);
  await cache.get('large', async () => answer('x'.repeat(each / 2 - 'large'.length)));
  expect(['b', 'c', 'd', 'large'].filter((key) => cache.peek(key))).toEqual(['d', 'large']);
  await cache.get('larger', async () => answer('x'.repeat(3 * each)));
  expect(['d', 'large', 'larger'].filter((key) => cache.peek(key))).toEqual([]);
});

test('a long key weighs as much as a long answer', async () => {
  const cache = createResponseCache({ maxBytes: 3 * sizeOf('a', answer('a')), ttlMs: 60_000 });
  await cache.get('a', async () => answer('a'));
  await cache.get('before=2026-01-01T00:00:00.'.padEnd(15_000, '1'), async () => answer('[]'));
  expect(cache.peek('a')).toBeUndefined();
});

test('what was cleared weighs nothing', async () => {
  const cache = createResponseCache({ maxBytes: 2 * sizeOf('a', answer('a')), ttlMs: 60_000 });
  for (let time = 0; time < 3; time += 1) {
    for (const key of ['a', 'b']) await cache.get(key, async () => answer(key));
    expect(['a', 'b'].filter((key) => cache.peek(key))).toEqual(['a', 'b']);
    cache.clear();
  }
});

test('whoever asks which answer it keeps decides which stay', async () => {
  const cache = createResponseCache({ maxBytes: 100_000, ttlMs: 60_000 });
  await cache.get(
    'lost',
    async () => cachedResponse(404, {}, 'lost'),
    ({ status }) => status === 404,
  );
  expect(cache.peek('lost')?.body.toString()).toBe('lost');
  await cache.get(
    'good',
    async () => answer('good'),
    ({ status }) => status === 404,
  );
  expect(cache.has('good')).toBe(false);
});

test('an answer that was being made when content changed is not kept', async () => {
  const cache = createResponseCache({ maxBytes: 10_000, ttlMs: 60_000 });
  let finish = (): void => undefined;
  const making = cache.get('home', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return answer('old');
  });
  cache.clear();
  finish();
  await making;
  expect(cache.peek('home')).toBeUndefined();
});
