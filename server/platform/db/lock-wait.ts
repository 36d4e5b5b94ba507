import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { MINUTE_MS, SECOND_MS } from '#shared/durations.ts';
import { postgresCode } from './database-failure.ts';
import { createClient } from './hosts.ts';

/** The number of the advisory lock under which one process at a time migrates. */
export const MIGRATION_LOCK = 7_265_108;
const CONNECT_MS = 5_000;
const LOOK_MS = SECOND_MS;
const LOCK_NOT_AVAILABLE = '55P03';

/** `say` prints a line for the operator; a wait for one lock ends after `longestMs`. */
export type LockWait = { say: (line: string) => void; longestMs: number };
export const lockWait: LockWait = { say: (line) => void process.stdout.write(`${line}\n`), longestMs: 10 * MINUTE_MS };

/** Opens a connection that names this process, as `findProcesses` expects. */
export async function connectNamed(url: string): Promise<Client> {
  const client = createClient(url, { connectionTimeoutMillis: CONNECT_MS, application_name: `rkali:${process.pid}` });
  await client.connect();
  return client;
}

/** Runs `work` on a connection of its own. */
export async function onNamedClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectNamed(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the processes of this program that use the database now, except this one and those that wait to migrate. */
export async function findProcesses(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name ~ '^rkali:[0-9]+$' and application_name <> $1
      and application_name not in (select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and not l.granted and l.classid = 0 and l.objid = $2 and l.objsubid = 1) order by 1`,
    [`rkali:${process.pid}`, MIGRATION_LOCK],
  );
  return rows.map(({ name }) => name.replace('rkali:', ''));
}

/**
 * Runs `work` on a separate connection, where it may wait for locks: `say` reports within a second who holds the lock. @throws one sentence
 * when the wait is too long
 */
export async function onPatientClient<T>(url: string, { say, longestMs }: LockWait, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectNamed(url);
  const done = new AbortController();
  const holders = new Set<string>();
  let watching: Promise<void> | undefined;
  try {
    const { rows } = await client.query<{ pid: number }>(`select pg_backend_pid() as pid, set_config('lock_timeout', $1, false)`, [
      String(longestMs),
    ]);
    watching = watch(url, rows[0]?.pid ?? 0, done.signal, (holder) => {
      if (holders.has(holder)) return;
      holders.add(holder);
      say(`Waiting for ${holder}, which has locked the database. This gives up after ${minutes(longestMs)}.`);
    });
    return await work(client);
  } catch (error) {
    if (postgresCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    const holder = [...holders].at(-1) ?? 'another process';
    throw new Error(`${holder} has locked the database for ${minutes(longestMs)}: wait for its end, or end it.`, { cause: error });
  } finally {
    done.abort();
    await watching;
    await client.end();
  }
}

const minutes = (ms: number): string => `${Math.round(ms / MINUTE_MS)} minutes`;

/** Checks each second which process blocks a connection. Only a hint: if the check fails, the wait goes on. */
async function watch(url: string, pid: number, done: AbortSignal, found: (holder: string) => void): Promise<void> {
  let client: Client | undefined;
  try {
    while (await pause(done)) {
      client ??= await connectNamed(url);
      const { rows } = await client.query<{ pid: number; name: string }>(
        `select pid, application_name as name from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by pid`,
        [pid],
      );
      rows.forEach((row) => found(describe(row)));
    }
  } catch {
    // The work itself meets the same error and reports it.
  } finally {
    await client?.end().catch(() => undefined);
  }
}

const pause = (done: AbortSignal): Promise<boolean> => sleep(LOOK_MS, true, { signal: done, ref: false }).catch(() => false);

/** Processes of this program have a name; others are shown by their PostgreSQL process id. */
function describe({ pid, name }: { pid: number; name: string }): string {
  const [, ours] = /^rkali:(\d+)$/.exec(name) ?? [];
  if (ours !== undefined) return `process ${ours} of this program`;
  return `PostgreSQL's process ${pid} (${name || 'a program without a name'})`;
}
