import { and, asc, count, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { eventNotices, events } from '#server/content/content.table.ts';
import { scannerDevices } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { holds } from '#server/sales/tables/holds.table.ts';
import { complimentaryOrders, orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { bulkRefunds } from '#server/sales/tables/payments.table.ts';
import { demoEvents } from './demo.table.ts';

export type OwnDemoEvent = { id: number; name: string; nameLat: string; isSold: boolean; isReferred: boolean };

/** Tables with permanent references to an event, whose row must then be kept. */
const REFERRING = [orderLines, complimentaryOrders, scannerDevices, eventNotices, bulkRefunds] as const;

/**
 * Unchanged since it was loaded: event, line-up and ticket types are as they were, and it has no guest lists or promo codes. A cancelled
 * event also counts, because no one wants to keep it.
 */
const isUntouched = sql`(${events.state} = 'cancelled' or (coalesce(${demoEvents.revision}, ${events.revision}) = ${events.revision}
  and not exists (select from ticket_types b where b.event_id = ${events.id} and b.revision > 0)
  and not exists (select from guest_lists l where l.event_id = ${events.id})
  and not exists (select from promo_codes c where c.event_id = ${events.id})))`;

/**
 * The demo's events that were not edited, locked until the transaction ends. `isSold`: has held places, valid tickets or open payments;
 * `isReferred`: the event's row must be kept.
 */
export async function lockDemoEvents(db: Db): Promise<OwnDemoEvent[]> {
  const one = sql`1`;
  const held = db.select({ one }).from(holds).where(eq(holds.eventId, events.id));
  const valid = db
    .select({ one })
    .from(tickets)
    .where(and(eq(tickets.eventId, events.id), eq(tickets.state, 'valid')));
  const paying = db
    .select({ one })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.eventId, events.id), eq(orders.state, 'pending')));
  const referring = REFERRING.map((table) => exists(db.select({ one }).from(table).where(eq(table.eventId, events.id))));
  // The rows are locked first: holding a place locks the event's row, so no new hold can begin during these checks.
  const ids = await db
    .select({ id: events.id })
    .from(events)
    .innerJoin(demoEvents, and(eq(demoEvents.eventId, events.id), isUntouched))
    .orderBy(asc(events.id))
    .for('update', { of: events });
  return db
    .select({
      id: events.id,
      name: events.name,
      nameLat: events.nameLat,
      isSold: sql<boolean>`${or(exists(held), exists(valid), exists(paying))}`,
      isReferred: sql<boolean>`${or(...referring)}`,
    })
    .from(events)
    .where(inArray(events.id, [...ids.map(({ id }) => id), 0]))
    .orderBy(asc(events.startsAt));
}

export async function countDemoEvents(db: Db): Promise<number> {
  const [row] = await db
    .select({ events: count() })
    .from(demoEvents)
    .innerJoin(events, and(eq(events.id, demoEvents.eventId), isUntouched));
  return row?.events ?? 0;
}

export const countEvents = (db: Db): Promise<number> => db.$count(events);

export async function insertDemoMarks(db: Db, eventIds: readonly number[]): Promise<void> {
  const loaded = db
    .select({ eventId: events.id, revision: events.revision })
    .from(events)
    .where(inArray(events.id, [...eventIds]));
  await db.insert(demoEvents).select(loaded);
}

/** Deletes the first and hides the others, which then no longer count as demo events. */
export async function takeAway(db: Db, { deleted, hidden }: { deleted: readonly number[]; hidden: readonly number[] }): Promise<void> {
  await db.delete(events).where(inArray(events.id, [...deleted, 0]));
  await db
    .update(events)
    .set({ state: 'draft' })
    .where(inArray(events.id, [...hidden, 0]));
  await db.delete(demoEvents).where(inArray(demoEvents.eventId, [...hidden, 0]));
}
