import { addDays } from '#shared/dates.ts';
import type { Context } from '#server/platform/context.ts';
import { baskets, events, lineUps } from '#server/content/content.table.ts';

type EventFields = Partial<typeof events.$inferInsert>;
type BasketFields = Partial<Omit<typeof baskets.$inferInsert, 'eventId'>>;
type LineUpFields = Omit<typeof lineUps.$inferInsert, 'eventId'>;
type NewEvent = EventFields & {
  /** Of the one default basket; ignored when `baskets` is given. */
  quota?: number;
  priceTetri?: number | null;
  baskets?: BasketFields[];
  lineUps?: LineUpFields[];
};

const EVENT_MS = 8 * 60 * 60 * 1000;

/** A published event tomorrow at this hour, eight hours long, with one release of 100 places at 40 GEL. `basketId` is the first one's. */
export async function createEvent(ctx: Context, fields: NewEvent = {}): Promise<{ id: number; basketId: number; basketIds: number[] }> {
  const { quota = 100, priceTetri = 4000, baskets: releases = [{ quota, priceTetri }], lineUps: slots = [], ...columns } = fields;
  const startsAt = columns.startsAt ?? addDays(ctx.clock.now(), 1);
  const endsAt = columns.endsAt ?? new Date(startsAt.getTime() + EVENT_MS);
  const [event] = await ctx.db
    .insert(events)
    .values({ name: 'ღამე', nameLat: 'Night', state: 'published', ...columns, startsAt, endsAt })
    .returning({ id: events.id });
  if (!event) throw new Error('The event was not created.');
  const basketIds = await insertBaskets(ctx, event.id, releases);
  if (slots.length > 0) await ctx.db.insert(lineUps).values(slots.map((slot) => ({ ...slot, eventId: event.id })));
  return { id: event.id, basketId: basketIds[0] ?? 0, basketIds };
}

async function insertBaskets(ctx: Context, eventId: number, releases: BasketFields[]): Promise<number[]> {
  if (releases.length === 0) return [];
  const rows = await ctx.db
    .insert(baskets)
    .values(
      releases.map((release, position) => ({
        position,
        name: 'შესვლა',
        nameLat: 'Entry',
        priceTetri: 4000,
        quota: 100,
        ...release,
        eventId,
      })),
    )
    .returning({ id: baskets.id });
  return rows.map(({ id }) => id);
}
