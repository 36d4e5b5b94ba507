import { resolve } from 'node:path';
import { pino } from 'pino';
import { settleRestores } from '#server/platform/backup/file-drafts.ts';
import { readMark } from '#server/platform/backup/tables.queries.ts';
import { openDatabase, type Database } from '#server/platform/db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { hasDatabase } from '#server/platform/db/postgres-home.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { contextFor, type Context } from '#server/platform/context.ts';
import { readEnv, type Env } from '#server/platform/config/env.ts';
import { loadSettingsFile } from '#server/platform/config/settings-file.ts';
import { loadSecret } from '#server/platform/config/secrets.ts';
import { reasonOf } from '#server/platform/log.ts';

/** Runs an operator's command: prints the result of `work` if there is one, or in one line why it failed, after the text `failure`. */
export async function operatorCommand(failure: string, work: () => Promise<string>): Promise<void> {
  try {
    loadSettingsFile();
    const result = await work();
    if (result !== '') console.log(result);
  } catch (error) {
    console.error(`${failure}: ${reasonOf(error)}`);
    process.exitCode = 1;
  }
}

/** Runs on the club's database, whether or not its server runs. */
export async function onClubDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const env = readEnv(process.env);
  const server = await findServer(env);
  const database = openDatabase(server.url, () => undefined);
  try {
    await migrate(server.ownerUrl, server.url);
    await settleRestores(env, () => readMark(server.ownerUrl));
    return await work(database);
  } finally {
    await database.close();
    await server.stop();
  }
}

/** Runs a command that needs more than the club's database. It never calls a bank. */
export async function onClub<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const env = readEnv(process.env);
  // Most of the program: commands that need only the database stay small.
  const [{ assemble }, { openKeys }] = [await import('#server/assemble.ts'), await import('#server/accounts/secret-check.service.ts')];
  return onClubDatabase(async (database) => {
    // Not before there is a club: it makes a secret where there is none.
    const secret = loadSecret(env);
    const { keys } = await openKeys(database.db, secret);
    return work(contextFor(assemble({ env, database, keys, log: pino({ level: 'silent' }), origin: () => env.publicUrl })));
  });
}

/** Describes the database of a command for the operator, never with a password. */
export function describeDatabase(): string {
  const { databaseUrl, dataDir } = readEnv(process.env);
  if (!databaseUrl) return `DATA_DIR ${resolve(dataDir)}`;
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `the database ${hostname}${port && `:${port}`}${pathname}`;
}

/**
 * The database of the club's server: the one of `DATABASE_URL`, else its own, which is started if it does not run. A folder without one is
 * refused: an empty club would only hide that the command looks into the wrong folder.
 */
export async function findServer({ databaseUrl, databaseOwnerUrl, dataDir }: Env): Promise<EmbeddedPostgres> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, stop: async () => undefined };
  if (!hasDatabase(dataDir))
    throw new Error(`there is no club in ${describeDatabase()}: begin the command with DATA_DIR= and the folder of yours.`);
  return startEmbeddedPostgres({ dataDir, log: (line) => console.log(line) });
}
