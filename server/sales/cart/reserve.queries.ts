import type pg from 'pg';
import type { ErrorCode } from '#shared/errors.ts';
import { admittedSql, bannedSql, rejectedSql } from '#server/accounts/may-buy.ts';
import { firstOnSaleSql, onSaleSql } from '#server/content/events/releases.ts';
import { codePersonRoomSql, codeRoomSql, isCodeOpenSql } from '#server/sales/codes/code-room.ts';
import { isKeptSql } from '#server/sales/waiting/waiting-room.ts';
import { heldUntilSql, latestEndSql, restEndSql } from './hold-rules.ts';
import { exceedsPersonLimitSql, ownedPlacesSql } from './person-limit.ts';

/** `code`: folded; places of the ticket type that it opens. `via`: the promoter whose link brought the guest. */
export type PlaceRequest = { userId: number; eventId: number; quantity: number; code?: string | undefined; via?: string | undefined };
/** `isShared`: accounts of one person share the places (PLACES_SHARED_BY_PERSON); `rejectedMayBuy`: REJECTED_MAY_BUY. */
type Rules = { now: Date; isShared: boolean; rejectedMayBuy: boolean };
type Refusal = Extract<
  ErrorCode,
  | 'event_not_found'
  | 'event_ended'
  | 'banned'
  | 'account_rejected'
  | 'verified_only'
  | 'ticket_in_cart'
  | 'not_on_sale'
  | 'price_unavailable'
  | 'person_limit'
  | 'hold_limit'
  | 'code_invalid'
>;
/** `full`, `code_spent` and `overdue` may be retried; `too_many` is more than the event allows one person. */
export type PlaceRefusal = {
  verdict: Refusal | 'full' | 'code_spent' | 'overdue' | 'too_many';
  placesPerPerson: number | null;
  againAt: Date | null;
};
export type PlaceAnswer = { verdict: 'held'; holdId: number; priceTetri: number; heldUntil: Date } | PlaceRefusal;

type AnswerRow = {
  place: number;
  verdict: PlaceRefusal['verdict'] | null;
  hold_id: number | null;
  price_tetri: number | null;
  held_until: Date | null;
  places_per_person: number | null;
  again_at: Date | null;
};

type CheckRow = Pick<AnswerRow, 'place' | 'verdict' | 'places_per_person' | 'again_at'>;

const lockText = 'select id from events where id = any($1::int[]) order by id for no key update';

/** Who a request counts for in a batch: the same for all accounts with one personal number. */
const personSql = "coalesce(u.personal_number_digest, 'account ' || u.id)";

/**
 * Each request with its free places, or the reason for a refusal that does not depend on stock. $1–$3: users, events, quantities; $4: now; $5: whether
 * rejected users may buy; $6: codes, $7: promoters, null for none.
 */
