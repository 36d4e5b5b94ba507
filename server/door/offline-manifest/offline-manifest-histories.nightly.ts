import { test } from 'vitest';
import { timeoutMs } from '#tests/models/effort.ts';
import { expectSameCopies } from '#tests/models/offline-manifest-histories.ts';

test('a phone that asks again has what the server has, whatever was committed late, lost or delayed', { timeout: timeoutMs }, () =>
  expectSameCopies({ holders: 40 }),
);
