import type { Db } from '#server/platform/db/client.ts';

declare module '#server/platform/hooks.ts' {
  interface Hooks {
    /** How many people have come in by the entries of an event's guest lists; `byTicket`: those of them who came with its ticket, one at most. Entries by which nobody came are left out. */
    countEntryArrivals(db: Db, eventId: number): Promise<{ entryId: number; listId: number; people: number; byTicket: number }[]>;
  }
}
