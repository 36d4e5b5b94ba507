import { and, eq, gte, lt, sql, sum } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { venueDay } from '#shared/dates.ts';
import { pageViews } from '#server/content/content.table.ts';

type PageViews = typeof pageViews.$inferSelect;
/** With `eventId` the view counts only while that event exists. */
export type NewViews = PageViews & { eventId?: number };

/** Adds to the stored counts. Rows are written in a fixed order, so that two writers never deadlock. */
export async function addViews(db: Db, rows: NewViews[]): Promise<void> {
  const column = (values: unknown[]) => sql.param(values);
  await db.execute(sql`
    insert into page_views (day, path, language, views)
    select added.day, added.path, added.language, added.views
    from unnest(
      ${column(rows.map(({ day }) => day))}::date[],
      ${column(rows.map(({ path }) => path))}::text[],
      ${column(rows.map(({ language }) => language))}::text[],
      ${column(rows.map(({ views }) => views))}::int[],
      ${column(rows.map(({ eventId }) => eventId ?? null))}::int[]
    ) as added (day, path, language, views, event_id)
    where added.event_id is null or exists (select 1 from events where events.id = added.event_id)
    order by added.day, added.path, added.language
    on conflict (day, path, language) do update set views = page_views.views + excluded.views
  `);
}

type Wanted = { from?: Date; until?: Date; path?: string };

/** Returns the views of all pages, or of one, from the day of `from` until before that of `until`. */
export async function sumViews(db: Db, { from, until, path }: Wanted): Promise<number> {
  const isCounted = and(
    from && gte(pageViews.day, venueDay(from)),
    until && lt(pageViews.day, venueDay(until)),
    path === undefined ? undefined : eq(pageViews.path, path),
  );
  const [row] = await db
    .select({ views: sum(pageViews.views) })
    .from(pageViews)
    .where(isCounted);
  return Number(row?.views ?? 0);
}
