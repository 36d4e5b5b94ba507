import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { fittedWidth } from './fitted.ts';
import { FittedText } from './fitted-text.tsx';

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
