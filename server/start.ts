import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { extendOldBans } from '#server/accounts/bans.service.ts';
import { foreignSecretText, openKeys } from '#server/accounts/secret-check.service.ts';
import { renewSetUpLink } from '#server/accounts/set-up/set-up.service.ts';
import { showPlaceholderImages } from '#server/content/gallery/placeholder-images.ts';
import { reportMissingFiles } from '#server/content/media/missing-files.service.ts';
import { demoAccounts, demoPasswordOf, findDemoUser } from '#server/demo/demo-accounts.ts';
import { openDemo } from '#server/demo/demo.ts';
import { removeDemoBeforeMoney } from '#server/demo/own-demo.service.ts';
import { mayReset } from '#server/demo/reset.queries.ts';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { ensurePassphrase } from '#server/platform/backup/passphrase.ts';
import type { Env } from '#server/platform/config/env.ts';
import { loadSecret } from '#server/platform/config/secrets.ts';
import { type Context, contextFor, type Deps, withTransaction } from '#server/platform/context.ts';
import { type Database, openDatabase } from '#server/platform/db/client.ts';
import { listenForContentChanges } from '#server/platform/db/content-changes.ts';
import { isDatabaseFailure } from '#server/platform/db/database-failure.ts';
import { hasSeparateRights } from '#server/platform/db/rights.ts';
import { startHeartbeat } from '#server/platform/heartbeat.ts';
import { openListeners } from '#server/platform/http/server-options.ts';
import { failureText, openLog } from '#server/platform/log.ts';
import { hasInbox, inboxLink } from '#server/platform/dev-inbox/dev-inbox.routes.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { warnOfOrphanedProviders } from '#server/sales/payments/banks/orphaned-providers.ts';
import { buildApp } from './app.ts';
import { assemble } from './assemble.ts';
import { checkPort, prepare, readSettings, withoutOwner } from './prepare.ts';
import { hearFromPrimary, tellPrimary } from './primary.ts';
import { startJobs } from './registry.ts';
import { type Run, runUntilStopped } from './run.ts';

/** How long mails and bank calls of jobs may continue after the last guest was answered. */
const LAST_JOBS_MS = 1_000;

/** Starts the server and serves until SIGTERM or SIGINT. */
export const start = (): Promise<void> => runUntilStopped(open);

async function open({ shutdown, draining, drainFor, soft, hard, output }: Run): Promise<void> {
  const settings = readSettings();
  const env = withoutOwner(settings);
  const log = openLog(env, output);
  const { databaseUrl, isFirst } = cluster.isWorker
    ? await hearFromPrimary()
    : { databaseUrl: await prepare(settings, log, shutdown), isFirst: true };
  surviveOutages(log, [databaseUrl, env.databasePoolerUrl ?? databaseUrl]);
  const secret = loadSecret({ dataDir: env.dataDir, secret: env.secret });
  ensurePassphrase(env);
  const onLost = (error: Error): void => log.warn({ reason: error.message }, 'a database connection was lost');
  const database = openDatabase(databaseUrl, onLost, env.databasePoolerUrl);
  shutdown.add('database', database.close);
  if (env.isProduction && isFirst) await warnOfSharedRights(log, database);
  const { keys, isForeign } = await openKeys(database.db, secret);
  if (isForeign && env.isProduction) throw new Error(foreignSecretText(env));
  const parts = assemble({ env, log, database, keys, origin: () => originOf(env), draining, stopping: soft, hardStop: hard.signal });
  const deps: Deps = { ...parts, publishedAccounts: await openDemo(contextFor(parts)) };
  await reportSecret(contextFor(deps), isForeign);
  await removeDemoBeforeMoney(contextFor(deps));
  await extendOldBans(contextFor(deps));
  await showPlaceholderImages(contextFor(deps));
  const app = await buildApp(deps, { mode: process.argv.includes('--dev') ? 'dev' : 'built' });
  shutdown.add('http', () => app.http.close());
  shutdown.add('helpers', listenForContentChanges(databaseUrl, app.contentChanged));
  const jobs = await startJobs(deps);
  // No further job is taken, however long the last calls take.
  soft.addEventListener('abort', () => void jobs.stop().catch(() => undefined));
  shutdown.add('jobs', () => {
    setTimeout(() => hard.abort(), LAST_JOBS_MS).unref();
    return jobs.stop();
  });
  shutdown.add('database', () => mailTransport(deps).close());
  // Sockets that share a port never fail, so the port is checked again: several processes do share it.
  if (!cluster.isWorker) await checkPort(env);
  shutdown.add('http', await openListeners(app.http, env));
  if (env.databaseUrl) shutdown.add('helpers', startHeartbeat(deps));
  drainFor(env.drainMs);
  tellPrimary();
  if (!isFirst) return;
  await greet(deps);
  await warnOfOrphanedProviders(contextFor(deps));
  // A bucket that does not answer must not hold back a stop.
  void reportMissingFiles(contextFor(deps));
}

