import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { type Client, Pool, type PoolClient } from 'pg';

const SCHEMA = 'graphile_worker';
/** The table of the library's migrations. */
export const JOB_MIGRATIONS = `${SCHEMA}.migrations`;
const LIBRARY = 'node_modules/graphile-worker';

/** Returns the version of a database's job tables; 0 if it has none. */
export async function readJobTables(client: Pick<Client, 'query'>): Promise<number> {
  const { rows: tables } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [JOB_MIGRATIONS]);
  if (!tables[0]?.exists) return 0;
  const { rows } = await client.query<{ number: number }>(`select coalesce(max(id), 0)::int as number from ${JOB_MIGRATIONS}`);
  return rows[0]?.number ?? 0;
}

/** Returns the names of the library's migrations of its own tables in the folder of a program with its packages. */
export const jobMigrationsOf = (program: string): string[] =>
  readdirSync(join(program, LIBRARY, 'sql')).filter((name) => name.endsWith('.sql'));

/** Returns the newest version of the job tables that a program knows. */
export const jobTablesOf = (program: string): number => Math.max(...jobMigrationsOf(program).map((name) => Number.parseInt(name, 10)));

/**
 * Replaces the tables of jobs by empty ones of this version of the library, in the caller's transaction, whatever version they had. The
 * library itself always commits, and cannot downgrade its tables.
 */
export async function recreateJobTables(client: Client): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMA} cascade`);
  const pool = new Pool({ max: 1 });
  for (const event of ['error', 'connect'] as const) pool.on(event, () => undefined);
  await runMigrations({ pgPool: Object.assign(pool, { connect: async () => inTransaction(client) }) });
}

/**
 * Wraps the connection for a library that begins and commits: it gets savepoints instead, also for single statements, which may then fail
 * alone.
 */
function inTransaction(client: Client): PoolClient {
  const steps: Record<string, string> = {
    begin: 'savepoint jobs',
    commit: 'release savepoint jobs',
    rollback: 'rollback to savepoint jobs',
  };
  let isOpen = false;
  const query = async (...given: Parameters<Client['query']>): Promise<unknown> => {
    const [text] = given;
    const step = typeof text === 'string' ? steps[text] : undefined;
    if (step !== undefined) isOpen = text === 'begin';
    if (step !== undefined) return client.query(step);
    if (isOpen) return client.query(...given);
    await client.query('savepoint alone');
    try {
      const result: unknown = await client.query(...given);
      await client.query('release savepoint alone');
      return result;
    } catch (error) {
      await client.query('rollback to savepoint alone');
      throw error;
    }
  };
  return Object.assign(Object.create(client), { query, release: () => undefined });
}
