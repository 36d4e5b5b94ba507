import { and, sql, type Column, type SQL } from 'drizzle-orm';

/** The index knows texts by their threes. */
const SHORTEST_PART = 3;

/** Patterns that all match a text with these words in any order: any part of it, or with one or two letters how a word begins. */
export const wordPatterns = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean).map(patternOf);

function patternOf(word: string): string {
  const literal = word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  return [...word].length < SHORTEST_PART ? `% ${literal}%` : `%${literal}%`;
}

/** The column keeps its text in Latin letters (migration 0017), so the words are found whether they are Latin or Georgian there and here. */
export const hasAllWords = (column: Column, patterns: readonly string[]): SQL | undefined =>
  and(...patterns.map((pattern) => sql`${column} like latin_text(${pattern})`));
