import { addDays } from '#shared/dates.ts';
import type { Context } from '#server/platform/context.ts';
import { events, lineUps, ticketTypes } from '#server/content/content.table.ts';

type EventFields = Partial<typeof events.$inferInsert>;
type TicketTypeFields = Partial<Omit<typeof ticketTypes.$inferInsert, 'eventId'>>;
type LineUpFields = Omit<typeof lineUps.$inferInsert, 'eventId'>;
type NewEvent = EventFields & {
  /** The allocation of the one default ticket type; ignored when `ticketTypes` is given. */
  allocation?: number;
  priceTetri?: number | null;
  ticketTypes?: TicketTypeFields[];
  lineUps?: LineUpFields[];
};

export const EVENT_MS = 8 * 60 * 60 * 1000;

/**
 * Creates a published event tomorrow at this hour, eight hours long, with one ticket type of 100 places at 40 GEL. `ticketTypeId` is the
 * first one's.
 */
export async function createEvent(
  ctx: Context,
  fields: NewEvent = {},
): Promise<{ id: number; ticketTypeId: number; ticketTypeIds: number[] }> {
  const {
    allocation = 100,
    priceTetri = 4000,
    ticketTypes: planned = [{ allocation, priceTetri }],
    lineUps: slots = [],
    ...columns
  } = fields;
  const startsAt = columns.startsAt ?? addDays(ctx.clock.now(), 1);
  const endsAt = columns.endsAt ?? new Date(startsAt.getTime() + EVENT_MS);
  const [event] = await ctx.db
    .insert(events)
    .values({ name: 'ღამე', nameLat: 'Night', state: 'published', ...columns, startsAt, endsAt })
    .returning({ id: events.id });
  if (!event) throw new Error('The event was not created.');
  const ticketTypeIds = await insertTicketTypes(ctx, event.id, planned);
  if (slots.length > 0) await ctx.db.insert(lineUps).values(slots.map((slot) => ({ ...slot, eventId: event.id })));
  return { id: event.id, ticketTypeId: ticketTypeIds[0] ?? 0, ticketTypeIds };
}

async function insertTicketTypes(ctx: Context, eventId: number, planned: TicketTypeFields[]): Promise<number[]> {
  if (planned.length === 0) return [];
  const rows = await ctx.db
    .insert(ticketTypes)
    .values(
      planned.map((ticketType, position) => ({
        position,
        name: 'შესვლა',
        nameLat: 'Entry',
        priceTetri: 4000,
        allocation: 100,
        ...ticketType,
        eventId,
      })),
    )
    .returning({ id: ticketTypes.id });
  return rows.map(({ id }) => id);
}
