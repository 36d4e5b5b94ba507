import type { PoolClient } from 'pg';
import { sealNumber, sealPersonal } from '#server/accounts/personal-data.ts';
import type { Keys } from '#server/platform/context.ts';

const AT_ONCE = 5_000;
export const STAFF = 8;
const FIRST_NUMBER = 10_000_000_000;

/** The personal number of the nth guest. */
export const numberOf = (n: number): string => String(FIRST_NUMBER + n * 7);

const FIRST =
  'Nino Giorgi Mariam Davit Ana Luka Tamar Irakli Ketevan Levan Salome Nika Natia Zurab Khatia Sandro Elene Vakhtang Tinatin Shota';
const FIRST_KA =
  'ნინო გიორგი მარიამ დავით ანა ლუკა თამარ ირაკლი ქეთევან ლევან სალომე ნიკა ნათია ზურაბ ხათია სანდრო ელენე ვახტანგ თინათინ შოთა';
const LAST =
  'Beridze Kapanadze Gelashvili Maisuradze Giorgadze Lomidze Tsiklauri Kvaratskhelia Gogoladze Dolidze Shengelia Chkheidze Jorjadze Mchedlishvili Khutsishvili Abashidze Ninidze';
const LAST_KA =
  'ბერიძე კაპანაძე გელაშვილი მაისურაძე გიორგაძე ლომიძე წიკლაური კვარაცხელია გოგოლაძე დოლიძე შენგელია ჩხეიძე ჯორჯაძე მჭედლიშვილი ხუციშვილი აბაშიძე ნინიძე';

export async function writeStaff(client: PoolClient, keys: Keys): Promise<void> {
  const sealed = (['personalNumber', 'birthdate'] as const).map((field) => sealPersonal(keys.personalData, field, ''));
  await client.query(
    `with staff as (insert into users (email, email_key, password_hash, first_name, last_name, phone_number, country, sealed_personal_number, sealed_birthdate, status)
     select 'staff' || n || '@club.example', 'staff' || n || '@club.example', '', 'Staff', 'Member ' || n, '', 'Georgia', $2, $3, 'Verified' from generate_series(1, $1) n returning id)
     insert into user_roles (user_id, role) select id, 'Owner' from staff`,
    [STAFF, ...sealed],
  );
}

/**
 * Guests with Georgian names, one in ten in Georgian letters and one in a thousand with a rare family name; each with a session and a
 * personal number, encrypted and hashed as the product does it.
 */
export async function writeGuests(client: PoolClient, keys: Keys, count: number): Promise<void> {
  const birthdate = sealPersonal(keys.personalData, 'birthdate', '1999-03-14');
  for (let from = 1; from <= count; from += AT_ONCE) {
    const until = Math.min(from + AT_ONCE - 1, count);
    const numbers = Array.from({ length: until - from + 1 }, (_, index) => sealNumber(keys, numberOf(from + index)));
    await client.query(insertGuests, [
      from,
      numbers.map(({ sealedPersonalNumber }) => sealedPersonalNumber),
      numbers.map(({ personalNumberDigest }) => personalNumberDigest),
      birthdate,
      ...[FIRST, FIRST_KA, LAST, LAST_KA].map((names) => names.split(' ')),
    ]);
  }
  await client.query(`
    insert into sessions (id, user_id, user_agent, created_at, last_used_at, expires_at)
    select md5('session ' || id)::uuid, id, 'Mozilla/5.0', now() - interval '1 day', now() - interval '1 day', now() + interval '6 days' from users`);
}

const insertGuests = `
  with numbers as (
    select ($1::int + place - 1)::int as n, sealed, digest from unnest($2::text[], $3::text[]) with ordinality as t (sealed, digest, place)
  ), named as (
    select *, n % 10 = 0 as is_georgian, 1 + n * 7 % 20 as f, 1 + n * 5 % 17 as l from numbers
  ), addressed as (
    select *, lower(($5::text[])[f] || '.' || ($7::text[])[l]) || n || '@' || (array['gmail.example', 'mail.example', 'list.example'])[1 + n % 3] as email
    from named
  )
  insert into users (email, email_key, password_hash, first_name, last_name, phone_number, country, sealed_personal_number, personal_number_digest,
    sealed_birthdate, social_media_profile_link, status, created_at)
  select email, email, '',
    case when is_georgian then ($6::text[])[f] else ($5::text[])[f] end,
    case when n % 1000 = 500 then 'ორბელიანი' when n % 1000 = 1 then 'Orbeliani' when is_georgian then ($8::text[])[l] else ($7::text[])[l] end,
    case n % 3 when 0 then '+995 5' when 1 then '5' else '+995 (5' end || to_char(50000000 + n * 37, case n % 3 when 2 then 'FM00")" 00 00 00' else 'FM00 00 00 00' end),
    case when n % 12 = 0 then 'Germany' else 'Georgia' end, sealed, digest, $4, 'https://instagram.com/guest' || n,
    case when n % 50 = 0 then 'Rejected' when n % 20 = 0 then 'Pending' when n % 33 = 0 then 'Check_Later' when n % 9 = 0 then 'Welcomed_Guest' else 'Verified' end,
    now() - make_interval(mins => 10 + (100000 - n) * 20)
  from addressed order by n`;
