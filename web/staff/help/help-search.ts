/** The words of a search, in lower case. */
export const findTerms = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/** Returns true if the texts have every term, in any order and as a part of a word. */
export function matches(terms: readonly string[], texts: readonly string[]): boolean {
  const text = fold(texts.join(' '));
  return terms.every((word) => text.includes(word));
}

/** Capital Georgian letters and Latin ones as small ones; curly quotes and apostrophes as nobody types them. */
const fold = (text: string): string => text.toLowerCase().replaceAll(/[’‘'„“”"]/g, '');