/** Survives failures that the job library leaves uncaught: while the database is away they must not end the process. */
function surviveOutages(log: Logger, databases: readonly string[]): void {
  process.on('unhandledRejection', (error) => {
    if (!databases.some((url) => isDatabaseFailure(error, url))) throw error;
    log.warn({ reason: failureText(error) }, 'work was interrupted by an outage of the database');
  });
}

/** Outside production a site runs with another secret: its tickets are refused at the door, and personal data cannot be read. */
async function reportSecret(ctx: Context, isForeign: boolean): Promise<void> {
  const cause = { kind: 'secret_foreign', subject: 'secret' } as const;
  await withTransaction(ctx, (tx) =>
    isForeign ? raiseAlert(tx, { ...cause, detail: foreignSecretText(ctx.env) }) : resolveAlert(tx, cause),
  );
}

/** Only a warning, because some hosts give an owner one user only. */
async function warnOfSharedRights(log: Logger, { pool }: Database): Promise<void> {
  if (await hasSeparateRights(pool)) return;
  log.warn('the server may change what is append-only: give it a user of its own in DATABASE_URL, and the owner in DATABASE_OWNER_URL');
}

const originOf = ({ host, port }: Env): string =>
  `http://${host.includes(':') ? `[${host}]` : host.replace('0.0.0.0', '127.0.0.1')}:${port}`;

/** Prints where the site is, who can sign in, and the next steps while the club has no Owner. */
async function greet(deps: Deps): Promise<void> {
  const { env } = deps;
  const lines = ['', `  ${deps.venue().name} is open: ${env.publicUrl}`, ''];
  const demo = await demoLines(deps);
  const setUpLink = await renewSetUpLink(contextFor(deps));
  if (demo.length > 0) lines.push(...demo);
  else if (setUpLink !== undefined) {
    lines.push('  Nobody runs this club yet. This link makes its Owner, once; a new start prints another one:');
    lines.push(`  ${setUpLink}`, '');
  }
  if (hasInbox(env)) lines.push(`  Mails  ${inboxLink(env)}`, '');
  console.log(lines.join('\n'));
}

async function demoLines(deps: Deps): Promise<string[]> {
  const { env, database } = deps;
  const user = await findDemoUser(database.db, demoAccounts.admin);
  if (env.demo === 'off' || !user || (env.demo === 'local' && !deps.publishedAccounts.has(user.id))) return [];
  const ctx = contextFor(deps);
  const { admin, guest } = demoAccounts;
  return [
    `  Owner  ${admin.email}  ${demoPasswordOf(ctx, admin)}`,
    `  Guest  ${guest.email}  ${demoPasswordOf(ctx, guest)}`,
    ...((await mayReset(database.db)) ? ['  This demo is reset each night at 02:00 UTC.'] : []),
    ...(env.demo === 'local' ? ['  They can log in on this machine only; DEMO=public makes passwords for a demo that others see.'] : []),
    '',
  ];
}
