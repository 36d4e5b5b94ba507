import { timestamp } from 'drizzle-orm/pg-core';

/** A column for a moment, read and written as a Date. */
export const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' });
