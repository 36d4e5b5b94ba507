import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';

type Code = typeof promoCodes.$inferSelect;
export type CodeFields = Pick<Code, 'owner' | 'uses' | 'usesPerPerson' | 'validFrom' | 'validUntil'>;
type NewCode = CodeFields & Pick<Code, 'eventId' | 'ticketTypeId' | 'code' | 'folded' | 'createdBy' | 'createdAt'>;

const held = sql<number>`(select coalesce(sum(h.quantity), 0)::int from holds h where h.promo_code_id = promo_codes.id)`;
/** Counts the valid tickets that were bought with it, by a condition. */
const bought = (isSo: string) => sql<number>`(select count(*)::int from order_lines l
  join tickets t on t.order_line_id = l.id and t.state = 'valid' where l.promo_code_id = promo_codes.id and ${sql.raw(isSo)})`;

/** Returns the codes of an event with what they opened, newest first. */
export const findCodes = (db: Db, eventId: number) =>
  db
    .select({
      code: promoCodes,
      ticketType: { id: ticketTypes.id, name: ticketTypes.name, nameLat: ticketTypes.nameLat },
      held,
      sold: bought('true'),
      arrived: bought('t.used_at is not null'),
    })
    .from(promoCodes)
    .innerJoin(ticketTypes, eq(ticketTypes.id, promoCodes.ticketTypeId))
    .where(eq(promoCodes.eventId, eventId))
    .orderBy(desc(promoCodes.id));

export const hasEvent = async (db: Db, eventId: number): Promise<boolean> => (await db.$count(events, eq(events.id, eventId))) > 0;

/** Locks an event so that no codes are used, made or changed until the transaction ends. Returns when the event ends. */
export async function lockEventOfPromoCodes(db: Db, eventId: number): Promise<{ endsAt: Date } | undefined> {
  const [event] = await db.select({ endsAt: events.endsAt }).from(events).where(eq(events.id, eventId)).for('no key update');
  return event;
}

/** Returns a ticket type of this event that is sold with codes. */
export async function findHiddenTicketType(
  db: Db,
  eventId: number,
  ticketTypeId: number,
): Promise<{ priceTetri: number | null } | undefined> {
  const [row] = await db
    .select({ priceTetri: ticketTypes.priceTetri })
    .from(ticketTypes)
    .where(and(eq(ticketTypes.id, ticketTypeId), eq(ticketTypes.eventId, eventId), eq(ticketTypes.kind, 'hidden')));
  return row;
}

/** Returns how many codes an event has, and which of these folded ones it has. */
export async function findTaken(db: Db, eventId: number, folded: readonly string[]): Promise<{ count: number; taken: Set<string> }> {
  const isOfEvent = eq(promoCodes.eventId, eventId);
  const rows = await db
    .select({ folded: promoCodes.folded })
    .from(promoCodes)
    .where(and(isOfEvent, inArray(promoCodes.folded, [...folded])));
  return { count: await db.$count(promoCodes, isOfEvent), taken: new Set(rows.map((row) => row.folded)) };
}

export async function insertPromoCodes(db: Db, made: readonly NewCode[]): Promise<number[]> {
  const rows = await db
    .insert(promoCodes)
    .values([...made])
    .returning({ id: promoCodes.id });
  return rows.map(({ id }) => id);
}

/** Returns a code with the price of what it opens, and how many places are held and sold with it. */
export async function findCode(db: Db, id: number) {
  const [row] = await db
    .select({ code: promoCodes, priceTetri: ticketTypes.priceTetri, held, sold: bought('true') })
    .from(promoCodes)
    .innerJoin(ticketTypes, eq(ticketTypes.id, promoCodes.ticketTypeId))
    .where(eq(promoCodes.id, id));
  return row;
}

export async function updatePromoCode(db: Db, id: number, fields: Partial<CodeFields & Pick<Code, 'endedAt'>>): Promise<void> {
  await db
    .update(promoCodes)
    .set({ ...fields, version: sql`${promoCodes.version} + 1` })
    .where(eq(promoCodes.id, id));
}
