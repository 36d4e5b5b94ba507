import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect } from 'vitest';
import { freePort } from '#lab/trial/server-process.ts';
import { findPostgresHome, type PostgresHome } from '#server/platform/db/postgres-home.ts';
import { createCluster, OWNER_ROLE } from '#server/platform/db/postgres-launch.ts';
import { createTestFolder } from './folder.ts';
import { onTestFinished } from './on-test-finished.ts';

export type ReplicatedPostgres = {
  /** Both hosts, as libpq writes them. */
  url: string;
  /** Connects to the host that was the standby at first. */
  standbyUrl: string;
  /** Kills every process of the primary at once. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
};

/** Starts the bundled PostgreSQL twice: a primary and a standby that has each commit before the client is answered. */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const folder = createTestFolder();
  chmodSync(folder, 0o755);
  const home = await findPostgresHome(folder, () => undefined);
  await createCluster(home, { fsync: 'off' });
  const copy = `${home.cluster}-standby`;
  execFileSync('cp', ['-a', home.cluster, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');
  const [port, standbyPort] = [await freePort(), await freePort()];
  const end = launch(home, home.cluster, port, { synchronous_standby_names: '*' });
  await answers(port);
  launch(home, copy, standbyPort, { primary_conninfo: `host=127.0.0.1 port=${port} user=${OWNER_ROLE} application_name=standby` });
  const ask = (sql: string) => onHost(port, sql);
  await expect.poll(() => ask('select sync_state as value from pg_stat_replication').catch(String), { timeout: 20_000 }).toBe('sync');
  return {
    url: `postgres://${OWNER_ROLE}@127.0.0.1:${port},127.0.0.1:${standbyPort}/postgres?target_session_attrs=read-write`,
    standbyUrl: urlOf(standbyPort),
    killPrimary: end,
    promote: async () => expect(await onHost(standbyPort, 'select pg_promote()::text as value')).toBe('true'),
  };
}

const urlOf = (port: number): string => `postgres://${OWNER_ROLE}@127.0.0.1:${port}/postgres`;

/** Starts PostgreSQL on a folder. Returns the function that kills it with all its processes. */
function launch({ programs, runAs }: PostgresHome, cluster: string, port: number, settings: Record<string, string>): () => Promise<void> {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', shared_buffers: '64MB', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'bin', 'postgres'), ['-D', cluster, '-p', String(port), ...options], {
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    cwd: '/',
    ...runAs,
    detached: true,
    stdio: 'ignore',
  });
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    process.kill(-(server.pid ?? 0), 'SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return kill;
}

const answers = (port: number): Promise<void> =>
  expect.poll(() => onHost(port, "select 'yes' as value").catch(String), { timeout: 20_000 }).toBe('yes');

async function onHost(port: number, sql: string): Promise<string | undefined> {
  const client = new Client({ connectionString: urlOf(port) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<{ value: string }>(sql)).rows[0]?.value;
  } finally {
    await client.end().catch(() => undefined);
  }
}
