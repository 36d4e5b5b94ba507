import { asc, eq, ne, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { manifestEventColumns } from '#server/door/manifest-event.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

export type OfflineManifestTicket = Awaited<ReturnType<typeof findOfflineManifestTickets>>[number];
export type OfflineManifestEventWithDoor = NonNullable<Awaited<ReturnType<typeof findOfflineManifestEvent>>>;

/** Every ticket of an event in any state, with its holder, by id. */
export const findOfflineManifestTickets = (db: Db, eventId: number) =>
  db
    .select({
      id: tickets.id,
      userId: tickets.userId,
      eventId: tickets.eventId,
      state: tickets.state,
      usedAt: tickets.usedAt,
      holderName: tickets.holderName,
      claim: tickets.claim,
      orderKind: orders.kind,
      ticketTypeName: ticketTypes.name,
      ticketTypeNameLat: ticketTypes.nameLat,
      firstName: users.firstName,
      lastName: users.lastName,
      sealedBirthdate: users.sealedBirthdate,
      status: users.status,
      bannedAt: users.bannedAt,
      bannedUntil: users.bannedUntil,
    })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(eq(tickets.eventId, eventId))
    .orderBy(asc(tickets.id));

/** Where each used ticket of an event was used in its latest visit: the name of the scanner device, empty for staff. */
export async function findUsedDoors(db: Db, eventId: number): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.execute<{ ticketId: number; door: string }>(sql`
    select distinct on (s.ticket_id) s.ticket_id::float8 as "ticketId", coalesce(d.name, '') as door
    from tickets t join scans s on s.ticket_id = t.id left join scanner_devices d on d.id = s.scanner_device_id
    where t.event_id = ${eventId} and t.used_at is not null and s.kind = 'in' and s.result in ('accepted', 'conflict')
      and not exists (select 1 from scans u where u.undone_scan_id = s.scan_id)
    order by s.ticket_id, s.visit desc, s.id`);
  return new Map(rows.map(({ ticketId, door }) => [ticketId, door]));
}

const doorColumns = {
  capacity: events.capacity,
  licensed: events.licensed,
  exits: events.exits,
  exitsUntil: events.exitsUntil,
  opensAt: events.opensAt,
  isAutomatic: events.isAutomatic,
  refusalRefunds: events.refusalRefunds,
};

/** When the last ticket type of an event stops selling, at the latest at the event's end; null if none is sold. */
const saleEndsAt = sql<Date | null>`(select max(least(coalesce(b.on_sale_until, events.ends_at), events.ends_at)) from ticket_types b
  where b.event_id = events.id and b.kind <> 'complimentary' and b.price_tetri is not null)`.mapWith(events.endsAt);

/** An event with the settings of its door. */
export const findOfflineManifestEvent = async (db: Db, id: number) => {
  const [event] = await db
    .select({ ...manifestEventColumns, ...doorColumns, saleEndsAt })
    .from(events)
    .where(eq(events.id, id));
  return event;
};

/** All published and cancelled events. */
export const findOfflineManifestEvents = (db: Db) =>
  db.select(manifestEventColumns).from(events).where(ne(events.state, 'draft')).orderBy(asc(events.startsAt), asc(events.id));
