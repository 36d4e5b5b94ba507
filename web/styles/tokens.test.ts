import { readdirSync, readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Badge } from '#web/ui/badge.tsx';
import { colours } from '#shared/media/colours.ts';
import { contrast } from '#shared/media/contrast.ts';
import { palettes, posterColours } from '#shared/media/covers.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const declared = new Map(
  [...css.matchAll(/--color-([\w-]+): (?:var\(--club-\w+, )?(#[0-9a-f]{6})\)?;/g)].map(([, name, value]) => [name, value]),
);

/** The style sheet's name of a colour, unless it is the same name in lower case. */
const names: Record<string, string> = {
  surface1: 'surface-1',
  surface2: 'surface-2',
  surface3: 'surface-3',
  textMuted: 'muted',
  textFaint: 'faint',
  borderControl: 'control',
  borderQuiet: 'quiet',
};

test('the style sheet has the colours of shared/media, and no others', () => {
  // The accent is not a fixed colour in the style sheet: an event changes it.
  const { accent, ...fixed } = colours;
  const expected = Object.entries({ ...fixed, ...posterColours }).map(([name, value]) => [names[name] ?? name, value.toLowerCase()]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
  expect(accent).toBe(posterColours.sulphur);
  expect(css).toContain('--accent: var(--color-sulphur);');
});

test('the count on the accent is legible in the column of every palette', () => {
  const base = readFileSync(new URL('./base.css', import.meta.url), 'utf8');
  const [, column = ''] = /\[data-house\] \.side-column \{([^}]*)\}/.exec(base) ?? [];
  const lent = new Map([...column.matchAll(/--([\w-]+): var\(--(paper|on)\);/g)].map(([, name, from]) => [name, from]));
  const colourOf = (name: string, set: (typeof palettes)[number]) => {
    const from = lent.get(name);
    return posterColours[from === 'on' ? set.on : from === 'paper' ? set.paper : name === 'accent' ? set.accent : 'coal'];
  };
  expect(renderToStaticMarkup(createElement(Badge, { count: 2, label: '' }))).toMatch(/\bbg-accent text-on-accent\b/);
  expect(css).toMatch(/--on-accent: var\(--color-coal\);/);
  for (const set of palettes)
    expect(contrast(colourOf('accent', set), colourOf('on-accent', set)), `${set.number}`).toBeGreaterThanOrEqual(4.5);
});

/** The ring of a button that waits turns until its answer is there. */
const ENDLESS = '--animate-ring';

test('no movement takes longer than 320 ms, with its delay', () => {
  const sheets = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.css'));
  const texts = sheets.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n');
  const moves = [...texts.matchAll(/(?:--animate-[\w-]+|animation|transition|--transition-duration-\w+):([^;]+);/g)].filter(
    ([all]) => !all.startsWith(ENDLESS) && !all.includes('skeleton'),
  );
  const durations = moves.flatMap(([, value = '']) =>
    value
      .split(',')
      .map((each) =>
        [...each.matchAll(/(?<![\w.-])([\d.]+)(m?s)\b/g)].reduce(
          (sum, [, count, unit]) => sum + Number(count) * (unit === 's' ? 1_000 : 1),
          0,
        ),
      ),
  );
  expect(durations.length).toBeGreaterThan(5);
  expect(Math.max(...durations)).toBeLessThanOrEqual(320);
});
