import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { permitReset } from '#server/demo/reset.queries.ts';
import { settleRestores } from '#server/platform/backup/file-drafts.ts';
import { readMark } from '#server/platform/backup/tables.queries.ts';
import { type Env, readEnv } from '#server/platform/config/env.ts';
import { loadSettingsFile } from '#server/platform/config/settings-file.ts';
import { coresFor } from '#server/platform/cores.ts';
import { checkTimeZone } from '#server/platform/db/check-time-zone.ts';
import { connectionsWith, isUnencryptedConnection } from '#server/platform/db/client.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { hostUrls } from '#server/platform/config/host-urls.ts';
import { onNamedClient } from '#server/platform/db/lock-wait.ts';
import { noteStop } from '#server/platform/db/machines.ts';
import { refusePooler } from '#server/platform/db/pooler.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { Shutdown } from '#server/platform/shutdown.ts';

/**
 * The file in `DATA_DIR` with the id of this machine's server process; it remains after a kill. Machines of one database may share the
 * folder, and each has a file of its own.
 */
export const processFile = ({ dataDir, databaseUrl, port }: Env): string =>
  join(dataDir, databaseUrl === undefined ? 'server.pid' : `server-${hostname()}-${port}.pid`);

/**
 * Reads the environment and `.env`, over which it has precedence. The database address of the owner is then only in the settings, where
 * `withoutOwner` deletes it. @throws one line with the variable and the expected value
 */
export function readSettings(): Env {
  loadSettingsFile();
  const env = readEnv(process.env);
  delete process.env['DATABASE_OWNER_URL'];
  return env;
}

/** The settings of a process that has migrated, for serving. */
export const withoutOwner = (env: Env): Env => Object.freeze({ ...env, databaseOwnerUrl: undefined });

/**
 * Prepares what all processes of a start share: checks the port, makes the data folder, starts the database and migrates it. Returns the
 * database's address.
 */
export async function prepare(env: Env, log: Logger, shutdown: Shutdown): Promise<string> {
  await checkPort(env);
  await mkdir(env.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? ROOTS_FOLDER_MODE : FOLDER_MODE });
  await writeProcessId(env, shutdown);
  const { url, ownerUrl } = await openServer(env, shutdown);
  warnOfUnencryptedConnection(log, env);
  warnOfRoot(log, env);
  await refusePooler(env);
  // The bundled database serves this machine alone.
  if (env.databaseUrl) shutdown.add('database', () => onNamedClient(url, (client) => noteStop(client, env)));
  await migrate(ownerUrl, url, { server: env.databaseUrl === undefined ? undefined : env });
  await checkTimeZone(url, env.venue.timeZone);
  await permitReset(ownerUrl, url, env.demo);
  await settleRestores(env, () => readMark(ownerUrl));
  return url;
}

/** The folder contains pictures of guests, but root's PostgreSQL runs as another user and must be able to pass through. */
const FOLDER_MODE = 0o700;
const ROOTS_FOLDER_MODE = 0o711;

/** `npm run update` stops the server by this id. */
async function writeProcessId(env: Env, shutdown: Shutdown): Promise<void> {
  const file = processFile(env);
  await writeFile(file, `${process.pid}\n`);
  shutdown.add('postgres', () => rm(file, { force: true }));
}

/** Only a warning, because the network in between may be private. */
function warnOfUnencryptedConnection(log: Logger, { databaseUrl }: Env): void {
  if (databaseUrl && isUnencryptedConnection(databaseUrl)) {
    log.warn(
      { hosts: hostUrls(databaseUrl).map((url) => new URL(url).hostname) },
      'DATABASE_URL is another machine without TLS: add sslmode=verify-full',
    );
  }
}

/** `ownerUrl` is discarded after the migrations. */
async function openServer(env: Env, shutdown: Shutdown): Promise<{ url: string; ownerUrl: string }> {
  if (env.databaseUrl) return { url: env.databaseUrl, ownerUrl: env.databaseOwnerUrl ?? env.databaseUrl };
  const settings = { max_connections: String(Math.max(100, connectionsFor(env.processes))) };
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log: (line) => console.log(line), settings });
  shutdown.add('postgres', embedded.stop);
  return embedded;
}

function warnOfRoot(log: Logger, { isProduction }: Env): void {
  if (isProduction && process.getuid?.() === 0) log.warn('the server runs as root: give it a user of its own (docs/going-live.md)');
}

/** Checks the port first, so that one in use leaves nothing behind. */
export function checkPort({ port, host }: Env): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

/** For other users of the database: the operator's commands, a backup, the lease of the bundled one. */
const SPARE_CONNECTIONS = 10;

/** Returns the connections that a database must allow for this many processes. */
export const connectionsFor = (processes: number): number => processes * connectionsWith(coresFor(processes)) + SPARE_CONNECTIONS;
