import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/columns.ts';
import { users } from './accounts.table.ts';

/** What happened to an account or was refused, for 90 days: a trigger refuses change, and deletion before that. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** Whose account it was, or who acted; nobody's where the address has no account. */
    userId: integer().references(() => users.id),
    /** The network of the caller, never the whole address: /24 of IPv4, /48 of IPv6. */
    network: text(),
    device: text(),
    at: timestamptz().notNull(),
  },
  (table) => [index('security_events_by_user').on(table.userId, table.id), index('security_events_by_time').on(table.at)],
);
