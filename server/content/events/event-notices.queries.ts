import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Language } from '#shared/constants.ts';
import type { Holders } from '#shared/staff/events.contract.ts';
import type { Db } from '#server/platform/db/client.ts';
import { eventNotices } from './events.table.ts';

export type EventNotice = typeof eventNotices.$inferSelect;
export type Holder = { userId: number; email: string; language: Language };

/** Inserts a notice and returns its id; undefined when holders were already notified of this change. */
export async function insertNotice(db: Db, notice: Omit<typeof eventNotices.$inferInsert, 'id'>): Promise<number | undefined> {
  const [row] = await db.insert(eventNotices).values(notice).onConflictDoNothing().returning({ id: eventNotices.id });
  return row?.id;
}

export async function findNotice(db: Db, id: number): Promise<EventNotice | undefined> {
  const [row] = await db.select().from(eventNotices).where(eq(eventNotices.id, id));
  return row;
}

export async function findLastNotice(db: Db, eventId: number): Promise<EventNotice | undefined> {
  const [row] = await db.select().from(eventNotices).where(eq(eventNotices.eventId, eventId)).orderBy(desc(eventNotices.id)).limit(1);
  return row;
}

/** The cancellation that a later notice takes back. */
export async function findCancellationBefore(db: Db, { id, eventId }: EventNotice): Promise<EventNotice | undefined> {
  const [row] = await db
    .select()
    .from(eventNotices)
    .where(and(eq(eventNotices.eventId, eventId), eq(eventNotices.kind, 'cancelled'), lt(eventNotices.id, id)))
    .orderBy(desc(eventNotices.id))
    .limit(1);
  return row;
}

// Guests who were admitted need no notice, and a deleted account has no address.
const openTickets = (eventId: number) => sql`
  from tickets t join users u on u.id = t.user_id
  where t.event_id = ${eventId} and t.state = 'valid' and t.used_at is null and u.deleted_at is null`;

export async function countHolders(db: Db, eventId: number): Promise<Holders> {
  const { rows } = await db.execute<Holders>(
    sql`select count(distinct t.user_id)::int as people, count(*)::int as tickets ${openTickets(eventId)}`,
  );
  return rows[0] ?? { people: 0, tickets: 0 };
}

/** The holders with the language of their newest order of the event. `onlyUnpaid` leaves out holders of a ticket that was sold to them. */
export async function findHolders(db: Db, eventId: number, { onlyUnpaid }: { onlyUnpaid: boolean }): Promise<Holder[]> {
  const paid = sql`
    and not exists (select from tickets p join order_lines pl on pl.id = p.order_line_id join orders po on po.id = pl.order_id
      where p.event_id = ${eventId} and p.user_id = u.id and p.state = 'valid' and po.kind = 'sale')`;
  const { rows } = await db.execute<Holder>(sql`
    select distinct on (holder.id) holder.id as "userId", holder.email, o.language
    from (select distinct u.id, u.email ${openTickets(eventId)} ${onlyUnpaid ? paid : sql``}) holder
    join tickets t on t.user_id = holder.id and t.event_id = ${eventId} and t.state = 'valid' and t.used_at is null
    join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id
    order by holder.id, o.id desc`);
  return rows;
}
