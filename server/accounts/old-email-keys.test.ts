import { expect, test } from 'vitest';
import { z } from 'zod';
import { migrate } from '#server/platform/db/migrate.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { onDatabase, testCluster } from '#tests/setup/database.ts';
import { databaseBefore } from '#tests/setup/old-database.ts';
import { findUserByEmail } from './accounts.queries.ts';
import { foldOldEmails } from './data-upgrades.ts';

const insertUser = `insert into users (email, password_hash, first_name, last_name, phone_number, country, sealed_personal_number, sealed_birthdate)
  values ($1, 'hash', 'Nino', 'Beridze', '', 'Georgia', '', '') returning id`;

test('a database of before migrates: accounts keep their address, of two spellings of one the plain or the older one', async () => {
  const client = await databaseBefore(/email_keys/);
  const emails = [
    'Nino@Example.com',
    'ｍａｒｋ@example.com',
    'mark@example.com',
    'ნინო@მაგალითი.გე',
    'luka@მაგალითი.გე',
    'luka@xn--lodafveble.xn--node',
    'v\u0130ctim@example.com',
  ];
  const ids: number[] = [];
  for (const email of emails) ids.push(z.object({ id: z.number() }).parse((await client.query(insertUser, [email])).rows[0]).id);
  const session = '00000000-0000-4000-8000-000000000001';
  await client.query(`insert into sessions (id, user_id, created_at, last_used_at, expires_at) values ($1, $2, now(), now(), now())`, [
    session,
    ids[0],
  ]);
  // The first was used by two tabs at once, so two unused tokens remain.
  for (const [hash, usedAt] of [
    ['a', 'now()'],
    ['b', 'now()'],
    ['c', 'null'],
    ['d', 'null'],
  ])
    await client.query(
      `insert into refresh_tokens (session_id, token_hash, issued_at, expires_at, used_at) values ($1, $2, now(), now(), ${usedAt})`,
      [session, hash],
    );

  const url = onDatabase(testCluster().adminUrl, client.database ?? '');
  await migrate(url);
  const app = await startTestApp({ databaseUrl: url });
  await foldOldEmails(app.ctx);

  const found = await Promise.all(emails.map(async (email) => (await findUserByEmail(app.ctx.db, email))?.id));
  expect(found).toEqual([ids[0], ids[2], ids[2], ids[3], ids[5], ids[5], ids[6]]);
  expect((await findUserByEmail(app.ctx.db, 'victim@example.com'))?.id).toBeUndefined();
  const { rows } = await client.query(
    'select token_hash as token, (select p.token_hash from refresh_tokens p where p.id = c.parent_id) as parent from refresh_tokens c order by id',
  );
  expect(rows).toEqual([
    { token: 'a', parent: null },
    { token: 'b', parent: 'a' },
    { token: 'c', parent: 'b' },
    { token: 'd', parent: 'b' },
  ]);
  // The next start finds nothing more to do, and the account that lost its address is still there.
  await foldOldEmails(app.ctx);
  expect((await client.query('select count(*)::int as accounts from users')).rows).toEqual([{ accounts: emails.length }]);
});
