import { expect, test } from 'vitest';
import { show } from '#tests/setup/show.tsx';
import { StreetMap } from './street-map.tsx';

test('the map is one picture with a description that names its streets, and the house by the name of the club', () => {
  const html = show(<StreetMap />, 'ka');
  expect(html).toMatch(/<svg role="img" aria-label="[^"]*თაღის ქუჩა[^"]*ხიდის მოედანი[^"]*"/);
  expect(html).toMatch(/>რკალი<\/tspan>/);
  expect(html.match(/<text/g)?.length).toBeGreaterThan(6);
});
