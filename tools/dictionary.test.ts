import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { refusedIn } from '#tests/setup/dictionary.ts';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Returns the refused words of texts, each with the beginning of its text. */
const faultsOf = (texts: string[]): string[] => texts.flatMap((text) => refusedIn(text).map((word) => `${text.slice(0, 80)}: ${word}`));

/** Documents for owners and their team. Those for engineers use the words of the code. */
const DOCUMENTS = /^(README|docs\/(a-night-at-the-door|console|going-live|operations|selling\/[\w-]+))\.md$/;

/** A document without code, addresses and pictures. Backups are made at night, and one page is for people at the door, who say night. */
const proseOf = (document: string): string[] =>
  document
    .replaceAll(/```[\s\S]*?```|`[^`]*`|<[^>]*>|!?\]\([^)]*\)|!\[/g, '')
    .replaceAll(/\ba night at the door\b|\beach night at\b/gi, '')
    .split('\n');

const summariesIn = (contract: string): string[] => Array.from(contract.matchAll(/summary:\s*'([^']*)'/g), ([, summary = '']) => summary);

/** Commands of operators and what they print. */
const COMMANDS =
  /^tools\/((doctor|update)\/)?(?!audit|complete-lock|countries|ensure-ready|folder-order|font|mtavruli|size-|spec|test-)[\w-]+\.ts$/;

/** Returns the sentences in a source file: texts of several words, without names of settings and commands. */
function sentencesIn(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: unknown) =>
    typeof text === 'string' && /\w \w+ /.test(text) && found.push(text.replaceAll(/`[^`]*`|\b[A-Z_]{4,}\S*/g, ''));
  new Visitor({
    Literal: ({ value }) => void add(value),
    TemplateElement: ({ value }) => void add(value.cooked),
  }).visit(parseSync(file, source).program);
  // The headline of a failed command: what "could not be" done.
  return found.map((text) => text.replaceAll('could not be', ''));
}

test('a refused word is found in a document, in the description of a call and in a command, and code is left alone', () => {
  expect(faultsOf(proseOf('Whoever waits is told.\nThe `desk` ![held](night.png) [list](mail.md)'))).toHaveLength(2);
  expect(faultsOf(summariesIn("summary: 'Mails the tickets again',\nsummary:\n  'The door list of a link'"))).toHaveLength(2);
  expect(
    faultsOf(sentencesIn('a.ts', "throw new Error('nobody proved this address'); const a = `MAIL=files is read by ${b}`;")),
  ).toHaveLength(1);
});

test.each(files.filter((file) => DOCUMENTS.test(file)))('%s has the words of the screens', (file) => {
  expect(faultsOf(proseOf(read(file)))).toEqual([]);
});

/** Keys that are values: codes of errors, and what tables, the wire and stored files name. */
const VALUES =
  /^(.*errors\.json|staff-audit\.json|(staff-home\.json (steps|how|do)|accounts\.json security_events|staff-orders\.json alerts|scanner-device\.json (acts|verdict)|mail\.json \w+|common\.json tonight|lists\.json refused|staff-events\.json confirm|staff-reports\.json by|staff-ticket-types\.json hows)\.\w+.*|staff-promoters\.json (night|held)|staff-reports\.json given)/;
const REFUSED_IN_KEYS = /(^|_)(nights?|evenings?|gifts?|given|held|told|mailbox(es)?|proved?|room|quota|desk|takings|handover|rope)(_|$)/;

function keysIn(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) => (typeof value === 'object' ? keysIn(value, `${path}${key}.`) : [path + key]));
}

test('the keys of texts have the words of the screens', () => {
  const keys = files
    .filter((file) => file.startsWith('shared/locales/en/'))
    .flatMap((file) => keysIn(JSON.parse(read(file))).map((key) => `${file.split('/').at(-1)} ${key}`));
  expect(keys.length).toBeGreaterThan(3_000);
  const isFault = (key: string) => key.split(/[ .]/).some((part) => REFUSED_IN_KEYS.test(part)) && !VALUES.test(key);
  expect(keys.filter(isFault)).toEqual([]);
  expect(['a.json gift', 'a.json to_room.one'].filter(isFault)).toHaveLength(2);
});

test('the descriptions of all calls have the words of the screens', () => {
  const summaries = files.filter((file) => file.endsWith('.contract.ts')).flatMap((file) => summariesIn(read(file)));
  expect(summaries.length).toBeGreaterThan(200);
  expect(faultsOf(summaries)).toEqual([]);
});

test("operators' commands print the words of the screens", () => {
  const commands = files.filter((file) => COMMANDS.test(file) && !/\.(test|nightly)\.ts$/.test(file));
  expect(commands.length).toBeGreaterThan(20);
  expect(faultsOf(commands.flatMap((file) => sentencesIn(file, read(file))))).toEqual([]);
});
