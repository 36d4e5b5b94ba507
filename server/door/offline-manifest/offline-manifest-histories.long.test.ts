import { expect, test } from 'vitest';
import { timeoutMs } from '#tests/models/effort.ts';
import { expectSameCopies, runHistories } from '#tests/models/offline-manifest-histories.ts';

const HOLDERS = 16;

test('a phone that asks again has what the server has, whatever was committed late, lost or delayed', { timeout: timeoutMs }, () =>
  expectSameCopies({ holders: HOLDERS, histories: 28 }),
);

test('control: a server that remembers what it sent loses changes with its answers', async () => {
  await expect(runHistories({ holders: HOLDERS, forgetsLost: true })).rejects.toThrow('Property failed');
});
