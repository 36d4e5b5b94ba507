import { test } from 'vitest';
import { runHistories } from './concurrent-clients.ts';
import { timeoutMs } from './effort.ts';

test(
  'eight clients at once through two processes that die and return leave the books straight (I1–I7, I9, I12)',
  { timeout: timeoutMs },
  () => runHistories(30, { processes: 2 }),
);

test('they do so where the accounts of a person share the places', { timeout: timeoutMs }, () =>
  runHistories(12, { processes: 2, sharesPlaces: true }),
);

test('they do so over HTTP, with whole servers that are killed and started', { timeout: timeoutMs }, () =>
  runHistories(8, { processes: 2, via: 'http' }),
);
