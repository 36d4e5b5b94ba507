import { expect, test } from 'vitest';
import { contrast } from '#shared/media/contrast.ts';
import { darkPalette, html, lines, palette } from './layout.ts';

test('texts are escaped in text and in attributes, markup is kept', () => {
  const name = `<img src=x onerror="alert('1')"> & Co`;
  const inner = html`<b title="${name}">${name}</b>`;
  expect(html`<p>${inner}</p>`.markup).toBe(
    '<p><b title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Co</b></p>',
  );
});

test('lists of markup stand one after the other, numbers as they are', () => {
  expect(html`${[html`<i>${1}</i>`, html`<i>2</i>`]}`.markup).toBe('<i>1</i><i>2</i>');
});

test('every kind of line break becomes one', () => {
  expect(lines('a\r\nb\rc\n<d>').markup).toBe('a<br>b<br>c<br>&lt;d&gt;');
});

test.each([
  ['light', palette],
  ['dark', darkPalette],
] as const)('texts of a mail are readable in a program that is set to %s', (_scheme, { sheet, ink, label, muted }) => {
  const pairs = [
    [ink, sheet],
    [muted, sheet],
    [label, ink],
  ] as const;
  for (const [text, ground] of pairs) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
});
