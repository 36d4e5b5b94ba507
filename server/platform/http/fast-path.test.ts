import { expect, test } from 'vitest';
import { z } from 'zod';
import { ask } from '#tests/setup/ask.ts';
import { startTestSite } from '#tests/setup/site.ts';

test('a page in a language that is asked for is answered from memory like any other', async () => {
  const { url } = await startTestSite();
  const fromMemory = async () => {
    const { html } = await ask(`${url}/metrics`);
    return z.int().parse(Number(/http_requests_from_memory_total\S* (\d+)/.exec(html)?.[1]));
  };
  const look = () => ask(`${url}/about?lang=ka`, { headers: { 'accept-encoding': 'br' } });
  const first = await look();
  let second = first;
  // A page is kept for two seconds; where a test is slower than that it asks again.
  await expect
    .poll(async () => {
      const before = await fromMemory();
      second = await look();
      return (await fromMemory()) - before;
    })
    .toBe(1);
  expect(second.headers.get('set-cookie')).toBe('lang=ka; Path=/; Max-Age=31536000; SameSite=Lax');
  expect(second.headers.get('cache-control')).toBe('private, no-cache');
  expect(second.html).toBe(first.html);
  expect((await ask(`${url}/about`, { headers: { cookie: 'lang=ka' } })).headers.get('set-cookie')).toBeNull();
});
