import { and, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Language } from '#shared/constants.ts';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { ticketTypes } from '#server/content/content.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { complimentaryOrders, orderLines, orders } from '#server/sales/tables/orders.table.ts';

export type TicketType = typeof ticketTypes.$inferSelect;

/** Before the ticket types, of which the first is 1 or, in old data, 0. */
const HIDDEN_POSITION = -1;

/** Enlarges the hidden ticket type of a locked event. Its allocation always equals the places given away from the capacity alone. */
export async function growHiddenTicketType(
  db: Db,
  eventId: number,
  names: { name: string; nameLat: string },
  places: number,
): Promise<TicketType> {
  const [row] = await db
    .insert(ticketTypes)
    .values({ ...names, eventId, kind: 'complimentary', position: HIDDEN_POSITION, allocation: places })
    .onConflictDoUpdate({
      target: ticketTypes.eventId,
      targetWhere: sql`kind = 'complimentary'`,
      set: { allocation: sql`${ticketTypes.soldOrReserved} + ${places}` },
    })
    .returning();
  if (!row) throw new Error('The hidden ticket type was not written.');
  return row;
}

type Complimentary = {
  userId: number;
  eventId: number;
  ticketTypeId: number;
  quantity: number;
  language: Language;
  givenBy: number;
  reason: string;
  receipt: string | null;
  createdAt: Date;
};

/** Inserts an order of 0 GEL, with its line and its reason. Returns undefined if the event has the receipt already. */
export async function insertComplimentary(db: Db, complimentary: Complimentary): Promise<{ orderId: number; lineId: number } | undefined> {
  const { userId, eventId, ticketTypeId, quantity, language, givenBy, reason, receipt, createdAt } = complimentary;
  const [order] = await db
    .insert(orders)
    .values({ userId, kind: 'complimentary', state: 'paid', totalTetri: 0, language, createdAt, settledAt: createdAt })
    .returning({ id: orders.id });
  if (!order) throw new Error('The order was not written.');
  const [line] = await db
    .insert(orderLines)
    .values({ orderId: order.id, eventId, ticketTypeId, quantity, priceTetri: 0 })
    .returning({ id: orderLines.id });
  if (!line) throw new Error('The line of an order was not written.');
  const noted = await db
    .insert(complimentaryOrders)
    .values({ orderId: order.id, eventId, givenBy, reason, receipt })
    .onConflictDoNothing()
    .returning({ orderId: complimentaryOrders.orderId });
  return noted.length === 0 ? undefined : { orderId: order.id, lineId: line.id };
}

/** Counts the tickets given away since a moment, at all events, and those recorded with a receipt of the register. */
export async function countGivenSince(db: Db, since: Date): Promise<{ given: number; registered: number }> {
  const sumOf = (isSo: SQL) => sql<number>`coalesce(sum(${orderLines.quantity}) filter (where ${isSo}), 0)::int`;
  const [row] = await db
    .select({ given: sumOf(isNull(complimentaryOrders.receipt)), registered: sumOf(isNotNull(complimentaryOrders.receipt)) })
    .from(orders)
    .innerJoin(complimentaryOrders, eq(complimentaryOrders.orderId, orders.id))
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.kind, 'complimentary'), gt(orders.createdAt, since)));
  return row ?? { given: 0, registered: 0 };
}

const giver = alias(users, 'giver');
const countTickets = (which: 'valid' | 'used') => sql<number>`(
  select count(*)::int from ${tickets} where ${tickets.orderLineId} = ${orderLines.id} and ${tickets.state} = 'valid'
    and ${tickets.usedAt} is ${which === 'used' ? sql`not null` : sql`null`})`;

const selectGiven = (db: Db) =>
  db
    .select({
      id: orders.id,
      eventId: complimentaryOrders.eventId,
      guest: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      isUnclaimed: sql<boolean>`${users.passwordHash} = '' and ${users.deletedAt} is null`,
      ticketType: { kind: ticketTypes.kind, name: ticketTypes.name, nameLat: ticketTypes.nameLat },
      quantity: orderLines.quantity,
      valid: countTickets('valid'),
      used: countTickets('used'),
      reason: complimentaryOrders.reason,
      receipt: complimentaryOrders.receipt,
      giver: { firstName: giver.firstName, lastName: giver.lastName },
      createdAt: orders.createdAt,
      revokedAt: complimentaryOrders.revokedAt,
      revokeReason: complimentaryOrders.revokeReason,
    })
    .from(complimentaryOrders)
    .innerJoin(orders, eq(orders.id, complimentaryOrders.orderId))
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(ticketTypes, eq(ticketTypes.id, orderLines.ticketTypeId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(giver, eq(giver.id, complimentaryOrders.givenBy))
    .$dynamic();

export type GivenRow = Awaited<ReturnType<typeof findGiven>>[number];

/** Returns the tickets given away for an event, newest first. */
export const findGiven = (db: Db, eventId: number, { before, limit }: { before?: number | undefined; limit: number }) =>
  selectGiven(db)
    .where(and(eq(complimentaryOrders.eventId, eventId), before === undefined ? undefined : lt(complimentaryOrders.orderId, before)))
    .orderBy(desc(complimentaryOrders.orderId))
    .limit(limit);

export async function findGivenOrder(db: Db, orderId: number): Promise<GivenRow | undefined> {
  const [row] = await selectGiven(db).where(eq(complimentaryOrders.orderId, orderId));
  return row;
}

type Revocation = { revokedBy: number; revokedAt: Date; revokeReason: string };

/** Stores a revocation of the order's tickets. `isWhole`: no valid ticket is left, or only used ones. */
export async function noteRevoked(db: Db, orderId: number, revocation: Revocation, isWhole: boolean): Promise<void> {
  await db.update(complimentaryOrders).set(revocation).where(eq(complimentaryOrders.orderId, orderId));
  if (isWhole) await db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, orderId));
}
