import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { cachedResponse, type CachedResponse, createResponseCache, sendCached, sizeOf, withHeaders } from './cached-response.ts';

const long = 'night '.repeat(500);

async function serve(response: CachedResponse): Promise<(headers?: Record<string, string>, method?: string) => Promise<Response>> {
  const http = Fastify();
  onTestFinished(() => http.close());
  http.get('/', (request, reply) => sendCached(request, reply, response));
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  return (headers = {}, method = 'GET') => fetch(url, { method, headers: { 'accept-encoding': 'identity', ...headers } });
}

test('an answer reads the same in every encoding, the first time and later', async () => {
  const ask = await serve(cachedResponse(200, { 'content-type': 'text/plain' }, long));
  for (const encoding of ['br', 'gzip', 'br', 'gzip', 'br', 'gzip', 'identity', 'br;q=0, gzip', 'deflate']) {
    const answer = await ask({ 'accept-encoding': encoding });
    expect(await answer.text()).toBe(long);
    expect(answer.headers.get('content-encoding')).toBe(encoding.includes('gzip') ? 'gzip' : encoding === 'br' ? 'br' : null);
  }
});

test('an answer is compressed once, however many clients ask for it at once', async () => {
  const response = cachedResponse(200, {}, long);
  const ask = await serve(response);
  const askInBrotli = async () => (await ask({ 'accept-encoding': 'br' })).text();
  expect(new Set(await Promise.all([askInBrotli(), askInBrotli(), askInBrotli()]))).toEqual(new Set([long]));
  const compressed = response.packed.br;
  await askInBrotli();
  expect(compressed).toBeDefined();
  expect(response.packed.br).toBe(compressed);
});

test('a short answer is never compressed', async () => {
  const ask = await serve(cachedResponse(200, {}, 'short'));
  expect((await ask({ 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull();
});

test('a client that has it already gets no body', async () => {
  const response = cachedResponse(200, { vary: 'cookie' }, long);
  const ask = await serve(response);
  const answer = await ask({ 'if-none-match': response.etag });
  expect([answer.status, await answer.text(), answer.headers.get('vary')]).toEqual([304, '', 'cookie']);
});

test('HEAD gets the length and no body', async () => {
  const ask = await serve(cachedResponse(200, {}, long));
  const answer = await ask({}, 'HEAD');
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual([String(long.length), '']);
});

test('more headers do not change the answer they were added to', async () => {
  const response = cachedResponse(200, { 'cache-control': 'public' }, long);
  const [ask, askPrivate] = [await serve(response), await serve(withHeaders(response, { 'cache-control': 'private' }))];
  expect((await askPrivate()).headers.get('cache-control')).toBe('private');
  expect((await ask()).headers.get('cache-control')).toBe('public');
});

test.each(['br', 'gzip'] as const)('an answer under more headers shares the bytes, compressed once, in %s', async (encoding) => {
  const response = cachedResponse(200, { 'cache-control': 'public' }, long);
  const early = Array.from({ length: 3 }, () => withHeaders(response, { 'cache-control': 'private' }));
  const answers = await Promise.all([...early, response].map(async (one) => (await serve(one))({ 'accept-encoding': encoding })));
  for (const answer of answers) expect([await answer.text(), answer.headers.get('content-encoding')]).toEqual([long, encoding]);
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['private', 'private', 'private', 'public']);
  const late = withHeaders(response, { 'set-cookie': 'lang=ka' });
  expect((await (await serve(late))({ 'accept-encoding': encoding })).headers.get('set-cookie')).toBe('lang=ka');
  expect(response.packed[encoding]).toBeDefined();
  for (const one of [...early, late]) expect(one.packed[encoding]).toBe(response.packed[encoding]);
});

test('a value that is refused is refused too while the answer without it is kept', async () => {
  const { url } = await startTestApp();
  const statusOf = async (query: string): Promise<number> => {
    const answer = await fetch(`${url}/api/Events/PastEvents${query}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  for (const query of ['', '?limit=4', '?other=1']) expect([query, await statusOf(query)]).toEqual([query, 200]);
  for (const query of ['?before=', '?limit=', '?limit=4&limit=4', '?limit=4&before=', '?before=%26limit=4'])
    expect([query, await statusOf(query)]).toEqual([query, 400]);
});

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

test('a cache keeps the answers its caller chooses', async () => {
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
