import { test } from 'vitest';
import { expectExactUses } from '#tests/factories/promo-code-rush.ts';

test('five hundred guests at once get exactly the uses of a code, and nobody more', () => expectExactUses(500));
