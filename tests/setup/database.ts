import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';

/** `url` is the server's address, `ownerUrl` the owner's, for what the server may not do. */
type TestDatabase = { url: string; ownerUrl: string; drop: () => Promise<void> };

const Cluster = z.object({ adminUrl: z.string(), appUrl: z.string(), template: z.string(), prefix: z.string() });
export type TestCluster = z.infer<typeof Cluster>;

/** Returns where a test file creates databases. It is an environment variable, because every runner's workers inherit that. */
export const testCluster = (): TestCluster => Cluster.parse(JSON.parse(process.env['TEST_CLUSTER'] ?? '{}'));

/** Creates an empty migrated database for the caller in about 10 ms, as a copy of the template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, appUrl, template, prefix } = testCluster();
  const name = prefix + randomBytes(6).toString('hex');
  await asAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: onDatabase(appUrl, name),
    ownerUrl: onDatabase(adminUrl, name),
    drop: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

const spare: TestDatabase[] = [];

/** Returns an empty migrated database, possibly used by an earlier test: `drop` empties it for the next one, or drops it if that fails. */
export async function takeTestDatabase(): Promise<TestDatabase> {
  const database = spare.pop() ?? (await createTestDatabase());
  const drop = async (): Promise<void> => {
    const pool = openTestPool(database.ownerUrl);
    const isEmpty = await emptyDatabase(pool);
    await pool.end();
    if (isEmpty) spare.push(database);
    else await database.drop();
  };
  return { ...database, drop };
}

/** SQL that records schema changes of a copy, which `emptyDatabase` cannot undo. */
export const watchSchema = `
  create schema watch;
  create table watch.changes ();
  create function watch.note() returns event_trigger language plpgsql as 'begin insert into watch.changes default values; end';
  create event trigger watch_changes on ddl_command_end execute function watch.note();
  create event trigger watch_drops on sql_drop execute function watch.note();`;

/** Returns the owner's address of a test's database. */
export const ownerUrlOf = (url: string): string => onDatabase(testCluster().adminUrl, new URL(url).pathname.slice(1));

/**
 * Empties a database for the next test in a few milliseconds, as its owner. Returns false if it is in use, or if its schema or settings
 * have changed. `keeps`: a table whose rows remain.
 */
export async function emptyDatabase(
  owner: pg.Pool,
  { used = [], keeps = '' }: { used?: readonly pg.Pool[]; keeps?: string } = {},
): Promise<boolean> {
  const isBusy = () => [owner, ...used].some((pool) => pool.idleCount < pool.totalCount || pool.waitingCount > 0);
  for (let turns = 0; isBusy() && turns < 50; turns += 1) await sleep(1);
  if (isBusy()) return false;
  return owner.query(emptying(keeps)).then(
    () => true,
    () => false,
  );
}

// Deleting a few rows takes a tenth of the time of `truncate`. A database that has grown is dropped instead.
const emptying = (keeps: string): string => `
  do $$
  declare filled regclass; bytes bigint = 0;
  begin
    perform set_config('lock_timeout', '200ms', true), set_config('session_replication_role', 'replica', true);
    if exists (select from watch.changes) or exists (select from pg_db_role_setting join pg_database d on d.oid = setdatabase where datname = current_database())
      then raise 'More than rows was changed.'; end if;
    if exists (select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid())
      then raise 'Somebody is at work.'; end if;
    for filled in select oid from pg_class where relkind = 'r' and relname !~ 'migrations' and relname <> '${keeps}' and pg_relation_size(oid) > 0
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    loop
      bytes = bytes + pg_relation_size(filled);
      execute 'delete from ' || filled;
    end loop;
    if bytes > 2000000 then raise 'Too much was stored.'; end if;
    perform setval(seqrelid, seqstart, false) from pg_sequence
      where seqrelid::regclass::text !~ 'migrations' and pg_sequence_last_value(seqrelid) is not null;
  end $$`;

/** Opens connections for a test. One that is still closing when its database is dropped reports an error that does not matter. */
export function openTestPool(url: string, max = 1): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', () => undefined);
  return pool;
}

/** Returns the address of another database on the server. */
export function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Runs a statement in a test's database that the server's user may not run. */
export const asOwner = (url: string, statement: string): Promise<void> => asAdmin(ownerUrlOf(url), statement);

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: `rkali:${process.pid}` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
