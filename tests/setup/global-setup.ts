import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { isAlive } from '#server/platform/files.ts';
import type { TestCluster } from './database.ts';
import { SHARED_MEMORY } from './shared-memory.ts';
import { ensureTemplate } from './template.ts';

// Fast and unsafe: a test database need not survive a crash of the machine.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  autovacuum: 'off',
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const key = createHash('sha256').update(`${root}${process.getuid?.()}`).digest('hex').slice(0, 12);
// In memory a new database takes 10 ms, on a busy disk ten times as long.
const dataDir = join(SHARED_MEMORY ?? tmpdir(), `rkali-test-${key}`);

/** Starts one PostgreSQL for all test files, which runs on between runs and is shared by simultaneous runs. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startOrBeginAnew();
  const admin = new pg.Client({ connectionString: postgres.ownerUrl, application_name: `rkali:${process.pid}` });
  await admin.connect();
  await dropDatabases(admin, (owner) => !isAlive(owner));
  const addresses = { adminUrl: postgres.ownerUrl, appUrl: postgres.url };
  const template = await ensureTemplate(admin, addresses);
  const cluster: TestCluster = { ...addresses, template, prefix: `test_${process.pid}_` };
  process.env['TEST_CLUSTER'] = JSON.stringify(cluster);
  return async () => {
    await dropDatabases(admin, (owner) => owner === process.pid);
    await admin.end();
    await postgres.stop();
  };
}

async function startOrBeginAnew(): Promise<EmbeddedPostgres> {
  const options = { dataDir, settings, log: (line: string) => console.log(line) };
  return startEmbeddedPostgres(options).catch((error: unknown) => {
    // Another run may be using it.
    if (findPostmaster(join(dataDir, 'postgres'))) throw error;
    console.log(`The test database is made anew: ${String(error)}`);
    rmSync(dataDir, { recursive: true, force: true });
    return startEmbeddedPostgres(options);
  });
}

/** Drops this run's databases at its end, and those of killed runs at the next start. */
async function dropDatabases(admin: pg.Client, isOver: (owner: number) => boolean): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(`select datname as name from pg_database where datname like 'test\\_%'`);
  for (const { name } of rows) {
    if (isOver(Number(name.split('_')[1]))) await admin.query(`drop database if exists ${name} with (force)`);
  }
}
