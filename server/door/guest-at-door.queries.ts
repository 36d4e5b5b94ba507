import { and, eq, gt, lt, ne } from 'drizzle-orm';
import { securityEvents, users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { NearDoors } from './near-doors.ts';

const shown = {
  firstName: users.firstName,
  lastName: users.lastName,
  sealedBirthdate: users.sealedBirthdate,
  status: users.status,
};

export async function findGuest(db: Db, userId: number) {
  const [guest] = await db.select(shown).from(users).where(eq(users.id, userId));
  return guest;
}

/** An account with a ticket, in any state, of an event whose door is near. */
export async function findGuestOfDoor(db: Db, userId: number, { startsBefore, endsAfter }: NearDoors) {
  const [guest] = await db
    .select(shown)
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(and(eq(tickets.userId, userId), ne(events.state, 'draft'), lt(events.startsAt, startsBefore), gt(events.endsAt, endsAfter)))
    .limit(1);
  return guest;
}

/** Returns true if an account has opened personal data since `since`. */
export const hasOpenedData = async (db: Db, { userId, since }: { userId: number; since: Date }): Promise<boolean> =>
  (await db.$count(
    securityEvents,
    and(eq(securityEvents.userId, userId), eq(securityEvents.kind, 'personal_data_opened'), gt(securityEvents.at, since)),
  )) > 0;
