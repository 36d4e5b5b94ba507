import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, onDatabase, testCluster } from '#tests/setup/database.ts';
import { databaseBefore } from '#tests/setup/old-database.ts';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';
import { released, tagsIn } from './released.ts';

export const migrations = join(import.meta.dirname, '../../server/platform/db/migrations');

/** Returns the migrations since the last release, oldest first. */
export function laterMigrations(): string[] {
  return tagsIn(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')).filter((tag) => !released?.migrations.includes(tag));
}

/** Connects to an empty database of the last release; undefined if there are no migrations since. */
export async function connectToReleased(): Promise<Client | undefined> {
  const [next] = laterMigrations();
  return next === undefined ? undefined : databaseBefore(new RegExp(`^${next}$`));
}

/** Connects to an empty database with the present tables; dropped when the test is over. */
export async function connectToPresent(): Promise<Client> {
  const { ownerUrl, drop } = await createTestDatabase();
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return client;
}

/** Returns the address of an empty database of the last release; dropped when the test is over. */
export async function openReleasedDatabase(): Promise<string> {
  const client = await connectToReleased();
  if (client?.database) return onDatabase(testCluster().adminUrl, client.database);
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  return url;
}
