import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/platform/config/env.ts';
import { findMachines, machineName, noteMachine } from '#server/platform/db/machines.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { forgetTrial } from './fleet.ts';
import { endTrial, stopServer } from './running-server.ts';

async function openMachine() {
  const { url, ownerUrl, drop } = await createTestDatabase();
  onTestFinished(drop);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const env = readEnv({ DATABASE_URL: url, DATA_DIR: createTestFolder(), PORT: '3001' });
  await noteMachine(client, env);
  return { client, env };
}

test('a server that crashed counts as stopped when the database does not note it any more', async () => {
  const { client, env } = await openMachine();
  await client.query(`update machines set seen_at = now() - interval '33 seconds' where name = $1`, [machineName(env)]);
  expect(await stopServer(env)).toBe(false);
});

test('a trial that was killed, alone or with its update, is no other machine', async () => {
  const { client, env } = await openMachine();
  await noteMachine(client, { port: 3002, processes: 1 });
  await forgetTrial(env, 3002);
  const names = async () => (await findMachines(client)).map(({ name }) => name);
  expect(await names()).toEqual([machineName(env)]);
  await noteMachine(client, { port: 3002, processes: 1 });
  const base = createTestFolder();
  writeFileSync(join(base, 'update-trial.pid'), '0 3002\n');
  await endTrial({ base, release: base }, env);
  expect([await names(), readdirSync(base)]).toEqual([[machineName(env)], []]);
});
