import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, LIBRARY_STYLES } from './security-headers.ts';

const library = new URL('../../../node_modules/', import.meta.url).pathname;

/** The style sheets that React Aria writes, as its source says them. */
function stylesOfLibrary(): string[] {
  const files = globSync('{react-aria,react-aria-components,react-stately}/dist/private/**/*.mjs', { cwd: library });
  const sources = files.map((file) => readFileSync(library + file, 'utf8')).filter((source) => source.includes("createElement('style')"));
  return sources.flatMap((source) => {
    const texts = [...source.matchAll(/\.textContent = `([^`]+)`/g)].map(([, text = '']) => text.trim());
    return texts.map((text) =>
      text.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => source.split(`const ${name} = '`)[1]?.split("'")[0] ?? name),
    );
  });
}

test('the policy allows the style sheets of the library of the console, and no others', () => {
  const hashes = stylesOfLibrary().map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(LIBRARY_STYLES.toSorted()).toEqual(hashes.toSorted());
  expect(contentSecurityPolicy).toContain(`style-src 'self' ${LIBRARY_STYLES.join(' ')};`);
});
