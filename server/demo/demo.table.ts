import { integer, pgTable } from 'drizzle-orm/pg-core';
import { events } from '#server/content/content.table.ts';

/** The invented events that staff loaded into their own club (own-demo.service.ts): their names alone could be those of real ones. */
export const demoEvents = pgTable('demo_events', {
  eventId: integer()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** That of the event when it was loaded: one that was edited since is the owner's own. Null of those loaded before this was kept. */
  revision: integer(),
});
