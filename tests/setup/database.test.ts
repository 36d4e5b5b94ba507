import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './database.ts';

async function open(): Promise<pg.Client> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return client;
}

test('a test database is migrated and empty', async () => {
  const client = await open();
  const { rows } = await client.query('select count(*)::int as events from events');
  expect(rows).toEqual([{ events: 0 }]);
});

test('databases made at the same time know nothing of each other', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, open));
  await Promise.all(clients.map((client, place) => client.query(`create table own as select ${place} as place`)));
  const found = await Promise.all(clients.map((client) => client.query<{ place: number }>('select place from own')));
  expect(found.map(({ rows }) => rows[0]?.place)).toEqual(clients.map((_, place) => place));
});
