import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import { extendOldBans } from '#server/accounts/bans.service.ts';
import { digestOldNumbers, foldOldEmails } from '#server/accounts/data-upgrades.ts';
import { hasOwner } from '#server/accounts/roles.queries.ts';
import { showPlaceholderImages } from '#server/content/gallery/placeholder-images.ts';
import { demoAccounts, demoPasswordOf, findDemoUser } from '#server/demo/demo-accounts.ts';
import { openDemo } from '#server/demo/demo.ts';
import { DEFAULT_DATA_DIR, type Env, readEnv } from '#server/platform/config/env.ts';
import { deriveKeys, loadSecret } from '#server/platform/config/secrets.ts';
import { contextFor, type Deps, type Keys } from '#server/platform/context.ts';
import { type Database, isUnencryptedConnection, openDatabase } from '#server/platform/db/client.ts';
import { listenForContentChanges } from '#server/platform/db/content-changes.ts';
import { isDatabaseFailure } from '#server/platform/db/database-failure.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { hasSeparateRights } from '#server/platform/db/rights.ts';
import { openListeners } from '#server/platform/http/server-options.ts';
import { loadKeptKeys } from '#server/platform/kept-keys/kept-keys.service.ts';
import { failureText, openLog, openOutput, reasonOf } from '#server/platform/log.ts';
import { hasInbox, inboxLink } from '#server/platform/mail/dev-inbox.routes.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { createShutdown, followNpm, type Shutdown } from '#server/platform/shutdown.ts';
import { warnOfOrphanedProviders } from '#server/sales/payments/banks/orphaned-providers.ts';
import { buildApp } from './app.ts';
import { assemble } from './assemble.ts';
import { startJobs } from './registry.ts';

const DRAIN_MS = 10_000;
/** How long after the signal to stop a guest's request may still wait for a bank; the rest of `DRAIN_MS` is for the answer. */
const LAST_CALLS_MS = 2_500;
/** How long jobs' mails and bank calls may continue after the last guest was answered. */
const LAST_JOBS_MS = 1_000;

/** Starts the server and serves until SIGTERM or SIGINT. A start that cannot succeed says why in one line and exits with 1. */
export async function start(): Promise<void> {
  const shutdown = createShutdown();
  const output = openOutput();
  // Node's own exit waits for a write that a stalled reader never ends.
  const exit = async (code: number): Promise<void> => {
    if (await output.flush()) process.exit(code);
    process.kill(process.pid, 'SIGKILL');
  };
  const stop: Stop = { soft: new AbortController(), hard: new AbortController(), exit };
  const opening = open(shutdown, stop, output.to);
  closeOnSignal(shutdown, opening, stop);
  try {
    await opening;
  } catch (error) {
    console.error(`Rkali cannot start: ${reasonOf(error)}`);
    await shutdown.run();
    await exit(1);
  }
}

/** `soft`: nothing new begins; `hard`: calls that wait for a bank or a mail server are aborted. */
type Stop = { soft: AbortController; hard: AbortController; exit(code: number): Promise<void> };

async function open(shutdown: Shutdown, { soft, hard }: Stop, output: DestinationStream): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile();
  const env = readEnv(process.env);
  await checkPort(env);
  const log = openLog(env, output);
  await mkdir(env.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? ROOTS_FOLDER_MODE : FOLDER_MODE });
  const { url: databaseUrl, ownerUrl } = await openServer(env, shutdown);
  surviveOutages(log, databaseUrl);
  warnOfUnencryptedConnection(log, env);
  await migrate(ownerUrl, databaseUrl);
  const secret = loadSecret({ dataDir: env.dataDir, secret: env.secret });
  const database = openDatabase(databaseUrl, (error) => log.warn({ reason: error.message }, 'a database connection was lost'));
  shutdown.add('database', database.close);
  if (env.isProduction) await warnOfSharedRights(log, database);
  const keys = await loadKeys(log, database, secret);
  const parts = assemble({ env, log, database, keys, origin: () => originOf(env), stopping: soft.signal, hardStop: hard.signal });
  const deps: Deps = { ...parts, publishedAccounts: await openDemo(contextFor(parts)) };
  await digestOldNumbers(contextFor(deps));
  await extendOldBans(contextFor(deps));
  await foldOldEmails(contextFor(deps));
  await showPlaceholderImages(contextFor(deps));
  const app = await buildApp(deps, { mode: process.argv.includes('--dev') ? 'dev' : 'built' });
  shutdown.add('http', () => app.http.close());
  shutdown.add('helpers', listenForContentChanges(databaseUrl, app.contentChanged));
  const jobs = await startJobs(deps);
  // No job is taken from now on, however long the last calls take.
  soft.signal.addEventListener('abort', () => void jobs.stop().catch(() => undefined));
  shutdown.add('jobs', () => {
    setTimeout(() => hard.abort(), LAST_JOBS_MS).unref();
    return jobs.stop();
  });
  shutdown.add('database', () => mailTransport(deps).close());
  // Sockets that share a port never fail, so a port that was taken since the start is checked once more.
  await checkPort(env);
  shutdown.add('http', await openListeners(app.http, env));
  await greet(deps);
  await warnOfOrphanedProviders(contextFor(deps));
}

