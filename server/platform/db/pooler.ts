import type { Client } from 'pg';
import type { Env } from '#server/platform/config/env.ts';
import { createClient } from './hosts.ts';
import { connectNamed } from './lock-wait.ts';

const CONNECT_MS = 5_000;
const REMEDY = 'Set DATABASE_DIRECT_URL to the address of the database itself, for notifications, locks and jobs.';

/** @throws one sentence if the address of the database is a pooler that would lose notifications and locks, or refuses our limits */
export async function refusePooler({ databaseUrl, databasePoolerUrl }: Pick<Env, 'databaseUrl' | 'databasePoolerUrl'>): Promise<void> {
  if (databaseUrl === undefined) return;
  const name = databasePoolerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  if (await refusesLimits(databaseUrl)) throw new Error(`${name} leads to a pooler that refuses the limits of a session. ${REMEDY}`);
  if (await sharesSessions(databaseUrl)) throw new Error(`${name} leads to a pooler in transaction mode. ${REMEDY}`);
}

/** Poolers refuse settings that they do not know when a connection is opened. */
async function refusesLimits(url: string): Promise<boolean> {
  const client = createClient(url, { connectionTimeoutMillis: CONNECT_MS, statement_timeout: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return false;
  } catch (error) {
    if (error instanceof Error && error.message.includes('unsupported startup parameter')) return true;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns true if two connections have the same session of the database: one in its transaction, the other before and after it. */
async function sharesSessions(url: string): Promise<boolean> {
  const [one, other] = [await connectNamed(url), await connectNamed(url)];
  try {
    const before = await sessionOf(one);
    await other.query('begin');
    const during = await sessionOf(other);
    const after = await sessionOf(one);
    await other.query('rollback');
    return before === during || before !== after;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

async function sessionOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
