import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import { createEmptyDatabase } from './empty-database.ts';
import { createTestFolder } from './folder.ts';
import { onTestFinished } from './on-test-finished.ts';

const migrations = fileURLToPath(new URL('../../server/platform/db/migrations', import.meta.url));
const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** Creates a database with only the migrations before this one; dropped when the test is over. */
export async function databaseBefore(tag: RegExp): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await createEmptyDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  const folder = createTestFolder();
  cpSync(migrations, folder, { recursive: true });
  const journal = Journal.parse(JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')));
  const cut = journal.entries.findIndex((entry) => tag.test(entry.tag));
  if (cut < 0) throw new Error(`There is no migration like ${tag.source}.`);
  writeFileSync(`${folder}/meta/_journal.json`, JSON.stringify({ ...journal, entries: journal.entries.slice(0, cut) }));
  await applyMigrations(drizzle(client), { migrationsFolder: folder });
  return client;
}
