/** The terms of a search, in lower case. */
export const findTerms = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** Returns true if the texts contain every term, in any order and as part of a word. */
export function matches(terms: readonly string[], texts: readonly string[]): boolean {
  const text = fold(texts.join(' '));
  return terms.every((word) => text.includes(word));
}

/** Lower case for Latin and capital Georgian letters, and straight quotes for curly ones, which are hard to type. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/[’‘'„“”"]/g, '');
