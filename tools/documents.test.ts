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

const IN_DOCUMENT = /`([\w./-]+\.(?:ts|tsx|mjs))`/g;
const IN_BRACKETS = /\(([\w-]+\/[\w./-]+\.(?:ts|tsx|mjs))\)/g;
const TEST = /(?<![\w./*<-])([\w-][\w.-]*\.(?:test|nightly)\.tsx?)\b/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/**
 * Returns the source files that a document names in backticks or a comment names: with their folder in brackets, test files also without.
 */
function namesIn(file: string, text: string): string[] {
  const comments = (text.match(COMMENT) ?? []).join('\n');
  const found = file.endsWith('.md') ? text.matchAll(IN_DOCUMENT) : [...text.matchAll(IN_BRACKETS), ...comments.matchAll(TEST)];
  return Array.from(found, ([, name = '']) => name);
}

/** Returns the names that occur twice in one sentence or table cell. */
const doubledIn = (file: string, text: string): string[] =>
  text.split(/\||\n|(?<=[.!?:;])\s/).flatMap((part) => {
    const names = namesIn(file, part).filter((name) => !isPattern(name));
    return names.filter((name, place) => names.indexOf(name) !== place);
  });

const missingIn = (file: string, text: string): string[] => namesIn(file, text).filter((name) => !isPattern(name) && !exists(name));

test('a name that no file has is found, in a document and in a comment', () => {
  expect(missingIn('docs/a.md', 'See `server/gone.ts`, `server/app.ts`, `app.ts` and `.queries.ts`.')).toEqual(['server/gone.ts']);
  expect(missingIn('server/a.ts', '/** As there (server/gone.ts), not as here (server/app.ts). */')).toEqual(['server/gone.ts']);
  expect(missingIn('server/a.ts', '/** As `gone.nightly.ts` checks, and layers.test.ts. */\nrun("made.test.ts");')).toEqual([
    'gone.nightly.ts',
  ]);
});

test('a name that stands twice in a sentence or a cell is found', () => {
  expect(doubledIn('docs/a.md', 'See `server/app.ts`, `app.ts`. Then `app.ts`.\n| `app.ts` | `app.ts` |')).toEqual([]);
  expect(doubledIn('docs/a.md', 'See (`app.ts`, `app.ts`). | `a.ts` | `b.ts`, `c.ts`, `b.ts` |')).toEqual(['app.ts', 'b.ts']);
});

test('every source file that a document or a comment names is there, and named once', () => {
  // The changelog names former files, and the layers test names invented ones.
  const read = files.filter(
    (file) => /\.(md|ts|tsx|mjs)$/.test(file) && !/^(CHANGELOG\.md|tools\/(layers|words|documents)\.test\.ts)$/.test(file),
  );
  expect(read.length).toBeGreaterThan(0);
  const faults = read.flatMap((file) => {
    try {
      const text = readFileSync(join(root, file), 'utf8');
      const doubled = file.endsWith('.md') ? doubledIn(file, text).map((name) => `${name} twice`) : [];
      return [...missingIn(file, text), ...doubled].map((fault) => `${file}: ${fault}`);
    } catch {
      return [];
    }
  });
  expect(faults).toEqual([]);
});