const checkedText = (isShared: boolean) => `
with requested as (
  select place::int, user_id, event_id, quantity, code, via
  from unnest($1::int[], $2::int[], $3::int[], $6::text[], $7::text[]) with ordinality as a (user_id, event_id, quantity, code, via, place)
), looked as (
  select a.place, a.user_id, a.quantity, e.id as event_id, e.places_per_person, b.id as basket_id, b.price_tetri,
    b.room as release_room, e.capacity - e.taken as event_room,
    (select pr.id from promoters pr where pr.via = a.via and pr.ended_at is null) as promoter_id,
    a.code is null and ${isKeptSql('e', '$4')} as is_kept,
    a.code, b.code_id, b.code_room, b.code_person_room, b.public_price_tetri,
    owned.places as owned_places, ${isShared ? personSql : 'a.user_id'} as person,
    coalesce(p.held_since, $4) as held_since, ${restEndSql('p.ended_at')} as again_at,
    case
      when e.id is null then 'event_not_found'
      when e.ends_at <= $4 then 'event_ended'
      when ${bannedSql('u', '$4')} then 'banned'
      when not $5::boolean and ${rejectedSql('u')} then 'account_rejected'
      when e.verified_only and not ${admittedSql('u')} then 'verified_only'
      when h.held_until > $4 then 'ticket_in_cart'
      when h.id is not null then 'overdue'
      when ${latestEndSql('p.held_since')} <= $4 then 'hold_limit'
      when ${exceedsPersonLimitSql('a.quantity', '0', 'e.places_per_person')} then 'too_many'
      when b.id is null and a.code is not null then 'code_invalid'
      when b.id is null then 'not_on_sale'
      when b.price_tetri is null then 'price_unavailable'
      when ${exceedsPersonLimitSql('a.quantity', 'owned.places', 'e.places_per_person')} then 'person_limit'
    end as refusal
  from requested a
  left join events e on e.id = a.event_id and e.state = 'published'
  left join users u on u.id = a.user_id
  left join holds h on h.user_id = a.user_id and h.event_id = e.id
  left join past_holds p on p.user_id = a.user_id and p.event_id = e.id
    and ${restEndSql('p.ended_at')} > $4
  left join lateral (
    (
      select id, price_tetri, quota - taken as room, null::int as code_id, null::int as code_room, null::int as code_person_room, null::int as public_price_tetri
      from baskets r
      where a.code is null and event_id = e.id and kind = 'release' ${firstOnSaleSql('r', '$4', 'a.quantity')}
    ) union all (
      select r.id, r.price_tetri, r.quota - r.taken, c.id, ${codeRoomSql('c')}, ${codePersonRoomSql('c', 'a.user_id', isShared)},
        (select p.price_tetri from baskets p where p.event_id = e.id and p.kind = 'release' ${firstOnSaleSql('p', '$4', 'a.quantity')})
      from codes c join baskets r on r.id = c.basket_id
      where c.event_id = e.id and c.folded = a.code and r.price_tetri is not null and ${isCodeOpenSql('c', '$4')} and ${onSaleSql('r', '$4')}
    )
  ) b on true
  left join lateral (select ${ownedPlacesSql('a.user_id', 'e.id', isShared)} as places) owned on true
)`;

/** A request has no room by itself, or what is free is kept for somebody who waits. */
const isFullSql = `(least(l.release_room, l.event_room, l.code_room, l.code_person_room) < l.quantity or l.is_kept)`;
/** What is full: the event, or what the code opens. */
const fullSql = "case when l.code is not null and l.event_room >= l.quantity then 'code_spent' else 'full' end";

/** Decides a batch as `holdText` does, without writing or locking. Where no places are left, and none can be released either, a request is `full`. */
const checkText = (isShared: boolean) => `
${checkedText(isShared)}
select l.place, l.places_per_person, l.again_at, coalesce(l.refusal, case when ${isFullSql} then ${fullSql} end) as verdict
from looked l
where not exists (
  select from holds o join baskets b on b.id = o.basket_id where b.event_id = l.event_id and o.held_until <= $4
)`;

/**
 * Decides and writes a whole batch. Within it smaller requests come first and then earlier ones, so that whenever any request fits,
 * something is held. A user's request for an event occurs once in a batch; of two accounts of one person the later may have to be retried.
 */
const holdText = (isShared: boolean) => `
${checkedText(isShared)}, summed as (
  select *,
    sum(quantity) over (partition by basket_id order by quantity, place) as release_sum,
    sum(quantity) over (partition by event_id order by quantity, place) as event_sum,
    sum(quantity) over (partition by event_id, person order by quantity, place) as person_sum,
    sum(quantity) over (partition by code_id order by quantity, place) as code_sum,
    sum(quantity) over (partition by code_id, person order by quantity, place) as code_person_sum
  from looked where refusal is null and not is_kept
), granted as (
  select * from summed
  where not ${exceedsPersonLimitSql('person_sum', 'owned_places', 'places_per_person')}
    and release_sum <= release_room and event_sum <= event_room
    and (code_id is null or code_sum <= code_room and code_person_sum <= code_person_room)
), held as (
  insert into holds (user_id, event_id, basket_id, quantity, price_tetri, code_id, public_price_tetri, promoter_id, held_until, held_since, created_at)
  select user_id, event_id, basket_id, quantity, price_tetri, code_id, public_price_tetri, promoter_id,
    ${heldUntilSql('$4', 'held_since')}, held_since, $4
  from granted
  returning id, user_id, event_id, held_until
), in_releases as (
  update baskets b set taken = b.taken + g.places
  from (select basket_id, sum(quantity) as places from granted group by basket_id) g where b.id = g.basket_id
), in_events as (
  update events e set taken = e.taken + g.places
  from (select event_id, sum(quantity) as places from granted group by event_id) g where e.id = g.event_id
), forgotten as (
  delete from expired_holds x using granted g where x.user_id = g.user_id and x.event_id = g.event_id
), gone_on as (
  delete from past_holds p using granted g where p.user_id = g.user_id and p.event_id = g.event_id
)
select l.place, h.id as hold_id, l.price_tetri, h.held_until, l.places_per_person, l.again_at, coalesce(l.refusal, case when h.id is null then ${fullSql} end) as verdict
from looked l left join held h on h.user_id = l.user_id and h.event_id = l.event_id and l.refusal is null`;

