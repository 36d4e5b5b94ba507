import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { toGel } from '#shared/money.ts';
import type { Source } from '#shared/staff/reports.contract.ts';
import { eventSources, numberChanges } from './event-reports.table.ts';

/**
 * Anyone can write links with UTM values of their own, and some tools write a campaign for each reader. So this many sources, those with
 * the most money, have a row; the others share the one without values.
 */
const MOST_SOURCES = 100;

/** The sources of valid tickets of these events, counted now. An index skips orders without a source. */
const countedSources = (eventIds: SQL): SQL => sql`
  with bought as (
    select t.event_id, coalesce(o.utm_source, '') as source, coalesce(o.utm_medium, '') as medium, coalesce(o.utm_campaign, '') as campaign,
      count(distinct o.id) as orders, count(*) as tickets, count(t.used_at) as arrived, sum(t.price_tetri) as tetri
    from orders o join order_lines l on l.order_id = o.id join tickets t on t.order_line_id = l.id and t.state = 'valid'
    where coalesce(o.utm_source, o.utm_medium, o.utm_campaign) is not null and t.event_id = any(${eventIds})
    group by 1, 2, 3, 4
  ), ranked as (
    select *, row_number() over (partition by event_id order by tetri desc, source, medium, campaign) <= ${MOST_SOURCES}::int as is_own from bought
  )
  select event_id, ${ownSource}, sum(orders)::int as orders, sum(tickets)::int as tickets, sum(arrived)::int as arrived, sum(tetri)::bigint as tetri
  from ranked group by 1, 2, 3, 4`;

const ownSource = sql`case when is_own then source else '' end as source, case when is_own then medium else '' end as medium,
  case when is_own then campaign else '' end as campaign`;

const idsOf = (eventIds: readonly number[]): SQL => sql`${sql.param([...eventIds])}::int[]`;

/** Counts the sources of these events and replaces the stored ones. */
export async function replaceSources(db: Db, eventIds: readonly number[]): Promise<void> {
  await db.execute(sql`delete from ${eventSources} where event_id = any(${idsOf(eventIds)})`);
  await db.execute(sql`
    insert into ${eventSources} (event_id, source, medium, campaign, orders, tickets, arrived, tetri) ${countedSources(idsOf(eventIds))}`);
}

/**
 * The sources of these events, most money first, the one without values last. Stored rows and fresh counts of changed events are read in
 * one statement, so that both are of one moment.
 */
export async function findSources(db: Db, eventIds: readonly number[]): Promise<Source[]> {
  const { rows } = await db.execute<Omit<Source, 'money'> & { tetri: string }>(sql`
    with changed as materialized (
      select distinct event_id from ${numberChanges} where event_id = any(${idsOf(eventIds)})
    ), present as (
      select event_id, source, medium, campaign, orders, tickets, arrived, tetri
      from ${eventSources} where event_id = any(${idsOf(eventIds)}) and event_id not in (select event_id from changed)
      union all
      select * from (${countedSources(sql`array(select event_id from changed)`)}) counted
    ), summed as (
      select source, medium, campaign, sum(orders) as orders, sum(tickets) as tickets, sum(arrived) as arrived, sum(tetri) as tetri
      from present group by 1, 2, 3
    ), ranked as (
      select *, row_number() over (order by (source, medium, campaign) = ('', '', ''), tetri desc, source, medium, campaign) <= ${MOST_SOURCES}::int as is_own
      from summed
    ), shown as (
      select ${ownSource}, sum(orders)::int as orders, sum(tickets)::int as tickets, sum(arrived)::int as arrived, sum(tetri) as tetri
      from ranked group by 1, 2, 3
    )
    select nullif(source, '') as source, nullif(medium, '') as medium, nullif(campaign, '') as campaign, orders, tickets, arrived, tetri
    from shown order by (source, medium, campaign) = ('', '', ''), shown.tetri desc, source, medium, campaign`);
  return rows.map(({ tetri, ...row }) => ({ ...row, money: toGel(Number(tetri)) }));
}
