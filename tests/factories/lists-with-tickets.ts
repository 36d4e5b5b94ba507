import { eq } from 'drizzle-orm';
import { guestListEntries } from '#server/sales/tables/guest-lists.table.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { OpenDoor } from './door.ts';
import { listFields } from './staff-lists.ts';

/** Creates a guest list with an entry for each of these numbers of people, all with mailed tickets. */
export async function listWithTickets(door: OpenDoor, places: readonly number[]) {
  const { staffLists } = door.api(door.admin.accessToken);
  const made = await staffLists.add({ id: door.event.id, body: { ...listFields, allocation: 200 } });
  const listId = made.lists.at(-1)?.id ?? 0;
  const entries = places.map((count, at) => {
    return { firstName: 'Nino', lastName: `Nino${at}`, plusOnes: count - 1, email: `nino${listId}-${at}@example.ge` };
  });
  await staffLists.addEntries({ id: listId, body: { entries } });
  const rows = await door.ctx.db.select().from(guestListEntries).where(eq(guestListEntries.listId, listId)).orderBy(guestListEntries.id);
  const all = await door.ctx.db
    .select()
    .from(tickets)
    .where(eq(tickets.eventId, door.event.id))
    .orderBy(tickets.createdAt, tickets.orderLineId);
  const own = all.slice(-places.length);
  return rows.map((row, at) => {
    const ticket = own[at];
    if (!ticket) throw new Error('An entry has no ticket.');
    return { entryId: row.id, listId, ticketId: ticket.id, code: signTicketCode(door.ctx.keys, ticket) };
  });
}
