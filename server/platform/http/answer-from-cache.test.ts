import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ask } from '#tests/setup/ask.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { createTurnLimit } from './answer-from-cache.ts';

test('a page in a language that is asked for is answered from memory like any other', async () => {
  const { url } = await startTestSite();
  const fromMemory = async () => {
    const { html } = await ask(`${url}/metrics`);
    return z.int().parse(Number(/http_requests_from_memory_total\S* (\d+)/.exec(html)?.[1]));
  };
  const look = () => ask(`${url}/about?lang=ka`, { headers: { 'accept-encoding': 'br' } });
  const first = await look();
  let second = first;
  // A page is cached for two seconds; a slow test requests it again.
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

test('a turn of the event loop does no more than its share, in order, and others come in between', async () => {
  const inTurns = createTurnLimit(2);
  const done: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) inTurns(() => done.push(name));
  expect(done).toEqual(['a', 'b']);
  setImmediate(() => done.push('of somebody else'));
  await nextTurn();
  expect(done.slice(0, 5)).toEqual(['a', 'b', 'c', 'd', 'of somebody else']);
  await nextTurn();
  expect(done).toEqual(['a', 'b', 'c', 'd', 'of somebody else', 'e']);
});

test('work after a quiet time is done at once', async () => {
  const inTurns = createTurnLimit(1);
  const done: number[] = [];
  for (const number of [1, 2, 3]) {
    inTurns(() => done.push(number));
    expect(done.at(-1)).toBe(number);
    await nextTurn();
    await nextTurn();
  }
});

test('work that fails fails alone', async () => {
  const inTurns = createTurnLimit(1);
  const done: string[] = [];
  expect(() =>
    inTurns(() => {
      throw new Error('the socket is gone');
    }),
  ).toThrow('the socket is gone');
  inTurns(() => done.push('next'));
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(['next']);
});
