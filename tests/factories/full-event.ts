import { users } from '#server/accounts/accounts.table.ts';
import { sealNumber, sealPersonal } from '#server/accounts/personal-data.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { type IssuedTicket, issueTickets } from '#server/sales/tickets/tickets.service.ts';
import { DAY_MS } from '#shared/durations.ts';
import { asOwner } from '#tests/setup/database.ts';

/** A guest with one ticket, and all values that identify the guest. */
export type Holder = {
  firstName: string;
  lastName: string;
  email: string;
  birthdate: string;
  personalNumber: string;
  phoneNumber: string;
  userId: number;
  ticket: IssuedTicket;
};

const FIRST_USER_ID = 735_000_000;

/**
 * Sells one ticket each to many guests, no two of whom share a name, birth date or number; each value is long enough to search for. Their
 * ids begin where no other number does, so the database cannot serve another test (`isFresh`).
 */
export async function sellToMany(ctx: Context, event: { id: number; ticketTypeId: number }, count: number): Promise<Holder[]> {
  const now = ctx.clock.now();
  await asOwner(ctx.env.databaseUrl ?? '', `select setval(pg_get_serial_sequence('users', 'id'), ${FIRST_USER_ID})`);
  const people = Array.from({ length: count }, (_, place) => ({
    firstName: `სალომე-Salome-${place}-`,
    lastName: `ბერიძე-Beridze-${place}-`,
    email: `holder-${place}@guests.example.com`,
    birthdate: new Date(Date.UTC(1960, 0, 1) + place * DAY_MS).toISOString().slice(0, 10),
    personalNumber: String(60_010_000_000 + place * 7),
    phoneNumber: `+995 555 ${String(710_000 + place)}`,
  }));
  return withTransaction(ctx, async ({ db, ...tx }) => {
    const guests = await db
      .insert(users)
      .values(
        people.map(({ birthdate, personalNumber, ...person }) => ({
          ...person,
          emailKey: emailKey(person.email),
          passwordHash: 'none',
          country: 'Georgia',
          status: 'Verified' as const,
          ...sealNumber(ctx.keys, personalNumber),
          sealedBirthdate: sealPersonal(ctx.keys.personalData, 'birthdate', birthdate),
        })),
      )
      .returning({ id: users.id });
    const sold = await db
      .insert(orders)
      .values(guests.map(({ id }) => ({ userId: id, state: 'paid' as const, totalTetri: 0, language: 'en' as const, createdAt: now })))
      .returning({ id: orders.id, userId: orders.userId });
    const lines = await db
      .insert(orderLines)
      .values(sold.map(({ id }) => ({ orderId: id, eventId: event.id, ticketTypeId: event.ticketTypeId, quantity: 1, priceTetri: 0 })))
      .returning();
    const buyers = new Map(sold.map(({ id, userId }) => [id, userId]));
    const issued = await issueTickets(
      { ...tx, db },
      lines.map((line) => ({ ...line, userId: buyers.get(line.orderId) ?? 0 })),
    );
    const tickets = new Map(issued.map((ticket) => [ticket.userId, ticket]));
    return people.map((person, place) => {
      const userId = guests[place]?.id ?? 0;
      const ticket = tickets.get(userId);
      if (!ticket) throw new Error(`Guest ${place} has no ticket.`);
      return { ...person, userId, ticket };
    });
  });
}
