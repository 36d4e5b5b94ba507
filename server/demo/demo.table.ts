import { integer, pgTable } from 'drizzle-orm/pg-core';
import { events } from '#server/content/content.table.ts';

/** The demo events that staff loaded into their own club (own-demo.service.ts), by id: real events could have the same names. */
export const demoEvents = pgTable('demo_events', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /**
   * The event's revision when it was loaded: an event edited since is the owner's own. Null for events loaded before this column existed.
   */
  revision: integer(),
});
