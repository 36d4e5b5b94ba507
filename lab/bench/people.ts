import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { signAccessToken } from '#server/accounts/tokens.ts';
import { sealPersonal } from '#server/accounts/personal-data.ts';
import { systemClock } from '#server/platform/context.ts';
import { deriveKeys } from '#server/platform/config/secrets.ts';

export type Person = { id: number; token: string };

/** Inserts many guests with a session each straight into the tables: registering is not measured. */
export async function invite(database: Pool, secret: string, count: number, role: 'User' | 'Admin' = 'User'): Promise<Person[]> {
  const keys = deriveKeys(secret);
  const parts = { keys, clock: systemClock, shared: new Map() };
  const number = sealPersonal(keys.personalData, 'personalNumber', '01024012345');
  const birthdate = sealPersonal(keys.personalData, 'birthdate', '1999-03-14');
  const { rows } = await database.query<{ id: number }>(
    `insert into users (email, email_key, password_hash, first_name, last_name, phone_number, country, sealed_personal_number, sealed_birthdate, role)
     select email, email, '', 'Nino', 'Beridze', '', 'Georgia', $3, $4, $2
     from (select gen_random_uuid() || '@rkali.example' as email from generate_series(1, $1)) as people returning id`,
    [count, role, number, birthdate],
  );
  const sessions = rows.map(({ id }) => ({ id, sessionId: randomUUID() }));
  await database.query(
    `insert into sessions (id, user_id, created_at, last_used_at, expires_at)
     select s, u, now(), now(), now() + interval '1 day' from unnest($1::uuid[], $2::int[]) as t(s, u)`,
    [sessions.map(({ sessionId }) => sessionId), sessions.map(({ id }) => id)],
  );
  return Promise.all(
    sessions.map(async ({ id, sessionId }) => ({
      id,
      token: await signAccessToken(parts, { userId: id, sessionId }),
    })),
  );
}
