import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';

export type TestDatabase = { url: string; drop: () => Promise<void> };

const Cluster = z.object({ adminUrl: z.string(), template: z.string(), prefix: z.string() });
export type TestCluster = z.infer<typeof Cluster>;

/** Where a test file creates databases. Passed by the environment, because every runner's workers inherit it. */
export const testCluster = (): TestCluster => Cluster.parse(JSON.parse(process.env['TEST_CLUSTER'] ?? '{}'));

/** An empty migrated database for the caller, in about 10 ms: a copy of the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template, prefix } = testCluster();
  const name = prefix + randomBytes(6).toString('hex');
  await asAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  return { url: onDatabase(adminUrl, name), drop: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`) };
}

/** Connections of a test's own. One that is still closing when its database is dropped reports an error that does not matter. */
export function openTestPool(url: string, max = 1): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', () => undefined);
  return pool;
}

/** The same server, another database. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: `rkali:${process.pid}` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
