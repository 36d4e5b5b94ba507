import { runMigrations } from 'graphile-worker';
import { type Client, Pool, type PoolClient } from 'pg';

const SCHEMA = 'graphile_worker';

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
