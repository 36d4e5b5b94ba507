import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { MIGRATION_LOCK } from './lock-wait.ts';
import { migrate } from './migrate.ts';

/** Opens a connection of another process that has run this statement. */
async function openHolder(url: string, name: string, text: string, values: unknown[] = []): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(text, values);
  return client;
}

test('a start that waits for another one says for which, and opens when that has ended', async () => {
  const { ownerUrl: url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const other = await openHolder(url, 'rkali:4711', 'select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const said: string[] = [];
  const starting = migrate(url, url, { wait: { say: (line) => said.push(line), longestMs: 10 * MINUTE_MS } });
  await expect
    .poll(() => said)
    .toEqual(['Waiting for process 4711 of this program, which has locked the database. This gives up after 10 minutes.']);
  await other.end();
  await starting;
  expect(said).toHaveLength(1);
});

test('a start does not wait for ever', async () => {
  const { ownerUrl: url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await openHolder(url, 'rkali:4711', 'select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await expect(migrate(url, url, { wait: { say: () => undefined, longestMs: 3_000 } })).rejects.toThrow(
    /^process 4711 of this program has locked the database for 0 minutes: wait for its end, or end it\.$/,
  );
});

test('a migration that another program keeps from a table names that program', async () => {
  const { ownerUrl: url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const copying = await openHolder(url, 'pg_dump', 'begin; lock table drizzle.__drizzle_migrations in access exclusive mode');
  const said: string[] = [];
  const starting = migrate(url, url, { wait: { say: (line) => said.push(line), longestMs: 10 * MINUTE_MS } });
  await expect.poll(() => said).toEqual([expect.stringMatching(/^Waiting for PostgreSQL's process \d+ \(pg_dump\), which has locked/)]);
  await copying.query('rollback');
  await starting;
});
