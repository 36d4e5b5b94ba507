import { and, sql, type Column, type SQL } from 'drizzle-orm';

/** The index stores trigrams. */
const SHORTEST_PART = 3;

/** Returns patterns that all match a text with these words in any order: any part of a word, or with one or two letters its beginning. */
export const wordPatterns = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean).map(patternOf);

function patternOf(word: string): string {
  const literal = word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  return [...word].length < SHORTEST_PART ? `% ${literal}%` : `%${literal}%`;
}

/** The column stores its text in Latin letters (migration 0017), and so does the search, so both Latin and Georgian input match. */
export const hasAllWords = (column: Column, patterns: readonly string[]): SQL | undefined =>
  and(...patterns.map((pattern) => sql`${column} like latin_text(${pattern})`));
