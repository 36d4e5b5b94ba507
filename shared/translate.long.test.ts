import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { resources } from '#server/platform/translators.ts';
import { type Language, LANGUAGES } from './constants.ts';
import { translateIn } from './translate.ts';

function pathsIn(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return [path];
  return Object.entries(part).flatMap(([name, inner]) => pathsIn(inner, path === '' ? name : `${path}.${name}`));
}

/** i18next itself, which defines the format. */
function i18nextIn(language: Language) {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(resources[language]),
    defaultNS: 'common',
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return (key: string, values: object) => Reflect.apply(instance.t, instance, [key, values]);
}

test.each(LANGUAGES)('every text reads as with i18next, whose format it has: %s', (language) => {
  const own = translateIn(resources[language], language, 'common');
  const theirs = i18nextIn(language);
  const paths = Object.entries(resources[language]).flatMap(([namespace, part]) => pathsIn(part).map((path) => `${namespace}:${path}`));
  expect(paths.length).toBeGreaterThan(2000);
  const differing = paths.flatMap((path) => {
    const [, base = path, ending] = /^(.+)_([a-z]+)$/.exec(path) ?? [];
    const names = [...String(theirs(path, {})).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    const values = Object.fromEntries(['name', 'time', 'limit', ...names].map((name) => [name, `„${name}“ & <b>`]));
    const holes = [0, 1, 5].map((count) => ({ ...values, count }));
    const cases = [values, ...holes].flatMap((given) => [
      [path, given] as const,
      ...(ending ? [[base, given] as const, [base, { ...given, context: ending }] as const] : []),
    ]);
    return cases
      .filter(([key, values]) => own(key, values) !== theirs(key, values))
      .map(([key, values]) => [key, own(key, values), theirs(key, values)]);
  });
  expect(differing).toEqual([]);
});
