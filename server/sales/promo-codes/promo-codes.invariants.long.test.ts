import { expect, test } from 'vitest';
import { expectExactUses, rushWithCode, USES } from '#tests/factories/promo-code-rush.ts';

test('a hundred guests at once get exactly the uses of a code, and nobody more', () => expectExactUses(100));

test('control: without the guard more places are opened than the code has uses', async () => {
  const { endings, faults } = await rushWithCode(2 * USES, 'codeUses');
  expect(endings['ok']).toBeGreaterThan(USES);
  expect(faults).toContainEqual(expect.stringMatching(/^code \d+ opened more than its uses$/));
});
