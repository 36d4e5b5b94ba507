import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { hasSeparateRights } from '#server/platform/db/rights.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';

const file = join(import.meta.dirname, '../../deploy/postgres-init.sql');
const isInstalled = spawnSync('psql', ['--version']).status === 0;
const [appPassword, ownerPassword] = ['3d1f5c0a9b7e4d2f8a6c', 'Another_Password-0.7~x'];
const addresses = {
  DATABASE_URL: `postgres://rkali_app:${appPassword}@postgres:5432/rkali`,
  DATABASE_OWNER_URL: `postgres://rkali_owner:${ownerPassword}@postgres:5432/rkali`,
};

/** Starts a PostgreSQL as the image makes it: one superuser, `postgres`, and an empty database. */
async function startImage(): Promise<{ superuser: string; of(address: string): string }> {
  const dataDir = createDatabaseFolder();
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
  onTestFinished(() => cluster.stop());
  const superuser = Object.assign(new URL(cluster.ownerUrl), { username: 'postgres', password: 'superuser' }).href;
  await query(cluster.ownerUrl, `create role postgres superuser login password 'superuser'`);
  await query(superuser, 'alter role rkali_app rename to former_app; alter role rkali_owner rename to former_owner');
  const of = (address: string): string => {
    const { username, password, pathname } = new URL(address);
    return Object.assign(new URL(superuser), { username, password, pathname }).href;
  };
  return { superuser, of };
}

/** Runs the file as the image's entrypoint does. */
const run = (superuser: string, env: Record<string, string>) =>
  spawnSync('psql', ['--set=ON_ERROR_STOP=1', '--no-psqlrc', '--quiet', '--file', file, superuser], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows?.flat() ?? [];
  } finally {
    await client.end();
  }
}

test.skipIf(!isInstalled)(
  'the script makes two users: one migrates, the other serves and can change neither schema nor what is append-only',
  async () => {
    const { superuser, of } = await startImage();
    expect(run(superuser, addresses)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const [url, ownerUrl] = [of(addresses.DATABASE_URL), of(addresses.DATABASE_OWNER_URL)];
    await migrate(ownerUrl, url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    expect(await hasSeparateRights(client)).toBe(true);
    expect(
      await query(ownerUrl, `select rolname::text || rolsuper || rolcreaterole || rolcreatedb from pg_roles where rolname ~ '^rkali'`),
    ).toEqual(expect.arrayContaining(['rkali_ownerfalsefalsefalse', 'rkali_appfalsefalsefalse']));
    await expect(query(superuser, 'select 1')).rejects.toThrow(/password authentication failed/);
  },
);

test.skipIf(!isInstalled).each([
  ['no addresses', {}],
  ['one address', { DATABASE_URL: addresses.DATABASE_URL }],
  ['the users swapped', { DATABASE_URL: addresses.DATABASE_OWNER_URL, DATABASE_OWNER_URL: addresses.DATABASE_URL }],
  ['a short password', { ...addresses, DATABASE_URL: 'postgres://rkali_app:short@postgres:5432/rkali' }],
  [
    'a password that would be written otherwise',
    { ...addresses, DATABASE_URL: `postgres://rkali_app:${appPassword}%2F'@postgres:5432/rkali` },
  ],
  ['another host', { ...addresses, DATABASE_URL: addresses.DATABASE_URL.replace('@postgres', '@db') }],
])('with %s it stops with one line and makes nothing', async (_, env) => {
  const { superuser } = await startImage();
  const { status, stderr } = run(superuser, env);
  expect([status, stderr]).toEqual([
    3,
    expect.stringContaining('.env must have DATABASE_URL=postgres://rkali_app:<password>@postgres:5432/rkali and'),
  ]);
  expect(await query(superuser, `select rolname::text from pg_roles where rolname ~ '^rkali'`)).toEqual([]);
});
