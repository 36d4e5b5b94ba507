import { expect, test } from 'vitest';
import { cachedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const answer = (text: string) => cachedResponse(200, {}, text);

test('callers that come while an answer is made share it', async () => {
  const cache = createResponseCache({ max: 10, ttlMs: 60_000 });
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
  const cache = createResponseCache({ max: 10, ttlMs: 0 });
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
  const cache = createResponseCache({ max: 10, ttlMs: 60_000 });
  await expect(cache.get('broken', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await cache.get('lost', async () => cachedResponse(404, {}, 'lost'));
  expect(cache.peek('broken')).toBeUndefined();
  expect(cache.peek('lost')).toBeUndefined();
});

test('it never grows past its bound', async () => {
  const cache = createResponseCache({ max: 3, ttlMs: 60_000 });
  for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, async () => answer(key));
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.peek(key))).toEqual(['b', 'c', 'd']);
});

test('an answer that was being made when content changed is not kept', async () => {
  const cache = createResponseCache({ max: 3, ttlMs: 60_000 });
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
