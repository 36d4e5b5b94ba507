import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Words that only this project used, and the standard term for each (docs/glossary.md). A `-` joins the parts of a name, which as a phrase is plain English. */
const RETIRED: Record<string, string> = {
  bait: 'honeypot',
  findability: 'SEO',
  'house-cover': 'default cover',
  'left-banks': 'orphaned providers',
  'let-crowd': 'wait for idle',
  'mind-slow': 'raise an alert for slow refunds',
  'own-shelf': 'user storage',
  'second-look': 're-verification',
  'take-strange': 'store an unknown callback',
  'told-once': 'log once',
  'way-back': 'return to',
};

/** Translations keep the club's voice, and this file names the words. */
const isExempt = (file: string): boolean => file === 'tools/words.test.ts' || file.startsWith('shared/locales/');

/** Matches a word in names of any case and in sentences, but not inside another word. */
function patternOf(word: string): RegExp {
  const [first = '', ...rest] = word.split('-').map((part) => `[${part[0]}${part[0]?.toUpperCase()}]${part.slice(1)}`);
  const capital = first.replace(/^\[.(.)\]/, '$1');
  const tail = rest.map((part) => `-?${part}`).join('');
  return new RegExp(`((?<![A-Za-z])${first}|(?<=[a-z0-9])${capital})${tail}(?![a-z])`);
}

const patterns = Object.entries(RETIRED).map(([word, term]) => ({ pattern: patternOf(word), term }));

const retiredIn = (text: string): string[] =>
  patterns.flatMap(({ pattern, term }) => {
    const match = pattern.exec(text);
    return match ? [`"${match[0]}": ${term}`] : [];
  });

test.each(['wayBack', 'useWayBack', 'WayBack', 'way-back.ts', 'isBait', 'baitField', 'A bait.'])(
  'the guard finds a retired word in %s',
  (text) => expect(retiredIn(text)).toHaveLength(1),
);

test.each(['baited', 'the way back', 'alwaysBackwards'])('the guard leaves other words alone: %s', (text) =>
  expect(retiredIn(text)).toEqual([]),
);

test('no file uses a retired word', async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: new URL('..', import.meta.url),
  });
  const files = stdout.split('\n').filter((file) => /\.(ts|tsx|mjs|md|sql)$/.test(file) && !isExempt(file));
  expect(files.length).toBeGreaterThan(0);
  const found = await Promise.all(
    files.map(async (file) => {
      // A file that was deleted and not yet committed is still listed.
      const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8').catch(() => '');
      return retiredIn(`${file}\n${text}`).map((word) => `${file}: ${word}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});
