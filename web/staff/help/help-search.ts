/** The terms of a search, in lower case. */
export const findTerms = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** Returns true if the texts contain every term, in any order and as part of a word. */
export const matches = (terms: readonly string[], texts: readonly string[]): boolean => countOf(terms, texts) === terms.length;

const SENTENCE = 3;

/** Returns those that match. If none does, a sentence finds those with at least half of its terms, the most first. */
export function findBest<T extends { texts: readonly string[] }>(terms: readonly string[], all: readonly T[]): T[] {
  const found = all.filter(({ texts }) => matches(terms, texts));
  if (found.length > 0 || terms.length < SENTENCE) return found;
  const counted = all.map((each) => ({ each, count: countOf(terms, each.texts) })).filter(({ count }) => count * 2 >= terms.length);
  return counted.toSorted((one, other) => other.count - one.count).map(({ each }) => each);
}

function countOf(terms: readonly string[], texts: readonly string[]): number {
  const text = fold(texts.join(' '));
  return terms.filter((word) => text.includes(word)).length;
}

/** Lower case for Latin and capital Georgian letters, and straight quotes for curly ones, which are hard to type. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/[’‘'„“”"]/g, '');