/** The folder holds pictures of guests. Root's PostgreSQL runs as another user and must be able to pass through. */
const FOLDER_MODE = 0o700;
const ROOTS_FOLDER_MODE = 0o711;

/** The job library leaves its own failures uncaught: while the database is away they must not end the process. */
function surviveOutages(log: Logger, databaseUrl: string): void {
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseFailure(error, databaseUrl)) throw error;
    log.warn({ reason: failureText(error) }, 'work was interrupted by an outage of the database');
  });
}

/** Only a warning, because the network between may be private. */
function warnOfUnencryptedConnection(log: Logger, { databaseUrl }: Env): void {
  if (databaseUrl && isUnencryptedConnection(databaseUrl)) {
    log.warn({ host: new URL(databaseUrl).hostname }, 'DATABASE_URL is another machine without TLS: add sslmode=verify-full');
  }
}

async function loadKeys(log: Logger, { db }: Database, secret: string): Promise<Keys> {
  const { keys, unreadable } = await loadKeptKeys(db, deriveKeys(secret), secret);
  if (unreadable.length > 0)
    log.error({ unreadable }, 'the database was made with another SECRET: codes of tickets from before are refused');
  return keys;
}

/** Only a warning: some hosts give an owner one user. */
async function warnOfSharedRights(log: Logger, { pool }: Database): Promise<void> {
  if (await hasSeparateRights(pool)) return;
  log.warn('the server may change what is append-only: give it a user of its own in DATABASE_URL, and the owner in DATABASE_OWNER_URL');
}

/** `ownerUrl` is forgotten after the migrations. */
async function openServer(env: Env, shutdown: Shutdown): Promise<{ url: string; ownerUrl: string }> {
  if (env.databaseUrl) return { url: env.databaseUrl, ownerUrl: env.databaseOwnerUrl ?? env.databaseUrl };
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log: (line) => console.log(line) });
  shutdown.add('postgres', embedded.stop);
  return embedded;
}

const originOf = ({ host, port }: Env): string =>
  `http://${host.includes(':') ? `[${host}]` : host.replace('0.0.0.0', '127.0.0.1')}:${port}`;

/** Checks the port before anything else is begun, so that a taken one leaves nothing behind. */
function checkPort({ port, host }: Env): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

/** A running start is finished first, so that nothing it began is left behind. */
function closeOnSignal(shutdown: Shutdown, opening: Promise<void>, { soft, hard, exit }: Stop): void {
  const stop = (): void => {
    if (soft.signal.aborted) return;
    soft.abort();
    setTimeout(() => hard.abort(), LAST_CALLS_MS).unref();
    setTimeout(() => void exit(1), DRAIN_MS).unref();
    void opening
      .catch(() => undefined)
      .then(() => shutdown.run())
      .then((isInTime) => exit(isInTime ? 0 : 1));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  followNpm(stop);
}

/** Tells the operator at the terminal where the site is, who can sign in, and the next steps while the club has no Owner. */
async function greet(deps: Deps): Promise<void> {
  const { env, database } = deps;
  const lines = ['', `  ${deps.venue().name} is open: ${env.publicUrl}`, ''];
  const demo = await demoLines(deps);
  if (demo.length > 0) lines.push(...demo);
  else if (!(await hasOwner(database.db))) {
    lines.push('  Nobody runs this club yet:');
    lines.push(`  1. register at ${env.publicUrl}/register`);
    lines.push(
      `  2. ${folderPrefix(env)}npm run make-admin -- your@mail`,
      '     (after the profile has confirmed your address, or with --unproved)',
      '',
    );
  }
  if (hasInbox(env)) lines.push(`  Mails  ${inboxLink(env)}`, '');
  console.log(lines.join('\n'));
}

/** What a command needs in front to find the club; nothing where it looks by itself. */
function folderPrefix({ databaseUrl, dataDir }: Env): string {
  const isFound = databaseUrl !== undefined || resolve(dataDir) === resolve(DEFAULT_DATA_DIR);
  return isFound ? '' : `DATA_DIR=${quoted(dataDir)} `;
}

/** A word of a shell's command. */
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

async function demoLines(deps: Deps): Promise<string[]> {
  const { env, database } = deps;
  const user = await findDemoUser(database.db, demoAccounts.admin);
  if (env.demo === 'off' || !user || (env.demo === 'local' && !deps.publishedAccounts.has(user.id))) return [];
  const ctx = contextFor(deps);
  const { admin, guest } = demoAccounts;
  return [
    `  Owner  ${admin.email}  ${demoPasswordOf(ctx, admin)}`,
    `  Guest  ${guest.email}  ${demoPasswordOf(ctx, guest)}`,
    ...(env.demo === 'local' ? ['  They can sign in on this machine only; DEMO=public makes passwords for a demo that others see.'] : []),
    '',
  ];
}
