import { randomBytes } from 'node:crypto';
import { chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createOnce } from '#server/platform/files.ts';
import { postgresCode } from './database-failure.ts';
import type { PostgresHome } from './postgres-home.ts';
import { OWNER_ROLE, type Postmaster } from './postgres-launch.ts';

/** The role that serves: it can change neither the schema nor append-only rows (rights.ts). */
export const APP_ROLE = 'rkali_app';

export type Passwords = { owner: string; app: string };

/** The superuser of folders made before there were two roles. */
const FORMER_ROLE = 'app';
/** Renames the former role, because no role can rename itself. */
const SETUP_ROLE = 'rkali_setup';
const NO_SUCH_ROLE = '28000';
const WRONG_PASSWORD = '28P01';

/** Allows only connections through the socket with a password; rewritten if the file differs. */
const ACCESS_RULES = 'local all all scram-sha-256\n';
const accessFile = (cluster: string): string => join(cluster, 'pg_hba.conf');

/** Random passwords need no stretching, which would cost milliseconds per new connection. */
const SCRAM_ITERATIONS = 'scram_iterations=1';

/** Returns the passwords of both roles; the first start generates them and stores them in a file that only the user can read. */
export function loadPasswords(file: string): Passwords {
  const fresh: Passwords = { owner: randomPassword(), app: randomPassword() };
  createOnce(file, `${JSON.stringify(fresh)}\n`, 0o600);
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isPasswords(kept)) return kept;
  throw new Error(`The passwords of the database in ${file} are damaged: restore the file.`);
}

const randomPassword = (): string => randomBytes(32).toString('hex');

const isPasswords = (value: unknown): value is Passwords =>
  typeof value === 'object' && value !== null && ['owner', 'app'].every((name) => /^[0-9a-f]{64}$/.test(String(Reflect.get(value, name))));

export function urlOf({ socketDir, port }: Pick<Postmaster, 'socketDir' | 'port'>, role: string, password = ''): string {
  const login = password === '' ? role : `${role}:${password}`;
  return `postgres://${login}@localhost:${port}/postgres?host=${encodeURIComponent(socketDir)}&sslmode=disable`;
}

/** Returns true if the folder's access rules are not ours: it is older than the passwords, or the operator opened it to renew them. */
export const isOpenCluster = (cluster: string): boolean => readFileSync(accessFile(cluster), 'utf8') !== ACCESS_RULES;

/** Closes a folder to connections without a password. PostgreSQL reads the rules at its start, or after `pg_reload_conf`. */
export function closeCluster({ cluster, runAs }: Pick<PostgresHome, 'cluster' | 'runAs'>): void {
  const draft = `${accessFile(cluster)}.${process.pid}`;
  writeFileSync(draft, ACCESS_RULES, { mode: 0o600 });
  if (runAs) chownSync(draft, runAs.uid, runAs.gid);
  renameSync(draft, accessFile(cluster));
}

/**
 * Sets both passwords in a running server that needs none yet, and closes it. Can be repeated after an interruption; only roles and rules
 * change. @throws when a process of the previous version still uses the server
 */
export async function secureServer(home: PostgresHome, server: Postmaster, passwords: Passwords): Promise<void> {
  await renameFormerRole(server).catch((error: unknown) => {
    if (postgresCode(error) !== NO_SUCH_ROLE) throw error;
  });
  await as(
    server,
    OWNER_ROLE,
    async (client) => {
      await client.query(`drop role if exists ${SETUP_ROLE}`);
      await client.query(`set ${SCRAM_ITERATIONS}`);
      await client.query(`alter role ${OWNER_ROLE} password '${passwords.owner}'`);
      await giveAppRole(client, passwords);
      closeCluster(home);
      await client.query('select pg_reload_conf()');
    },
    passwords,
  );
}

/** @throws NO_SUCH_ROLE when the role is already renamed */
async function renameFormerRole(server: Postmaster): Promise<void> {
  await as(server, FORMER_ROLE, async (client) => {
    const { rows } = await client.query(
      `select from pg_stat_activity where usename = '${FORMER_ROLE}' and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (rows.length > 0) throw new Error('a process of the version before still uses it: stop that one first');
    await client.query(`drop role if exists ${SETUP_ROLE}`);
    await client.query(`create role ${SETUP_ROLE} superuser login`);
  });
  await as(server, SETUP_ROLE, (client) => client.query(`alter role ${FORMER_ROLE} rename to ${OWNER_ROLE}`));
}

/** Creates the app role, or sets its password if it exists, even if another process creates it at the same time. */
async function giveAppRole(client: pg.ClientBase, { app }: Passwords): Promise<void> {
  await client.query(`
    do $$ begin
      set local ${SCRAM_ITERATIONS};
      create role ${APP_ROLE} login password '${app}';
    exception when duplicate_object or unique_violation then
      alter role ${APP_ROLE} password '${app}';
    end $$`);
}

/**
 * Completes an interrupted start: creates the app role if it is missing, and reloads the rules if their file is newer. `client` is
 * connected as the owner.
 */
export async function finishRoles(client: pg.ClientBase, passwords: Passwords): Promise<void> {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
  if (rows.length === 0) await giveAppRole(client, passwords);
  // The file's time has whole seconds only.
  await client.query(`
    select pg_reload_conf() from pg_stat_file(current_setting('hba_file')) as rules
    where rules.modification > pg_conf_load_time() - interval '1 second'`);
}

/** Returns the reason of a failed connection. @throws one sentence when trying again cannot succeed */
export function refusalOf(error: unknown, { cluster, passwordFile }: Pick<PostgresHome, 'cluster' | 'passwordFile'>): unknown {
  if (postgresCode(error) !== WRONG_PASSWORD) return error;
  throw new Error(`The database in ${cluster} does not accept the passwords in ${passwordFile}: bring that file back.`, { cause: error });
}

async function as(server: Postmaster, role: string, work: (client: pg.Client) => Promise<unknown>, passwords?: Passwords): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(server, role, passwords?.owner), connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
