import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { resources } from '#server/words.ts';
import { createServerWords } from '#web/lib/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { OpeningRuler } from './opening-ruler.tsx';

const site = { name: 'Rkali', nameKa: 'რკალი', email: '', phone: '', address: '', addressKa: '', socialLinks: [], publicUrl: '' };

function rowsIn(language: Language): string[] {
  const html = renderToStaticMarkup(
    <Providers words={createServerWords(language, resources)} site={site} now="2026-11-20T18:00:00+04:00">
      <OpeningRuler />
    </Providers>,
  );
  const lines = [...html.matchAll(/<div aria-hidden.*?<\/div>|<li.*?<\/li>/gs)];
  return lines.map(([line]) => line.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' '));
}

test('the opening hours are read as two nights that each end on the next day', () => {
  expect(rowsIn('en')).toEqual(['230001020304050607', 'Friday 23:00 – Saturday, 07:00', 'Saturday 23:00 – Sunday, 07:00']);
  expect(rowsIn('ka').slice(1)).toEqual(['პარასკევი 23:00 – შაბათი, 07:00', 'შაბათი 23:00 – კვირა, 07:00']);
});
