import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { sealPersonal } from '#server/accounts/personal-data.ts';
import { signAccessToken } from '#server/accounts/tokens.ts';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import { systemClock } from '#server/platform/context.ts';

export type Person = { id: number; token: string };

/** Inserts many guests with a session each straight into the tables, because registering is not measured. */
export async function invite(database: Pool, secret: string, count: number, { areOwners = false } = {}): Promise<Person[]> {
  const keys = deriveKeys(secret);
  const parts = { keys, clock: systemClock, shared: { memory: {} } };
  const number = sealPersonal(keys.personalData, 'personalNumber', '01024012345');
  const birthdate = sealPersonal(keys.personalData, 'birthdate', '1999-03-14');
  const { rows } = await database.query<{ id: number }>(
    `insert into users (email, email_key, password_hash, first_name, last_name, phone_number, country, sealed_personal_number, sealed_birthdate)
     select email, email, '', 'Nino', 'Beridze', '', 'Georgia', $2, $3
     from (select gen_random_uuid() || '@rkali.example' as email from generate_series(1, $1)) as people returning id`,
    [count, number, birthdate],
  );
  if (areOwners)
    await database.query(`insert into user_roles (user_id, role) select unnest($1::int[]), 'Owner'`, [rows.map(({ id }) => id)]);
  const sessions = rows.map(({ id }) => ({ id, sessionId: randomUUID() }));
  await database.query(
    `insert into sessions (id, user_id, created_at, last_used_at, expires_at, confirmed_at)
     select s, u, now(), now(), now() + interval '1 day', case when $3 then now() end
     from unnest($1::uuid[], $2::int[]) as t(s, u)`,
    [sessions.map(({ sessionId }) => sessionId), sessions.map(({ id }) => id), areOwners],
  );
  return Promise.all(
    sessions.map(async ({ id, sessionId }) => ({
      id,
      token: await signAccessToken(parts, { userId: id, sessionId }),
    })),
  );
}

type Events = { count: number; allocation: number; startsInDays: number };

const DESCRIPTION =
  'Two stages until the morning: slow and heavy downstairs, fast and bright upstairs. Doors at eleven, cloakroom included. ' +
  'Please leave your camera in your pocket, take water at the bar for free and listen ahead: https://radio.example/tonight';

/**
 * Inserts published events with realistic content: a description in both languages, seven acts on two stages and two ticket types, the
 * first with `allocation` places. A negative `startsInDays` makes past events. Returns their ids.
 */
export async function openEvents(database: Pool, { count, allocation, startsInDays }: Events): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `with added as (
       insert into events (name, name_lat, description, description_lat, starts_at, ends_at, state, capacity)
       select 'ღამე ' || n, 'Night ' || n, $4, $4, starts_at, starts_at + interval '8 hours', 'published', $2
       from generate_series(1, $1::int) n, lateral (select now() + make_interval(days => $3, mins => n)) as t (starts_at)
       returning id, starts_at
     ), acts as (
       insert into line_ups (event_id, floor, artist_name, starts_at, is_headliner)
       select id, 1 + n % 2, 'Artist ' || n, starts_at + make_interval(hours => n), n = 3 from added, generate_series(0, 6) n
     ), types as (
       insert into ticket_types (event_id, position, name, name_lat, price_tetri, allocation)
       select id, n, 'შესვლა ' || n, 'Entry ' || n, 4000 + n, $2 from added, generate_series(1, 2) n
     )
     select id from added order by id`,
    [count, allocation, startsInDays, DESCRIPTION],
  );
  return rows.map(({ id }) => id);
}

type SoldTicket = { id: number; userId: number };

/** Inserts tickets that were paid long ago with all rows of a purchase: one order of `each` places per guest. */
export async function sellTickets(database: Pool, userIds: readonly number[], eventId: number, each = 1): Promise<SoldTicket[]> {
  const { rows } = await database.query<{ id: string; userId: number }>(
    `with basket as (
       update ticket_types set sold_or_reserved = sold_or_reserved + $3 * cardinality($1::int[]) where event_id = $2 and position = 1 returning id, price_tetri
     ), counted as (
       update events set sold_or_reserved = sold_or_reserved + $3 * cardinality($1::int[]) where id = $2
     ), paid as (
       insert into orders (user_id, state, total_tetri, language, created_at, settled_at)
       select unnest($1::int[]), 'paid', $3 * price_tetri, 'en', now(), now() from basket returning id, user_id, total_tetri
     ), line as (
       insert into order_lines (order_id, event_id, ticket_type_id, quantity, price_tetri)
       select paid.id, $2, basket.id, $3, price_tetri from paid, basket returning id, order_id, ticket_type_id, price_tetri
     ), payment as (
       insert into payments (order_id, provider, idempotency_key, return_token, state, amount_tetri, currency, created_at, expires_at, check_at, settled_at)
       select id, 'fake', gen_random_uuid(), replace(gen_random_uuid()::text, '-', ''), 'paid', total_tetri, 'GEL', now(), now(), now(), now() from paid
     ), mail as (
       insert into mails (key, kind, recipient, language, payload, message_id, state, created_at, sent_at)
       select 'ticket:' || id, 'ticket', 'guest@rkali.example', 'en', jsonb_build_object('orderId', id), '<' || id || '@bench>', 'sent', now(), now() from paid
     )
     insert into tickets (id, order_line_id, place, user_id, event_id, ticket_type_id, price_tetri, created_at)
     select nextval('ticket_order') * 134217728 + floor(random() * 134217728)::bigint, line.id, n, paid.user_id, $2, ticket_type_id, price_tetri, now()
     from line join paid on paid.id = line.order_id, generate_series(1, $3) n returning id, user_id as "userId"`,
    [userIds, eventId, each],
  );
  return rows.map(({ id, userId }) => ({ id: Number(id), userId }));
}
