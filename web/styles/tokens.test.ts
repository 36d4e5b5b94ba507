import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colours } from '#shared/media/colours.ts';
import { posterColours } from '#shared/media/covers.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const declared = new Map([...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));

/** The style sheet's name of a colour, where it is not the same name in lower case. */
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
