import { resolve } from 'node:path';
import { pino } from 'pino';
import { settleRestores } from '#server/platform/backup/file-drafts.ts';
import { readMark } from '#server/platform/backup/tables.queries.ts';
import { openDatabase, type Database } from '#server/platform/db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { hasDatabase } from '#server/platform/db/postgres-home.ts';
import { hostUrls } from '#server/platform/config/host-urls.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { contextFor, type Context } from '#server/platform/context.ts';
import { readEnv, type Env } from '#server/platform/config/env.ts';
import { loadSettingsFile } from '#server/platform/config/settings-file.ts';
import { loadSecret } from '#server/platform/config/secrets.ts';
import { reasonOf } from '#server/platform/log.ts';
import { clearProgress, showProgress } from './progress-line.ts';

/** Runs an operator's command: prints the result of `work` if there is one, or the text `failure` with the reason in one line. */
export async function operatorCommand(failure: string, work: () => Promise<string>): Promise<void> {
  try {
    loadSettingsFile();
    const result = await work().finally(clearProgress);
    if (result !== '') console.log(result);
  } catch (error) {
    console.error(`${failure}: ${reasonOf(error)}`);
    process.exitCode = 1;
  }
}

/** Runs `work` on the club's database, whether or not its server runs. */
export async function onClubDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const env = readEnv(process.env);
  showProgress('Opening the database');
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
  // Loaded here because these import most of the program, which commands that need only the database do without.
  const [{ assemble }, { openKeys }] = [await import('#server/assemble.ts'), await import('#server/accounts/secret-check.service.ts')];
  return onClubDatabase(async (database) => {
    // Only after the club was found: `loadSecret` makes a missing secret.
    const secret = loadSecret(env);
    const { keys } = await openKeys(database.db, secret);
    return work(contextFor(assemble({ env, database, keys, log: pino({ level: 'silent' }), origin: () => env.publicUrl })));
  });
}

/** Describes a command's database for the operator, never with a password. */
export function describeDatabase(): string {
  const { databaseUrl, dataDir } = readEnv(process.env);
  if (!databaseUrl) return `DATA_DIR ${resolve(dataDir)}`;
  const urls = hostUrls(databaseUrl).map((url) => new URL(url));
  return `the database ${urls.map(({ hostname, port }) => `${hostname}${port && `:${port}`}`).join(',')}${urls[0]?.pathname ?? ''}`;
}

/**
 * Returns the database of the club's server: that of `DATABASE_URL`, else the bundled one, which is started if it does not run. @throws
 * when the folder has none: an empty club would hide that the command looks into the wrong folder
 */
export async function findServer({ databaseUrl, databaseOwnerUrl, dataDir }: Env): Promise<EmbeddedPostgres> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl, stop: async () => undefined };
  if (!hasDatabase(dataDir))
    throw new Error(`there is no club in ${describeDatabase()}: begin the command with DATA_DIR= and the folder of yours.`);
  return startEmbeddedPostgres({ dataDir, log: (line) => console.log(line) });
}
