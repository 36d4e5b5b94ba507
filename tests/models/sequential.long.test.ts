import { test } from 'vitest';
import { timeoutMs } from './effort.ts';
import { followAllKinds } from './sequential.ts';

test('the ticket office does what its model does, whatever comes in whatever order (I1–I7, I9, I12)', { timeout: timeoutMs }, () =>
  followAllKinds(6),
);
