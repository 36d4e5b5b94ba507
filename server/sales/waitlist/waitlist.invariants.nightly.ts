import { test } from 'vitest';
import { expectFairRush } from '#tests/factories/resale-rush.ts';

test('five hundred guests at once: those who wait get exactly what was put back, in their order, and nobody else anything', () =>
  expectFairRush(440));
