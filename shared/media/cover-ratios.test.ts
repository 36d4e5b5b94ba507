import { expect, test } from 'vitest';
import { chooseCover } from './cover-choice.ts';
import { promoCovers, promoSets } from './cover-ratios.ts';

test('the promos are printed in sets 5 and 8, as blocks and as a letter', () => {
  expect(chooseCover(promoCovers.rent)).toMatchObject({ family: 'blocks', set: { number: promoSets.rent } });
  expect(chooseCover(promoCovers.play)).toMatchObject({ family: 'letter', set: { number: promoSets.play } });
});
