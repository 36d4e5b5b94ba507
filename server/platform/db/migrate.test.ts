import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { migrate } from './migrate.ts';

test('a database that a newer version changed is left alone', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', extract(epoch from timestamptz '2031-05-04') * 1000)`,
  );
  await client.end();
  await expect(migrate(url)).rejects.toThrow(
    /^the database was changed by a newer version \(a migration of 2031-05-0[34] is unknown here\): start that version, or bring back the backup from before it\.$/,
  );
});
