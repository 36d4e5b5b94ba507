import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { BEGUN } from './begun-update.ts';
import { oldestVersionAfter, refuseUnfit } from './fitting-versions.ts';
import { findMachines, findOthers, findOthersSince, machineName, noteMachine, noteStop } from './machines.ts';
import { readJobTables } from './job-tables.ts';
import { migrate } from './migrate.ts';
import { VERSION } from '#server/platform/version.ts';

const one = { port: 3001, processes: 2 };
const other = { port: 3002, processes: 3 };

async function openDatabase() {
  const { ownerUrl, drop } = await createTestDatabase();
  onTestFinished(drop);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return { client, ownerUrl };
}

test('machines know each other until they stop, or until they are silent for half a minute', async () => {
  const { client } = await openDatabase();
  expect(await noteMachine(client, one)).toBe(0);
  expect(await noteMachine(client, other)).toBe(2);
  expect(await noteMachine(client, one)).toBe(3);
  expect(await findOthers(client, one)).toEqual([{ name: machineName(other), version: VERSION, processes: 3 }]);
  await client.query(`update machines set seen_at = now() - interval '36 seconds' where name = $1`, [machineName(other)]);
  expect(await noteMachine(client, one)).toBe(0);
  expect(await findOthers(client, one)).toEqual([]);
  await noteStop(client, one);
  expect(await findMachines(client)).toEqual([]);
  expect(await noteMachine(client, other)).toBe(0);
});

test('a machine that started and stopped since a moment is known, one that stopped before is not', async () => {
  const { client } = await openDatabase();
  await noteMachine(client, other);
  await noteStop(client, other);
  const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now');
  const moment = rows[0]?.now ?? '';
  expect(await findOthersSince(client, one, moment)).toEqual([]);
  await noteMachine(client, one);
  expect(await findOthersSince(client, one, moment)).toEqual([]);
  await noteMachine(client, other);
  await noteStop(client, other);
  expect(await findOthersSince(client, one, moment)).toEqual([machineName(other)]);
});

test('a start does not change the tables of jobs while a machine lives that does not know them', async () => {
  const { client, ownerUrl } = await openDatabase();
  const starts = () => migrate(ownerUrl, ownerUrl, { server: { ...one, dataDir: createTestFolder() } });
  await noteMachine(client, other);
  await starts();
  // As if this program's library were newer than that of the other machine.
  await client.query('drop schema graphile_worker cascade');
  await expect(starts()).rejects.toThrow(
    `the new version changes the tables of jobs, which no other version may use: stop ${machineName(other)} first.`,
  );
  expect(await readJobTables(client)).toBe(0);
  await noteStop(client, other);
  await starts();
  expect(await readJobTables(client)).toBeGreaterThan(0);
});

const CONTRACT = `alter table events drop column old_name;
  create or replace function oldest_version() returns text language sql immutable return '1.10.0';`;

test('a migration that removes something waits for machines of a version that uses it, and names them', () => {
  const machines = ['1.9.3', '1.10.0', '2.0.0'].map((version, at) => ({ name: `m${at}:3000`, version, processes: 1 }));
  expect(oldestVersionAfter(CONTRACT)).toBe('1.10.0');
  expect(() => refuseUnfit([{ name: '0007_names', sql: CONTRACT }], machines)).toThrow(
    /^the migration 0007_names removes what m0:3000 \(1\.9\.3\) still uses: update it to 1\.10\.0 first, or stop it\.$/,
  );
  expect(() => refuseUnfit([{ name: '0007_names', sql: CONTRACT }], machines.slice(1))).not.toThrow();
  expect(() => refuseUnfit([{ name: '0008_more', sql: 'alter table events add column new_name text;' }], machines)).not.toThrow();
});

test('a server starts on the tables of a newer version while its own fits, unless an update may still go back to a copy', async () => {
  const base = createTestFolder();
  const begun = join(base, BEGUN);
  const { client, ownerUrl } = await openDatabase();
  await migrate(ownerUrl);
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', extract(epoch from timestamptz '2031-05-04') * 1000)`,
  );
  const starts = () => migrate(ownerUrl, ownerUrl, { server: { ...one, dataDir: join(base, 'data') } });
  writeFileSync(begun, '{}');
  await expect(starts()).rejects.toThrow('an update was interrupted');
  rmSync(begun);
  await starts();
  expect((await findMachines(client)).map(({ name }) => name)).toEqual([machineName(one)]);
  // A command has no reason to go on.
  await expect(migrate(ownerUrl)).rejects.toThrow('the database was changed by a newer version');
  await client.query(`create or replace function oldest_version() returns text language sql immutable return '99.0.0'`);
  await expect(starts()).rejects.toThrow('the database was changed by a newer version');
});
