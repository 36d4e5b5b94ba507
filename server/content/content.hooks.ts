import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { GuestsKnown } from '#shared/tickets/claims.ts';
import type { EventSales } from './events/event-sales.ts';

declare module '#server/platform/hooks.ts' {
  interface Hooks {
    /** An event moved by whole days: features with hours of their own move them, too, and record it. */
    onEventMoved(tx: Context, eventId: number, days: number): Promise<void>;
    /** An event changed whom its tickets must name; the event is locked. Returns how many tickets got their code. */
    onGuestsKnownChanged(tx: Context, eventId: number, known: GuestsKnown): Promise<number>;
    eventSales: EventSales;
    /** Returns the full names of accounts by id, for views that show who did something. */
    findUserNames(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
  }
}
