import { test } from 'vitest';
import { runHistories } from './concurrent-clients.ts';
import { timeoutMs } from './effort.ts';

test(
  'eight clients at once through two processes that die and return leave the books straight (I1–I7, I9, I12)',
  { timeout: timeoutMs },
  () => runHistories(2, { processes: 2 }),
);
