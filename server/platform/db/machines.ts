import { hostname } from 'node:os';
import type { ClientBase, Pool } from 'pg';
import type { Env } from '#server/platform/config/env.ts';
import { VERSION } from '#server/platform/version.ts';

/** How often a machine notes that it lives. */
export const BEAT_MS = 10_000;
/** A machine that missed three notes has ended, or has lost the database; one without processes has stopped. */
const LIVES = `processes > 0 and seen_at > now() - interval '35 seconds'`;

export type Machine = { name: string; version: string; processes: number };
type Queryable = Pick<ClientBase | Pool, 'query'>;

/** Returns what other machines call this one; several may run on one host. */
export const machineName = ({ port }: Pick<Env, 'port'>): string => `${hostname()}:${port}`;

/** Returns the machines that live, by name; none before the table exists. */
export async function findMachines(db: Queryable): Promise<Machine[]> {
  const { rows: tables } = await db.query<{ exists: boolean }>(`select to_regclass('public.machines') is not null as exists`);
  if (!tables[0]?.exists) return [];
  const { rows } = await db.query<Machine>(`select name, version, processes from machines where ${LIVES} order by name`);
  return rows;
}

/** Returns the machines that live beside this one. */
export const findOthers = async (db: Queryable, env: Pick<Env, 'port'>): Promise<Machine[]> =>
  (await findMachines(db)).filter(({ name }) => name !== machineName(env));

/** Notes that this machine lives. Returns how many processes serve on the others. */
export async function noteMachine(db: Queryable, env: Pick<Env, 'port' | 'processes'>): Promise<number> {
  const { rows } = await db.query<{ others: number }>(
    `with noted as (insert into machines (name, version, processes, seen_at) values ($1, $2, $3, now())
       on conflict (name) do update set version = excluded.version, processes = excluded.processes, seen_at = excluded.seen_at)
     select coalesce(sum(processes), 0)::int as others from machines where name <> $1 and ${LIVES}`,
    [machineName(env), VERSION, env.processes],
  );
  return rows[0]?.others ?? 0;
}

/** Notes that this machine stops. Removes those that ended long ago, such as containers with names of their own. */
export async function noteStop(db: Queryable, env: Pick<Env, 'port'>): Promise<void> {
  await db.query(`update machines set processes = 0, seen_at = now() where name = $1`, [machineName(env)]);
  await db.query(`delete from machines where seen_at < now() - interval '30 days'`);
}

/** Returns the other machines that have lived since a moment by the database's clock, also those that have stopped. */
export async function findOthersSince(db: Queryable, env: Pick<Env, 'port'>, moment: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select name from machines where name <> $1 and seen_at >= $2::timestamptz order by name`,
    [machineName(env), moment],
  );
  return rows.map(({ name }) => name);
}

/** Removes all notes about a machine. */
export async function forgetMachine(db: Queryable, env: Pick<Env, 'port'>): Promise<void> {
  await db.query('delete from machines where name = $1', [machineName(env)]);
}
