import { expect, test } from 'vitest';
import { playAllClaims } from './claims.ts';
import { timeoutFor } from './effort.ts';

const HISTORIES = 20_000;

test('20,000 histories of claims: each valid code is one guest’s who may come', { timeout: timeoutFor(HISTORIES) }, async () => {
  expect((await playAllClaims(HISTORIES)).length).toBeGreaterThan(0);
});
