import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const LITERAL = /(?<=[\s(,=:[!&|?])\/(?![*/ ])(?:[^\n\\/[]|\\.|\[(?:[^\n\\\]]|\\.)*\])+\/[dgimsuvy]*/g;

/** Splits `a|(b|c)` into `a` and `(b|c)`. */
const alternatives = (pattern: string): string[] => pattern.split(/\|(?![^(]*\))/);
/** Every start in the text is tried, and each attempt runs to the end: quadratic time. */
const hasTrailingQuantifier = (pattern: string): boolean =>
  alternatives(pattern).some((part) => /[+*]\)?\$(?:\/[a-z]*)?$/.test(part) && !/^\/?\(?\^/.test(part));
/** A repeated group with a repetition inside and no separator. */
const hasNestedQuantifier = (pattern: string): boolean => /\((?:\?:)?[^()|\\[\]]*[+*]\)[+*]/.test(pattern);

/** Patterns whose input has a limited length, or is the owner's own configuration. */
const BOUNDED = new Set([
  'server/accounts/passwords.ts',
  'server/platform/config/env-banks.ts',
  'server/platform/config/env-drive.ts',
  'server/content/gallery/picture-store.ts',
  'server/platform/config/mail-addresses.ts',
  'server/content/sharing/outlines.ts',
  'shared/events/written-line-up.ts',
]);

const isHostile = (pattern: string): boolean => hasTrailingQuantifier(pattern) || hasNestedQuantifier(pattern);

const patternsOf = (source: string): string[] => source.match(LITERAL) ?? [];

test.each([String.raw`/\/+$/`, String.raw`/(?<=.)\/+$/`, String.raw`/^a|[^\p{L}]+$/u`, '/(a+)+$/', '/(?:x*)*y/'])(
  'the check knows the quadratic or worse %s',
  (pattern) => {
    expect(patternsOf(`text.replace(${pattern}, '')`)).toEqual([pattern]);
    expect(isHostile(pattern)).toBe(true);
  },
);

test('no pattern over what a stranger may send takes more than linear time', () => {
  const sources = globSync('{server,shared}/**/*.ts').filter((path) => !/\.(test|nightly)\.ts$/.test(path) && !BOUNDED.has(path));
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((path) =>
    patternsOf(readFileSync(path, 'utf8'))
      .filter(isHostile)
      .map((pattern) => `${path}: ${pattern}`),
  );
  expect(found).toEqual([]);
});
