import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { digestOldNumbers } from './accounts/number-digests.ts';
import { foldOldEmails } from './accounts/old-email-keys.ts';
import { buildApp } from './app.ts';
import { isDatabaseAway } from './http/errors.ts';
import { allGuards, contextFor, systemClock, type Deps } from './context.ts';
import { openDatabase } from './db/client.ts';
import { listenForContentChanges } from './db/content-changes.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { openDemo } from './demo/open-demo.ts';
import { readEnv, type Env } from './env.ts';
import { greet } from './greet.ts';
import { startJobs } from './jobs/runner.ts';
import { closeMailTransport } from './mail/mail-transport.ts';
import { startNightPrints } from './media/night-prints.ts';
import { openLog } from './log.ts';
import { createOtherBanks, createProvider } from './payments/banks/create-provider.ts';
import { warnOfLeftBanks } from './payments/banks/left-banks.ts';
import { deriveKeys, loadSecret } from './secrets.ts';
import { reasonOf } from './start-errors.ts';

const DRAIN_MS = 10_000;

/** Undone in reverse order, whether the server is told to stop or could not start. */
type Closers = (() => Promise<unknown> | unknown)[];

/** Starts the club's server and serves until SIGTERM or SIGINT. A start that cannot succeed says why in one line and exits with 1. */
export async function start(): Promise<void> {
  const closers: Closers = [];
  const opening = open(closers);
  closeOnSignal(closers, opening);
  try {
    await opening;
  } catch (error) {
    console.error(`Rkali cannot start: ${reasonOf(error)}`);
    await closeAll(closers);
    process.exit(1);
  }
}

async function open(closers: Closers): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile();
  const env = readEnv(process.env);
  await checkPort(env);
  const log = openLog(env);
  surviveOutages(log);
  await mkdir(env.dataDir, { recursive: true });
  const databaseUrl = await openServer(env, closers);
  await migrate(databaseUrl);
  const secret = loadSecret({ dataDir: env.dataDir, secret: env.secret });
  const database = openDatabase(databaseUrl, (error) => log.warn({ reason: error.message }, 'a database connection was lost'));
  closers.push(database.close);
  const parts = assemble(env, log, database, secret);
  const deps: Deps = { ...parts, publishedAccounts: await openDemo(contextFor(parts)) };
  await digestOldNumbers(contextFor(deps));
  await foldOldEmails(contextFor(deps));
  const app = await buildApp(deps, { mode: process.argv.includes('--dev') ? 'dev' : 'built' });
  closers.push(() => app.http.close());
  closers.push(listenForContentChanges(databaseUrl, app.contentChanged));
  closers.push(() => closeMailTransport(env));
  const jobs = await startJobs(deps);
  closers.push(() => jobs.stop());
  await app.http.listen({ port: env.port, host: env.host });
  await greet(deps);
  await warnOfLeftBanks(contextFor(deps));
  closers.push(startNightPrints(deps, { onProgress: (sentence) => console.log(`  ${sentence}`) }));
}

/** The library of the jobs leaves failures of its own bookkeeping to nobody: while the database is away they must not end the process. */
function surviveOutages(log: Logger): void {
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseAway(error)) throw error;
    log.warn({ reason: String(error) }, 'work was cut off by an outage of the database');
  });
}

async function openServer(env: Env, closers: Closers): Promise<string> {
  if (env.databaseUrl) return env.databaseUrl;
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log: (line) => console.log(line) });
  closers.push(embedded.stop);
  return embedded.url;
}

function assemble(env: Env, log: Logger, database: Deps['database'], secret: string): Deps {
  const origin = () => `http://${env.host.includes(':') ? `[${env.host}]` : env.host.replace('0.0.0.0', '127.0.0.1')}:${env.port}`;
  return {
    database,
    env,
    clock: systemClock,
    keys: deriveKeys(secret),
    payments: createProvider(env, origin),
    otherBanks: createOtherBanks(env),
    log,
    guards: allGuards,
    publishedAccounts: new Set(),
  };
}

/** Asks for the port before anything else is begun, so that a taken one leaves nothing behind. */
function checkPort({ port, host }: Env): Promise<void> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

/** A start that is still under way is let finish first, so that nothing it began is left behind. */
function closeOnSignal(closers: Closers, opening: Promise<void>): void {
  const stop = (): void => {
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    void opening
      .catch(() => undefined)
      .then(() => closeAll(closers))
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.toReversed()) await Promise.resolve(close()).catch(() => undefined);
}
