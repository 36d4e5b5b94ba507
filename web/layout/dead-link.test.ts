import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { mayRetry } from './dead-link.tsx';

test('only a failure that may pass is worth another try', () => {
  const may = (status: number) => mayRetry(new ApiError(status, { message: '' }));
  expect([0, 429, 500, 503].map(may)).toEqual([true, true, true, true]);
  expect([400, 403, 404, 409, 410].map(may)).toEqual([false, false, false, false, false]);
  expect(mayRetry(new TypeError('no answer of ours'))).toBe(true);
});
