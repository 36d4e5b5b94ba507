import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Env } from '#server/platform/config/env.ts';
import { refuseNewJobs, refuseUnfit } from '#server/platform/db/fitting-versions.ts';
import { createClient } from '#server/platform/db/hosts.ts';
import { findMachines, findOthers, findOthersSince, forgetMachine, type Machine, machineName } from '#server/platform/db/machines.ts';
import { MIGRATIONS } from './new-release.ts';

/** The advisory lock of the machine that is being updated. */
const UPDATE_LOCK = 7_265_109;
const CONNECT_MS = 5_000;

/**
 * Runs the step of an update in which this machine does not serve, on one machine at a time. Others may serve the same database during it;
 * the bundled one serves one machine. @throws when another machine is being updated
 */
export async function oneAtATime<T>({ databaseUrl }: Env, work: () => Promise<T>): Promise<T> {
  if (databaseUrl === undefined) return work();
  return onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [UPDATE_LOCK]);
    if (!rows[0]?.isFree) throw new Error('another machine of this site is being updated: update this one after it.');
    return work();
  });
}

/** Returns the machines that serve the same database beside this one. */
export const readOthers = async (env: Env): Promise<Machine[]> =>
  env.databaseUrl === undefined ? [] : onDatabase(env.databaseUrl, (client) => findOthers(client, env));

/** Returns the moment by the database's clock; undefined for the bundled one, which serves one machine. */
export const readMoment = async ({ databaseUrl }: Env): Promise<string | undefined> =>
  databaseUrl === undefined
    ? undefined
    : onDatabase(databaseUrl, async (client) => (await client.query<{ now: string }>('select now()::text as now')).rows[0]?.now);

/** Returns the other machines that have served since a moment of `readMoment`. */
export const readOthersSince = async (env: Env, moment: string | undefined): Promise<string[]> =>
  env.databaseUrl === undefined || moment === undefined
    ? []
    : onDatabase(env.databaseUrl, (client) => findOthersSince(client, env, moment));

/** Returns true if the database was used by this machine's server within the last half minute. */
export const isNoted = async (env: Env): Promise<boolean> =>
  env.databaseUrl !== undefined && (await onDatabase(env.databaseUrl, findMachines)).some(({ name }) => name === machineName(env));

/** Removes the note of a trial, which would count as another machine. A failure is none of the trial's. */
export async function forgetTrial({ databaseUrl }: Env, port: number): Promise<void> {
  if (databaseUrl !== undefined) await onDatabase(databaseUrl, (client) => forgetMachine(client, { port })).catch(() => undefined);
}

/** @throws one sentence when machines that go on serving could not work with the tables of a release */
export function refuseBeside(others: readonly Machine[], release: string, migrations: readonly string[]): void {
  if (migrations.some((name) => name.startsWith('jobs '))) refuseNewJobs(others);
  const files = migrations.filter((name) => !name.startsWith('jobs '));
  refuseUnfit(
    files.map((name) => ({ name, sql: readFileSync(join(release, MIGRATIONS, `${name}.sql`), 'utf8') })),
    others,
  );
}

/** Its name is none of a server: it must not stop a restore. */
async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(url, { connectionTimeoutMillis: CONNECT_MS, application_name: 'rkali-update', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
