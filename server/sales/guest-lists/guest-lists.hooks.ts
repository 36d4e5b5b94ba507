import type { Db } from '#server/platform/db/client.ts';

declare module '#server/platform/hooks.ts' {
  interface Hooks {
    /**
     * Returns how many people came in on each guest list entry; `byTicket`: how many of them with its ticket, at most one. Leaves out
     * entries without arrivals.
     */
    countEntryArrivals(db: Db, eventId: number): Promise<{ entryId: number; listId: number; people: number; byTicket: number }[]>;
  }
}
