import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { examine } from './examine.ts';

/** Creates the data folder of a stopped site. */
async function openFolder(): Promise<string> {
  const dataDir = join(createDatabaseFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
  await migrate(ownerUrl, url);
  await stop();
  return dataDir;
}

/** Returns the doctor's findings about the database, without a network. */
async function findingsOf(dataDir: string): Promise<string[]> {
  const options = { dns: ['127.0.0.1:1'], clockUrl: 'http://127.0.0.1:1', dkim: [], sends: false };
  const found = await examine({ variables: { NODE_ENV: 'test', DATA_DIR: dataDir }, settings: join(dataDir, '.env'), options });
  return found.filter(({ check }) => check === 'database').map(({ state, text }) => `${state}: ${text}`);
}

test('the doctor opens a database that is stopped, but changes none that a start would have to convert', async () => {
  const dataDir = await openFolder();
  expect(await findingsOf(dataDir)).toEqual(['well: answers, can write, and has the tables of this version']);

  const rules = join(dataDir, 'postgres/pg_hba.conf');
  const ours = readFileSync(rules, 'utf8');
  writeFileSync(rules, 'local all all trust\n');
  expect(await findingsOf(dataDir)).toEqual(['fault: admits anyone who reaches its socket, as earlier versions did']);
  expect(readFileSync(rules, 'utf8')).toBe('local all all trust\n');

  writeFileSync(rules, ours);
  rmSync(join(dataDir, 'postgres-passwords'));
  const before = readdirSync(dataDir);
  expect(await findingsOf(dataDir)).toEqual(['fault: has lost its passwords (postgres-passwords in DATA_DIR)']);
  expect(readdirSync(dataDir)).toEqual(before);
}, 90_000);
