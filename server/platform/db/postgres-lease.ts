import pg from 'pg';
import { isAlive } from '#server/platform/files/is-alive.ts';
import type { Postmaster } from './postmaster.ts';

/** A connection that says "I am using this server" for as long as it is open. */
export type Lease = { isLast: () => Promise<boolean>; end: () => Promise<void> };

// Two numbers of our own that no other advisory lock in this database uses.
const LOCK = '1919642729, 1';
const NOTICE_MS = 1_000;

/** Every process of ours names its connections so; `rkali:<process id>`. */
export const applicationName = `rkali:${process.pid}`;

export function urlOf({ socketDir, port }: Postmaster): string {
  return `postgres://app@localhost:${port}/postgres?host=${encodeURIComponent(socketDir)}&sslmode=disable`;
}

/**
 * Takes a shared lock that lasts as long as the connection. `isLast` asks for it alone: from then on a newcomer waits for the lock
 * until the server ends, and so learns that it has to start one itself.
 */
export async function takeLease(url: string): Promise<Lease> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName, connectionTimeoutMillis: 5000 });
  // The server may end before us; whoever queries notices.
  client.on('error', () => {});
  await client.connect();
  await client.query(`select pg_advisory_lock_shared(${LOCK})`);
  return {
    end: () => client.end(),
    async isLast() {
      await client.query(`select pg_advisory_unlock_shared(${LOCK})`);
      if (await hasLivingOthers(client)) return false;
      // A process that was just killed may still hold its lock until the server has noticed.
      await client.query(`set lock_timeout = ${NOTICE_MS}`);
      try {
        await client.query(`select pg_advisory_lock(${LOCK})`);
      } catch {
        return false;
      }
      return !(await hasLivingOthers(client));
    },
  };
}

async function hasLivingOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(
    `select distinct split_part(application_name, ':', 2)::int as pid from pg_stat_activity
     where application_name ~ '^rkali:[0-9]+$' and application_name <> $1`,
    [applicationName],
  );
  return rows.some(({ pid }) => isAlive(pid));
}
