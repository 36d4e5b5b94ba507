import { type Param, sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

/**
 * Returns one value of each row as a parameter for `unnest(${column(rows, 'id')}::int[])`: one statement writes all rows, and its text is
 * the same for any number of them, so that a connection plans it once.
 */
export const column = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Param<Row[Name][]> =>
  sql.param(rows.map((row) => row[name]));

/** A column for a moment, read and written as a Date. */
export const timestamptz = (column = '') => timestamp(column, { withTimezone: true, mode: 'date' });
