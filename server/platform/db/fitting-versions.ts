import type { ClientBase } from 'pg';
import { VERSION } from '#server/platform/version.ts';
import type { Machine } from './machines.ts';

/** A migration with its name and statements. */
type Migration = { name: string; sql: string };

const MARK = /create or replace function oldest_version\(\)[^;]*return '([^']+)'/i;

/**
 * Returns the oldest version of the program that works without what a migration removes; undefined for a migration that only adds. One that
 * removes something replaces the function `oldest_version`, which tells it to older programs.
 */
export const oldestVersionAfter = (sql: string): string | undefined => MARK.exec(sql)?.[1];

const isOlder = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

/** @throws one sentence that names the machines whose version uses what a migration removes */
export function refuseUnfit(migrations: readonly Migration[], machines: readonly Machine[]): void {
  for (const { name, sql } of migrations) {
    const oldest = oldestVersionAfter(sql);
    const behind = oldest === undefined ? [] : machines.filter(({ version }) => isOlder(version, oldest));
    if (behind.length === 0) continue;
    const which = behind.map((machine) => `${machine.name} (${machine.version})`).join(', ');
    throw new Error(`the migration ${name} removes what ${which} still uses: update it to ${oldest} first, or stop it.`);
  }
}

/** @throws one sentence that names the machines whose version does not work with changed tables of jobs */
export function refuseNewJobs(machines: readonly Machine[]): void {
  if (machines.length === 0) return;
  const names = machines.map(({ name }) => name).join(', ');
  throw new Error(`the new version changes the tables of jobs, which no other version may use: stop ${names} first.`);
}

/** Returns true if this program works with tables that a newer version has migrated. */
export async function fitsTables(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows: functions } = await client.query<{ exists: boolean }>(`select to_regprocedure('oldest_version()') is not null as exists`);
  if (!functions[0]?.exists) return false;
  const { rows } = await client.query<{ oldest: string }>('select oldest_version() as oldest');
  return rows[0] !== undefined && !isOlder(VERSION, rows[0].oldest);
}
