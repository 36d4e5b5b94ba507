import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/**
 * Words that only this project used, each with its standard term (docs/glossary.md). A `-` joins the parts of a name; with spaces, the
 * words are plain English.
 */
const RETIRED: Record<string, string> = {
  bait: 'honeypot',
  'door-list': 'guest list',
  'door-pass': 'scanner device',
  findability: 'SEO',
  'house-cover': 'default cover',
  'left-banks': 'orphaned providers',
  'let-crowd': 'wait for idle',
  'mind-slow': 'raise an alert for slow refunds',
  'look-into': 'process, check',
  'own-shelf': 'user storage',
  'past-hold': 'hold history',
  'places-per-person': 'tickets per person',
  'second-look': 're-verification',
  'take-strange': 'store an unknown callback',
  'told-once': 'log once',
  'way-back': 'return to',
};

/** English words that may be in sentences but not in names, each with its standard term. */
const RETIRED_IN_NAMES: Record<string, string> = {
  asked: 'request, input, requested',
  crowd: 'visitors, connections',
  deed: 'action',
  'give-way': 'yield, wait for idle',
  haste: 'timeout, idle',
  lane: 'pool, queue',
  mend: 'correction',
  mood: 'behaviour, state',
  night: 'event (a `businessNight` is a day of the club)',
  nobodys: 'anonymous, without a caller',
  patience: 'timeout',
  shelf: 'storage',
  strange: 'unknown, invalid',
  stranger: 'other user, attacker',
  together: 'concurrent, batch, group',
  told: 'notified, reported, logged',
  wish: 'preference, request',
  words: 'translations, texts, arguments',
};

/** Names that keep such a word, with the place and the reason. */
const KEPT: { name: RegExp; where: RegExp; why: string }[] = [
  { name: /^told$/, where: /^server\/content\/events\//, why: 'stored in the details of audit entries' },
  {
    name: /words$/i,
    where: /^(server\/content\/sharing\/outlines|web\/ui\/fitted-text)\.tsx?$/,
    why: 'the words of a text that is set in type',
  },
  { name: /^hasAllWords$/, where: /./, why: 'the words of a search' },
  { name: /./, where: /^tools\/words\.test\.ts$/, why: 'this file names the words' },
  { name: /\.md$/, where: /^docs\/decisions\//, why: 'the title of a record is a sentence' },
  {
    name: /^(night|nights|nightId)$/,
    where: /^shared\/staff\/(event-uploads|(events|orders|start|tonight)\.contract)\.ts$/,
    why: 'the name on the wire',
  },
  {
    name: /^(night|nights|nightId)$/,
    where:
      /^server\/(content\/(content\.api|events\/(act-sound|event-photo|event-warnings))|demo\/demo\.nightly|door\/tonight|backoffice\/(orders\/staff-orders|start\/staff-start)|api-examples|time-zone)/,
    why: 'the same, where it is read or written',
  },
  {
    name: /^(night|nights|nightId)$/,
    where: /^web\/staff\/(command-bar\/choices|events\/confirm-event|orders\/orders|start\/(start|checklist)|tonight\/tonight)\.tsx?$/,
    why: 'the same, where it is shown',
  },
  { name: /^night_/, where: /^shared\/errors\.ts$/, why: 'error codes on the wire' },
  { name: /^a-night-at-the-door\.md$/, where: /./, why: 'a page for people at the door, who say night' },
  {
    name: /^night$/,
    where: /^(server\/backoffice\/reports\/days\.service|web\/staff\/reports\/reports)\.tsx?$/,
    why: 'money by business night, on the wire',
  },
];

/** Translations keep the club's voice, this file lists the words, and the upgrade of old databases renames them. */
const isExempt = (file: string): boolean =>
  file === 'tools/words.test.ts' || file.startsWith('shared/locales/') || file.startsWith('server/platform/db/before-baseline');

/** Returns a pattern that finds a word in names of any case and in sentences, but not inside another word. */
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

const namePatterns = Object.entries(RETIRED_IN_NAMES).map(([word, term]) => ({
  pattern: new RegExp(String.raw`(?<![a-z]|business-)${word}(e?s)?(?![a-z])`),
  term,
}));

/** Splits a name of any case: `GIVE_WAY_MS`, `giveWay` and `give-way.ts` begin with `give-way`. */
const partsOf = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();

function retiredInName(file: string, name: string): string[] {
  if (KEPT.some((kept) => kept.name.test(name) && kept.where.test(file))) return [];
  const parts = partsOf(name);
  return namePatterns.flatMap(({ pattern, term }) => (pattern.test(parts) ? [`${name}: ${term}`] : []));
}

type Source = Pick<ReturnType<typeof parseSync>, 'comments' | 'program'>;

/** Returns undefined if it is not a source file. */
const sourceOf = (file: string, text: string): Source | undefined => (/\.(ts|tsx|mjs)$/.test(file) ? parseSync(file, text) : undefined);

/** Returns every identifier of a source file, its own name and its folders. */
function namesIn(file: string, source: Source | undefined): Set<string> {
  const names = new Set(file.split('/'));
  const add = ({ name }: { name: string }) => void names.add(name);
  if (source) new Visitor({ Identifier: add, JSXIdentifier: add, PrivateIdentifier: add }).visit(source.program);
  return names;
}

/** Phrases that hide who does what. A plain sentence has a subject: "Returns true if …", "A guest who …". */
const VAGUE = /\b(whoever|says whether|answers (how|what|where|whose)|gives? way|lest)\b/gi;

/** A comment that begins so depends on the one before it, which may move away. */
const LEANING = /^\*? ?The same\b/gm;

/**
 * Returns vague phrases in comments and test titles of a source file, or anywhere in a document. The changelog keeps the words of its
 * releases.
 */
function vagueIn(file: string, text: string, source = sourceOf(file, text)): string[] {
  if (file === 'CHANGELOG.md') return [];
  const prose = file.endsWith('.md') ? text : proseIn(file, text, source);
  const leaning = file.endsWith('.md') ? [] : [...prose.matchAll(LEANING)];
  return [...prose.matchAll(VAGUE), ...leaning].map(([phrase]) => `"${phrase}": name the subject`);
}

function proseIn(file: string, text: string, source: Source | undefined): string {
  if (!source || isExempt(file)) return '';
  const { comments, program } = source;
  return [...comments.map(({ value }) => value.replaceAll(/\s*\n\s*\*?\s*/g, ' ')), ...titlesIn(program, text)].join('\n');
}

/** Returns the first argument of `test(…)`, `test.each(…)(…)` and the like. */
function titlesIn(program: ESTree.Program, text: string): string[] {
  const titles: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (title && /^test\b/.test(text.slice(callee.start, callee.end))) titles.push(text.slice(title.start, title.end));
    },
  }).visit(program);
  return titles;
}

