import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('calls at the same time and later ones share one load', async () => {
  let loads = 0;
  const get = loadOnce(async () => (loads += 1));
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
});

test('after a failed load the next call loads again', async () => {
  let loads = 0;
  const get = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('the file is not there yet');
    return loads;
  });
  await expect(Promise.all([get(), get()])).rejects.toThrow('not there yet');
  expect(await get()).toBe(2);
});
