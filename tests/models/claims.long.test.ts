import { expect, test } from 'vitest';
import { playAllClaims } from './claims.ts';
import { timeoutMs } from './effort.ts';

test(
  'each valid code is one guest’s who may come, whatever is claimed, decided, returned or refunded',
  { timeout: timeoutMs },
  async () => {
    const ends = await playAllClaims(40);
    expect(new Set(ends.map(({ claim }) => claim))).toEqual(new Set(['claimed', 'waiting', 'unclaimed']));
    expect(new Set(ends.map(({ isListed }) => isListed))).toEqual(new Set([true, false]));
    expect(new Set(ends.map(({ isUsed }) => isUsed))).toEqual(new Set([true, false]));
    expect(new Set(ends.map(({ owner }) => owner === null))).toEqual(new Set([true, false]));
  },
);

test('control: without the guard a ticket that nobody claimed has a code', { timeout: timeoutMs }, async () => {
  await expect(playAllClaims(10, 'codeNeedsName')).rejects.toThrow('Property failed');
});
