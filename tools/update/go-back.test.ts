import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/platform/config/env.ts';
import { machineName, noteMachine, noteStop } from '#server/platform/db/machines.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { readMoment } from './fleet.ts';
import { goBack } from './go-back.ts';

const release = join(import.meta.dirname, '../..');
const other = { port: 3002, processes: 1 };

/** A database that a newer version has migrated, and the copy of before. */
async function interrupt() {
  const { url, ownerUrl, drop } = await createTestDatabase();
  onTestFinished(drop);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const env = readEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: createTestFolder(), PORT: '3001' });
  await noteMachine(client, other);
  await noteStop(client, other);
  const at = await readMoment(env);
  await noteMachine(client, env);
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4000000000000)`);
  let isBack = false;
  const copy = { name: 'before.age', bringBack: () => void (isBack = true) };
  return { client, isBack: () => isBack, back: () => goBack({ base: createTestFolder(), release }, { copy, at }, env) };
}

test('the copy of before an update is restored if no other machine has served since', async () => {
  const { back, isBack } = await interrupt();
  expect(await back()).toBe('The data of before.age is back.');
  expect(isBack()).toBe(true);
});

test('the copy is not restored over what another machine has sold since, although that one has stopped', async () => {
  const { back, isBack, client } = await interrupt();
  await noteMachine(client, other);
  await noteStop(client, other);
  expect(await back()).toBe(
    `${machineName(other)} has served since the copy was begun (before.age), so the copy is not restored: the old version goes on with the new tables.`,
  );
  await client.query(`create or replace function oldest_version() returns text language sql immutable return '99.0.0'`);
  await expect(back()).rejects.toThrow(
    'it lacks what was sold there. The old version does not work with the new tables: correct the new one, and run npm run update again.',
  );
  expect(isBack()).toBe(false);
});