/** The statements for one way of counting a person's places, with the names under which connections plan them. */
const statements = (isShared: boolean) => ({
  hold: { name: isShared ? 'hold_shared_places' : 'hold_places', text: holdText(isShared) },
  check: { name: isShared ? 'look_at_shared_places' : 'look_at_places', text: checkText(isShared) },
});
const own = statements(false);
const shared = statements(true);

/**
 * Holds the places of a batch in one short transaction that does nothing else. Returns the answers in the order of the requests.
 */
export function holdPlaces(pool: pg.Pool, requests: readonly PlaceRequest[], rules: Rules): Promise<PlaceAnswer[]> {
  return planningOnce(pool, async (client) => {
    const { hold } = rules.isShared ? shared : own;
    const values = valuesOf(requests, rules);
    await client.query({ name: 'lock_events', text: lockText, values: [values[1]] });
    const { rows } = await client.query<AnswerRow>({ ...hold, values });
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return requests.map((_, index) => toAnswer(byPlace.get(index + 1)));
  });
}

/** Answers, in the order of the requests, those that can be refused without trying; undefined for a request that may find places. */
export function checkPlaces(pool: pg.Pool, requests: readonly PlaceRequest[], rules: Rules): Promise<(PlaceRefusal | undefined)[]> {
  return planningOnce(pool, async (client) => {
    const { check } = rules.isShared ? shared : own;
    const { rows } = await client.query<CheckRow>({ ...check, values: valuesOf(requests, rules) });
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return requests.map((_, index) => {
      const { verdict, places_per_person: placesPerPerson = null, again_at: againAt = null } = byPlace.get(index + 1) ?? {};
      return verdict ? { verdict, placesPerPerson, againAt } : undefined;
    });
  });
}

/**
 * Runs named statements in a transaction. Plain `pg`, unlike everywhere else, so that a connection plans these once: planning takes 2 ms,
 * running them a tenth of that. PostgreSQL by itself would plan them for their values each time.
 */
async function planningOnce<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local plan_cache_mode = force_generic_plan');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // The connection may be broken; the server rolls back when it closes.
    client.release(true);
    throw error;
  }
}

const valuesOf = (requests: readonly PlaceRequest[], { now, rejectedMayBuy }: Rules): unknown[] => [
  requests.map(({ userId }) => userId),
  requests.map(({ eventId }) => eventId),
  requests.map(({ quantity }) => quantity),
  now,
  rejectedMayBuy,
  requests.map(({ code }) => code ?? null),
  requests.map(({ via }) => via ?? null),
];

function toAnswer(row: AnswerRow | undefined): PlaceAnswer {
  if (!row) throw new Error('A request for places got no answer.');
  const { verdict, hold_id: holdId, price_tetri: priceTetri, held_until: heldUntil } = row;
  if (verdict) return { verdict, placesPerPerson: row.places_per_person, againAt: row.again_at };
  if (holdId === null || priceTetri === null || heldUntil === null) throw new Error('A hold was granted without price or end.');
  return { verdict: 'held', holdId, priceTetri, heldUntil };
}
