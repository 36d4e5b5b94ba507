import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FittedText, fittedWidth } from './fitted-text.tsx';

test('a fitted headline carries its width and cap inside a column that can be queried', () => {
  const html = renderToStaticMarkup(
    <FittedText as="h1" cap={172} className="type-display-xl" id="title" tabIndex={-1}>
      Nulovani
    </FittedText>,
  );
  const width = Number(html.match(/--w:([\d.]+)/)?.[1]);
  expect(html).toMatch(
    /^<div class="fitted-column"><h1 class="type-display-xl" id="title" tabindex="-1" style="--w:[\d.]+;--cap:172px">Nulovani<\/h1><\/div>$/,
  );
  expect(width).toBeGreaterThanOrEqual(fittedWidth('Nulovani'));
  expect(width).toBeLessThan(fittedWidth('Nulovani') + 0.001);
});

test('without a cap of its own the type class decides', () => {
  expect(
    renderToStaticMarkup(
      <FittedText as="h2" className="type-display-m">
        მალე
      </FittedText>,
    ),
  ).not.toContain('--cap');
});

test('a word of two hundred letters stays readable and breaks', () => {
  const html = renderToStaticMarkup(
    <FittedText as="h1" className="type-display-xl">
      {'W'.repeat(200)}
    </FittedText>,
  );
  expect(html).toContain('class="type-display-xl wrap-anywhere" style="--w:16"');
});

const face = async (name: string) => create(await readFile(new URL(`../../generated/fonts/${name}.woff2`, import.meta.url)));
const latin = await face('display-latin');
const georgian = await face('display-ka');

const latinWidth = (text: string) => latin.layout(text.toUpperCase()).advanceWidth / latin.unitsPerEm;
const georgianWidth = (text: string) => (0.96 * georgian.layout(text).advanceWidth) / georgian.unitsPerEm;
/** A headline may leave about a hundredth of its column free, because small kerning is left out, but never exceeds it. */
const fits = (width: number, drawn: number) => {
  expect(width).toBeGreaterThan(drawn - 0.0001);
  expect(width).toBeLessThan(1.011 * drawn);
};

test.each([
  'NULOVANI',
  'Avatar',
  'Yalta',
  'Highway',
  'N/A/N/A',
  'D’Angelo',
  'Größe',
  'Élan',
  'Mtkvari–Dub',
  '23:00',
  'P.A.T.',
  'I',
  'Wax!',
])('%s fits as the display face draws it', (word) => fits(fittedWidth(word), latinWidth(word)));

test.each(['ნულოვანი', 'მთავარი', 'გაქირავება', 'ქორეოგრაფია', 'ჟრუანტელი', 'ჯაჭვი', 'ცისარტყელა', 'ღვინო', 'საერთაშორისო', 'ჰო'])(
  '%s fits as its capitals in the Georgian display face',
  (word) => fits(fittedWidth(word), georgianWidth(word)),
);

test('the longest word rules', () => {
  expect(fittedWidth('Deep Kura Highway Dept.')).toBe(fittedWidth('Highway'));
  expect(fittedWidth('ღამის ქორეოგრაფია')).toBe(fittedWidth('ქორეოგრაფია'));
});

test('everyday Georgian and its capitals measure the same', () => {
  expect(fittedWidth('რკალი')).toBe(fittedWidth('ᲠᲙᲐᲚᲘ'));
});

test('a soft hyphen splits a word and its hyphen has to fit too', () => {
  expect(fittedWidth('Kraft\u00adtechno')).toBe(Math.max(fittedWidth('Kraft-'), fittedWidth('techno')));
  expect(fittedWidth('techno\u00adKraft')).toBe(fittedWidth('techno-'));
});

test('a no-break space holds words together with the word spacing of headlines', () => {
  fits(fittedWidth('Room\u00a0One'), latinWidth('Room\u00a0One') + 0.14);
});

test('a decomposed accent measures like the letter it makes', () => {
  expect(fittedWidth('E\u0301lan')).toBe(fittedWidth('Élan'));
});

test('a letter of the second Latin file is measured', () => {
  expect(fittedWidth('Šž')).toBeLessThan(1.1);
});

test('a character no display face has is taken as wide', () => {
  expect(fittedWidth('東京')).toBeGreaterThanOrEqual(2.8);
});

test('a headline without a word still has a width', () => {
  expect(fittedWidth('')).toBeGreaterThan(0);
  expect(fittedWidth('  ')).toBeGreaterThan(0);
});

test('marks and characters that show nothing take no room', () => {
  expect(fittedWidth('Ni\u202Ene\u2066\uFEFF')).toBe(fittedWidth('Nine'));
  expect(fittedWidth(`N${'\u0335'.repeat(50)}`)).toBe(fittedWidth('N'));
});
