import { expect, test } from 'vitest';
import { siteTranslator } from '#tests/setup/show.tsx';
import { percentText } from './percent.ts';

test('percent are written as each language writes them', () => {
  expect([percentText(1 / 7, 'en'), percentText(1 / 7, 'ka')]).toEqual(['14.3%', '14,3%']);
  const shares = (['en', 'ka'] as const).map((language) => siteTranslator(language).t('staff-reports:share', { percent: 14 }));
  expect(shares).toEqual(['14%', '14%']);
});
