import { expect, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { show } from '#tests/setup/show.tsx';
import { OpeningRuler } from './about.page.tsx';

function rowsIn(language: Language): string[] {
  const html = show(<OpeningRuler />, language);
  const lines = [...html.matchAll(/<div aria-hidden.*?<\/div>|<li.*?<\/li>/gs)];
  return lines.map(([line]) => line.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' '));
}

test('the opening hours are read as two nights that each end on the next day', () => {
  expect(rowsIn('en')).toEqual(['230001020304050607', 'Friday 23:00 – Saturday, 07:00', 'Saturday 23:00 – Sunday, 07:00']);
  expect(rowsIn('ka').slice(1)).toEqual(['პარასკევი 23:00 – შაბათი, 07:00', 'შაბათი 23:00 – კვირა, 07:00']);
});
