import { and, asc, eq } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

export async function findEventOfSheet(db: Db, id: number) {
  const { name, nameLat, startsAt, endsAt } = events;
  const [row] = await db.select({ name, nameLat, startsAt, endsAt }).from(events).where(eq(events.id, id));
  return row;
}

/** The holder of each valid ticket, by surname. */
export const findHoldersOfEvent = (db: Db, eventId: number) =>
  db
    .select({
      id: tickets.id,
      firstName: users.firstName,
      lastName: users.lastName,
      holderName: tickets.holderName,
      claim: tickets.claim,
      sealedBirthdate: users.sealedBirthdate,
      ticketType: ticketTypes.name,
      ticketTypeLat: ticketTypes.nameLat,
      usedAt: tickets.usedAt,
      status: users.status,
      bannedAt: users.bannedAt,
      bannedUntil: users.bannedUntil,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .where(and(eq(tickets.eventId, eventId), eq(tickets.state, 'valid')))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(tickets.id));
