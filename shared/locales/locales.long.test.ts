import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSync, Visitor } from 'vite';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#shared/constants.ts';

const root = new URL('../../', import.meta.url);
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Every key as `namespace:key.of.it`, with its text. */
function readTexts(language: string): Map<string, string> {
  const files = readdirSync(new URL(`shared/locales/${language}/`, root));
  return new Map(
    files.flatMap((file) => {
      const namespace = file.replace('.json', '');
      const translations: unknown = JSON.parse(readFileSync(new URL(`shared/locales/${language}/${file}`, root), 'utf8'));
      return textsIn(translations).map(([key, text]) => [`${namespace}:${key}`, text] as const);
    }),
  );
}

function textsIn(translations: unknown, path: string[] = []): [string, string][] {
  if (typeof translations !== 'object' || translations === null) return [[path.join('.'), String(translations)]];
  return Object.entries(translations).flatMap(([name, inner]) => textsIn(inner, [...path, name]));
}

const placeholders = (text = ''): string[] => [...new Set([...text.matchAll(/\{\{\s*(\w+)|<\/?(\w+)>/g)].map(([found]) => found))].sort();

/** The string literals of the code, with templates as patterns, and which of them are passed to `t`, with their files. */
function readCode() {
  const texts = new Set<string>();
  const patterns = new Set<string>();
  const used = { texts: new Map<string, string>(), patterns: new Map<string, string>() };
  for (const room of ['web', 'server', 'shared']) {
    const files = readdirSync(new URL(`${room}/`, root), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.(test|nightly|d)\.tsx?$/.test(name))) {
      const path = `${room}/${file}`;
      const { program } = parseSync(path, readFileSync(new URL(path, root), 'utf8'));
      new Visitor({
        Literal: ({ value }) => void (typeof value === 'string' && texts.add(value)),
        TemplateLiteral: ({ quasis }) => void patterns.add(patternOf(quasis.map(({ value }) => value.cooked ?? ''))),
        CallExpression({ callee, arguments: [key] }) {
          const name = callee.type === 'MemberExpression' ? callee.property : callee;
          if (name.type !== 'Identifier' || name.name !== 't' || !key) return;
          if (key.type === 'Literal' && typeof key.value === 'string') used.texts.set(key.value, path);
          if (key.type === 'TemplateLiteral') used.patterns.set(patternOf(key.quasis.map(({ value }) => value.cooked ?? '')), path);
        },
      }).visit(program);
    }
  }
  return { texts, patterns: [...patterns].filter((pattern) => /^[a-z]{2,}[\w:\\.]*\(/i.test(pattern)), used };
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const patternOf = (pieces: string[]): string => pieces.map(escape).join('([\\w.]+)');

const translations = new Map(LANGUAGES.map((language) => [language, readTexts(language)]));
const english = translations.get(DEFAULT_LANGUAGE) ?? new Map<string, string>();
const keys = [...english.keys()];
const code = readCode();

test.each(LANGUAGES)('the resource keys that the specification names are there, in %s [§3.keys]', (language) => {
  const keys = [...readTexts(language).keys()].map((key) => key.split(':')[1] ?? '');
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
  const named = ['next_up', 'starting_soon', 'in_session', 'ended'];
  const wanted = [...named, ...weekdays.map((day) => `weekdays.${day}`), ...months.map((month) => `months.${month}`)];
  expect(keys).toEqual(expect.arrayContaining(wanted));
});

test.each(LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE))(
  '%s has the same words as English, with the same holes',
  (language) => {
    const other = translations.get(language) ?? new Map<string, string>();
    expect([...other.keys()].sort()).toEqual(keys.toSorted());
    for (const key of keys) expect([key, placeholders(other.get(key))]).toEqual([key, placeholders(english.get(key))]);
  },
);

test('no text is empty', () => {
  for (const [language, texts] of translations)
    for (const [key, text] of texts) expect([language, key, text.trim()]).not.toEqual([language, key, '']);
});

test('no text holds another text or a format: the browser has neither', () => {
  for (const [language, texts] of translations)
    for (const [key, text] of texts) expect(`${language} ${key} ${text}`).not.toMatch(/\$t\(|\{\{[^}]*,/);
});

test('every text that the code uses exists', () => {
  const known = new Set(keys.flatMap((key) => [key, key.replace(PLURAL, '')]).flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]));
  const isMatched = (pattern: RegExp) => [...known].some((key) => pattern.test(key));
  expect([...code.used.texts].filter(([key]) => !known.has(key))).toEqual([]);
  expect([...code.used.patterns].filter(([pattern]) => !isMatched(new RegExp(`^${pattern}$`)))).toEqual([]);
  expect(code.used.texts.size).toBeGreaterThan(1_000);
});

test('every message key of the schemas has its sentence', () => {
  const named = [...code.texts].filter((text) => /^validation\.\w+$/.test(text));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((key) => !keys.some((known) => known.endsWith(`:${key}`)))).toEqual([]);
});

test('no word is left unused [§3.keys]', () => {
  const patterns = [...code.patterns, ...code.used.patterns.keys()].map((pattern) => new RegExp(`^(${pattern})$`));
  const isUsed = (key: string) => code.texts.has(key) || patterns.some((pattern) => pattern.test(key));
  const unused = keys.filter((key) => {
    const bare = key.replace(PLURAL, '');
    return ![key, bare].some((form) => isUsed(form) || isUsed(form.slice(form.indexOf(':') + 1)));
  });
  expect(unused).toEqual([]);
});

test('every list of words is known to the types', () => {
  const types = readFileSync(new URL('web/lib/i18n-types.d.ts', root), 'utf8');
  for (const file of readdirSync(new URL(`shared/locales/${DEFAULT_LANGUAGE}/`, root))) expect(types).toContain(`/${file}';`);
});

test('in Georgian an ending stays on the line of its number: a word joiner follows the hyphen', () => {
  const parted = [...(translations.get('ka') ?? [])].filter(([, text]) => /(\}\}|\d)-[ა-ჰ]/.test(text)).map(([key]) => key);
  expect(parted).toEqual([]);
});
