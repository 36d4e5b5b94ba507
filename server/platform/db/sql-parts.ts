import { and, type Column, type Param, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';
import { venueTimeZone } from '#shared/dates.ts';

/**
 * Returns one value of each row as a parameter for `unnest(${column(rows, 'id')}::int[])`: one statement writes all rows, and its text is
 * the same for any number of them, so that it is planned once per connection.
 */
export const column = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Param<Row[Name][]> =>
  sql.param(rows.map((row) => row[name]));

/** A timestamp column, read and written as a Date. */
export const timestamptz = (column = '') => timestamp(column, { withTimezone: true, mode: 'date' });

/** A moment as the venue's clock shows it, without a zone. */
export const atVenueSql = (moment: SQLWrapper): SQL => sql`(${moment} at time zone ${venueTimeZone()}::text)`;

/** A time of day at the venue, so many days later, as `daysLater` of shared/venue-moments.ts. */
export function daysLaterSql(moment: SQLWrapper, days: number): SQL {
  const shown = sql`(${atVenueSql(moment)} + make_interval(days => ${days}::int))`;
  const found = sql`(${shown} at time zone ${venueTimeZone()}::text)`;
  // Of a time that the clock shows twice PostgreSQL takes the second.
  const hourBefore = sql`(${found} - interval '1 hour')`;
  return sql`case when ${atVenueSql(hourBefore)} = ${shown} then ${hourBefore} else ${found} end`;
}

/** The index stores trigrams. */
const SHORTEST_PART = 3;

/**
 * Returns patterns that all match a text with these words in any order: any part of a word, or only its beginning for one or two letters.
 */
export const wordPatterns = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean).map(patternOf);

function patternOf(word: string): string {
  const literal = word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
  return [...word].length < SHORTEST_PART ? `% ${literal}%` : `%${literal}%`;
}

/** The column stores its text in Latin letters and the search converts too, so Latin and Georgian input both match. */
export const hasAllWords = (column: Column, patterns: readonly string[]): SQL | undefined =>
  and(...patterns.map((pattern) => sql`${column} like latin_text(${pattern})`));
