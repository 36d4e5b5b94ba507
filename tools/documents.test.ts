import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');

/** A pattern for file names (`.queries.ts`) or a placeholder. */
const isPattern = (name: string): boolean => name.startsWith('.') || name.includes('*') || name.includes('<');
const exists = (name: string): boolean => files.some((file) => file === name || file.endsWith(`/${name}`));

/** The source files that a document names in backticks, and a comment names with their folder in brackets. */
function namesIn(file: string, text: string): string[] {
  const pattern = file.endsWith('.md') ? /`([\w./-]+\.(?:ts|tsx|mjs))`/g : /\(([\w-]+\/[\w./-]+\.(?:ts|tsx|mjs))\)/g;
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

const missingIn = (file: string, text: string): string[] => namesIn(file, text).filter((name) => !isPattern(name) && !exists(name));

test('a name that no file has is found, in a document and in a comment', () => {
  expect(missingIn('docs/a.md', 'See `server/gone.ts`, `server/app.ts`, `app.ts` and `.queries.ts`.')).toEqual(['server/gone.ts']);
  expect(missingIn('server/a.ts', '/** As there (server/gone.ts), not as here (server/app.ts). */')).toEqual(['server/gone.ts']);
});

test('every source file that a document or a comment names is there', () => {
  // The changelog names former files; the layers' test names invented ones.
  const read = files.filter(
    (file) => /\.(md|ts|tsx|mjs)$/.test(file) && !/^(CHANGELOG\.md|tools\/(layers|words|documents)\.test\.ts)$/.test(file),
  );
  expect(read.length).toBeGreaterThan(0);
  const missing = read.flatMap((file) => {
    try {
      return missingIn(file, readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`);
    } catch {
      return [];
    }
  });
  expect(missing).toEqual([]);
});
