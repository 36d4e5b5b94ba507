import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { show, siteTranslator } from '#tests/setup/show.tsx';
import { LookPart } from './look-preview.tsx';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h45v30H0z"/></svg>';
const look = (colour: string, logo: string) => [
  { key: 'club:colour', value: colour },
  { key: 'club:text_colour', value: '#ffffff' },
  { key: 'club:logo', value: logo },
];

test.each(LANGUAGES)('the preview has the typed colours and the logo, in %s', (language) => {
  const html = show(<LookPart texts={look('FF5A1F', SVG)} />, language);
  expect(html).toContain('--color-sulphur:#ff5a1f');
  expect(html).toContain('--color-text:#ffffff');
  expect(html).toContain(encodeURIComponent(SVG));
  expect(html).toContain('data-logo=""');
  expect(html).toContain(siteTranslator(language).t('common:nav.cart'));
});

test('what cannot be used is not shown: the standard colour, and the arches with the name', () => {
  const html = show(<LookPart texts={look('red', SVG.replace('<path', '<script/><path'))} />);
  expect(html).toContain('--color-sulphur:#f5e51b');
  expect(html).not.toMatch(/data-logo|script/);
  expect(html).toContain('Rkali');
});
