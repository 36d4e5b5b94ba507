import type { Pool, PoolClient } from 'pg';
import type { Keys } from '#server/platform/context.ts';
import { writeDesk } from './desk.ts';
import { writeGuests, writeStaff } from './guests.ts';
import { type ClubSize, writePurchases } from './purchases.ts';

/**
 * Writes years of data for a club of this size straight into the tables, identical in every run, with every row that a purchase leaves:
 * lines, payments, ledger, tickets, scans, mails. Runs `analyze`.
 */
export async function writeClub(database: Pool, keys: Keys, size: ClubSize): Promise<void> {
  const client = await database.connect();
  try {
    // The rows are consistent and only reads are measured, so triggers and foreign keys are off.
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    await writeStaff(client, keys);
    await writeGuests(client, keys, size.guests);
    await writeEvents(client, size);
    await writeLists(client, size);
    await writePurchases(client, size);
    await writeDesk(client, size);
    // The disabled triggers would have written this; the server's job counts these events.
    await client.query('insert into number_changes (event_id) select distinct event_id from order_lines');
    await client.query('reset session_replication_role');
    await client.query('reset synchronous_commit');
    await client.query('vacuum (analyze)');
  } finally {
    client.release();
  }
}

/** Capacity of an event and allocation of each of its two ticket types: more than are ever sold. */
const CAPACITY = 1_000;

const DESCRIPTION =
  'Two stages until the morning: slow and heavy downstairs, fast and bright upstairs. Doors at eleven, cloakroom included. ' +
  'Please leave your camera in your pocket, take water at the bar for free and listen ahead: https://radio.example/tonight';

/** One published past event a day with seven acts and two ticket types, the latest with the highest ids; before them a few drafts. */
async function writeEvents(client: PoolClient, { pastEvents }: ClubSize): Promise<void> {
  await client.query(
    `insert into events (name, name_lat, description, description_lat, starts_at, ends_at, state, capacity)
     select 'ღამე ' || n, 'Night ' || n, $2, $2, starts_at, starts_at + interval '8 hours', case when n % 100 = 1 then 'draft' else 'published' end, $3
     from generate_series(1, $1::int) n, lateral (select date_trunc('hour', now()) - make_interval(days => 1 + $1::int - n)) as t (starts_at)
     order by n`,
    [pastEvents, DESCRIPTION, CAPACITY],
  );
  await client.query(`
    insert into line_ups (event_id, floor, artist_name, starts_at, is_headliner)
    select id, 1 + n % 2, 'Artist ' || n, starts_at + make_interval(hours => n), n = 3 from events, generate_series(0, 6) n order by id, n`);
  await client.query(
    `insert into ticket_types (event_id, position, name, name_lat, price_tetri, allocation)
     select id, n, 'შესვლა ' || n, 'Entry ' || n, 4000 + 1000 * n, $1 from events, generate_series(1, 2) n order by id, n`,
    [CAPACITY],
  );
}

const [LISTS, ENTRIES] = [3, 40];

/** Writes guest lists of the latest events, each with entries. */
async function writeLists(client: PoolClient, { soldEvents }: ClubSize): Promise<void> {
  await client.query(
    `insert into guest_lists (event_id, name, allocation, created_at)
     select id, 'List ' || n, $2, starts_at - interval '2 days'
     from (select id, starts_at from events order by id desc limit $1) latest, generate_series(1, $3::int) n order by id, n`,
    [soldEvents, 2 * ENTRIES, LISTS],
  );
  await client.query(
    `insert into guest_list_entries (list_id, first_name, last_name, plus_ones, created_at)
     select id, 'Nino ' || n, 'Beridze', n % 3, created_at from guest_lists, generate_series(1, $1::int) n order by id, n`,
    [ENTRIES],
  );
}
