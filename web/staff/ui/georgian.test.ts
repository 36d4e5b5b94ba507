import { expect, test } from 'vitest';
import { english, georgian, type LibraryText } from './georgian.ts';

test('the library says all of a part in Georgian, with the same variables', () => {
  for (const [part, texts] of Object.entries(georgian)) {
    expect(Object.keys(texts).toSorted(), part).toEqual(Object.keys(english[part] ?? {}).toSorted());
    for (const [name, text] of Object.entries(texts)) {
      if (typeof text === 'string') expect(text, name).toMatch(/[ა-ჰ]/);
      expect(variablesOf(text), name).toEqual(variablesOf(english[part]?.[name]));
    }
  }
});

/** The variables that a text asks for. */
function variablesOf(text: LibraryText | undefined): string[] {
  if (typeof text !== 'function') return [];
  const found = new Set<string>();
  const variables = new Proxy<Record<string, number>>({}, { get: (_, name) => (typeof name === 'string' && found.add(name), 1) });
  // Plurals are the business of each language.
  text(variables, Object.assign(Object.create(null), { plural: String, number: String, select: String }));
  return [...found].toSorted();
}
