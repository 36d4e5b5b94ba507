import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events, releases } from '#server/content/content.table.ts';

export type ReleaseRow = Awaited<ReturnType<typeof findReleases>>[number];
export type ReleaseFields = Pick<
  typeof releases.$inferSelect,
  'kind' | 'name' | 'nameLat' | 'priceTetri' | 'quota' | 'onSaleFrom' | 'onSaleUntil'
>;

/** The stock columns of an event. */
export async function findEventStock(db: Db, eventId: number) {
  const [event] = await db
    .select({
      id: events.id,
      name: events.name,
      nameLat: events.nameLat,
      state: events.state,
      endsAt: events.endsAt,
      capacity: events.capacity,
      taken: events.taken,
    })
    .from(events)
    .where(eq(events.id, eventId));
  return event;
}

/** What staff offer: for everybody, or with a code. */
const isRelease = inArray(releases.kind, ['release', 'hidden']);

/** The releases of an event in their order. */
export const findReleases = (db: Db, eventId: number) =>
  db
    .select({
      release: releases,
      isOrdered: sql<boolean>`exists (select from order_lines l where l.basket_id = baskets.id)`,
    })
    .from(releases)
    .where(and(eq(releases.eventId, eventId), isRelease))
    .orderBy(asc(releases.position));

export async function findRelease(db: Db, id: number) {
  const [row] = await db
    .select()
    .from(releases)
    .where(and(eq(releases.id, id), isRelease));
  return row;
}

/** Inserts a release after the event's others; the event is locked. Returns its id. */
export async function insertRelease(db: Db, eventId: number, fields: ReleaseFields): Promise<number> {
  const [last] = await db
    .select({ position: releases.position })
    .from(releases)
    .where(eq(releases.eventId, eventId))
    .orderBy(desc(releases.position))
    .limit(1);
  const [row] = await db
    .insert(releases)
    .values({ ...fields, eventId, position: Math.max(last?.position ?? 0, 0) + 1 })
    .returning({ id: releases.id });
  if (!row) throw new Error('An insert returned no row.');
  return row.id;
}

/** Returns false when the release is no longer at this version. */
export async function updateRelease(db: Db, { id, version }: { id: number; version: number }, fields: ReleaseFields): Promise<boolean> {
  const rows = await db
    .update(releases)
    .set({ ...fields, revision: sql`${releases.revision} + 1` })
    .where(and(eq(releases.id, id), eq(releases.revision, version)))
    .returning({ id: releases.id });
  return rows.length > 0;
}

/** Beyond every position, so that no two are equal during the reordering. */
const ASIDE = 1_000_000;

/** Sorts the releases in the order of these ids. The event is locked. */
export async function orderReleases(db: Db, ids: readonly number[]): Promise<void> {
  const placed = sql`unnest(${sql.param(ids)}::int[]) with ordinality as placed (id, place)`;
  for (const shift of [ASIDE, 0])
    await db.execute(sql`update baskets b set position = ${shift} + placed.place::int from ${placed} where b.id = placed.id`);
}

/** Returns false when the release is no longer at this version. */
export async function deleteRelease(db: Db, { id, version }: { id: number; version: number }): Promise<boolean> {
  const rows = await db
    .delete(releases)
    .where(and(eq(releases.id, id), eq(releases.revision, version)))
    .returning({ id: releases.id });
  return rows.length > 0;
}