const retiredInNames = (file: string, text = '', source = sourceOf(file, text)): string[] =>
  [...namesIn(file, source)].flatMap((name) => retiredInName(file, name));

type Find = (text: string) => string[];
const missedBy = (find: Find, texts: string[]) => texts.filter((text) => find(text).length !== 1);
const accusedBy = (find: Find, texts: string[]) => texts.filter((text) => find(text).length > 0);

test('the guard finds a retired word or a vague phrase where it stands, and leaves other words alone', () => {
  const inNames: Find = (text) => retiredInNames('a.ts', text);
  const inProse: Find = (text) => vagueIn('a.ts', text);
  expect(missedBy(retiredIn, ['wayBack', 'useWayBack', 'WayBack', 'way-back.ts', 'isBait', 'A bait.'])).toEqual([]);
  expect(accusedBy(retiredIn, ['baited', 'the way back', 'alwaysBackwards'])).toEqual([]);
  const names = [
    'const asked = 1;',
    'const GIVE_WAY_MS = 50;',
    'order.lanes;',
    'const f = ({ mailWords }) => 1;',
    'class A { #stranger = 1 }',
  ];
  expect(missedBy(inNames, names)).toEqual([]);
  expect(missedBy((path) => retiredInNames(path), ['lab/crowd.ts', 'accessible-wishes.e2e.ts', 'server/deeds/a.sql'])).toEqual([]);
  expect(
    accusedBy(inNames, ["const passwords = 'asked';", '// together', 'planes; crowded; wordsmith;', 'businessNight; tonight;']),
  ).toEqual([]);
  const prose = [
    '/** Says whether it is over. */',
    '/**\n * It answers\n * what is left.\n */',
    '// The same in a day.',
    "test('whoever wins', run);",
  ];
  expect(missedBy(inProse, prose)).toEqual([]);
  expect(accusedBy(inProse, ["const text = 'Whoever';", '/** Answers the call. */', '/** Gets the same answer. */'])).toEqual([]);
});

test('no file uses a retired word or a vague phrase, and no name one that only sentences may use', { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: new URL('..', import.meta.url),
  });
  const files = stdout.split('\n').filter((file) => /\.(ts|tsx|mjs|md|sql|json)$/.test(file));
  expect(files.length).toBeGreaterThan(0);
  const found = await Promise.all(
    files.map(async (file) => {
      // A file that was deleted but not committed is still listed.
      const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8').catch(() => undefined);
      if (text === undefined) return [];
      const retired = isExempt(file) || file.endsWith('.json') ? [] : retiredIn(`${file}\n${text}`);
      const source = sourceOf(file, text);
      return [...retired, ...vagueIn(file, text, source), ...retiredInNames(file, text, source)].map((word) => `${file}: ${word}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});
