import { rm } from 'node:fs/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createWholeApi, type WholeApi } from '#shared/staff-api.ts';
import type { ApiResponse } from '#shared/contract.ts';
import { DEFAULT_TIME_ZONE, setVenueTimeZone } from '#shared/dates.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import type { PagesOptions } from '#server/platform/http/pages.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { emptyDatabase, openTestPool, ownerUrlOf, takeTestDatabase } from './database.ts';
import type { Guard } from './guards.ts';
import { startServer } from './server.ts';
import { onTestFinished } from './on-test-finished.ts';
import { importWithout } from './without-guard.ts';

type Owner = NodePgDatabase & { $client: Pool };

export type TestApp = {
  deps: Deps;
  ctx: Context;
  /** Runs `sql` statements as the database's owner, for what the server itself may not do. */
  owner: Owner;
  clock: TestClock;
  /** `http://127.0.0.1:<port>` of the listening server. */
  url: string;
  /** Returns the typed client over real HTTP, with a bearer if a token is given. */
  api(accessToken?: string): WholeApi;
  /** Drops the caches that a change of content drops in every process. */
  dropCaches(): void;
  http: FastifyInstance;
  /** The removed guard, if any. */
  without: Guard | undefined;
  /** Closes the app before the test ends, for tests that need many. */
  close(): Promise<void>;
};

export type TestAppOptions = {
  /** Runs the code without this guard, for a negative control. */
  without?: Guard | undefined;
  env?: Record<string, string>;
  clock?: TestClock;
  /** The database of another app in the same test, for two processes side by side. */
  databaseUrl?: string;
  /** Serves pages; `startTestSite` ensures that they are built. */
  pages?: PagesOptions['mode'];
  /** The log, for tests that read it. */
  log?: Logger;
  /** Asks for a server that served no other test, for tests of counters in its memory. */
  isFresh?: boolean;
  /** The signal at which the process gives up waiting. */
  hardStop?: AbortSignal;
};

/** Servers of this worker ready for another test, with an empty database and no memory of the last test. */
const idle: RunningApp[] = [];

/**
 * Starts a whole server on its own database and a free port; stopped when the test is over. Without options other than `pages` it may have
 * served another test before, because starting one takes longer than most tests.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const isPlain = changesNothing(options);
  const position = isPlain ? idle.findIndex(({ pages }) => pages === options.pages) : -1;
  const [running = await runApp(options)] = position < 0 ? [] : idle.splice(position, 1);
  onTestFinished(async () => {
    if (isPlain && (await running.renew())) idle.push(running);
    else await running.app.close();
  });
  return running.app;
}

const changesNothing = ({ pages: _pages, env = {}, ...others }: TestAppOptions): boolean =>
  Object.keys(env).length === 0 && Object.values(others).every((value) => value === undefined);

type RunningApp = { app: TestApp; pages: TestAppOptions['pages']; renew(): Promise<boolean> };

async function runApp({ clock = createTestClock(), databaseUrl, without, ...options }: TestAppOptions): Promise<RunningApp> {
  const testDatabase = databaseUrl ? { url: databaseUrl, drop: async () => undefined } : await takeTestDatabase();
  const owner = openTestPool(ownerUrlOf(testDatabase.url));
  const code = await codeOf({ without }, 'tests/setup/server.ts', { startServer });
  const server = await code.startServer({ ...options, clock, databaseUrl: testDatabase.url });
  const { deps, http, dropCaches, url, calls } = server;
  const end = async (): Promise<void> => {
    await server.close();
    setVenueTimeZone(DEFAULT_TIME_ZONE);
    await owner.end();
    await testDatabase.drop();
    if (calls.undocumented.length > 0) throw new Error(`The contract does not name these errors: ${calls.undocumented.join(', ')}.`);
  };
  let ending: Promise<void> | undefined;
  const close = (): Promise<void> => (ending ??= end());
  const first = { deps: { ...deps }, time: clock.now() };
  const renew = async (): Promise<boolean> => {
    const isQuiet = http.server.listening && calls.open === 0 && calls.undocumented.length === 0;
    if (ending !== undefined || !isQuiet || !(await emptyDatabase(owner, { used: [first.deps.database.pool], keeps: 'kept_keys' })))
      return false;
    await rm(deps.env.dataDir, { recursive: true, force: true });
    mailTransport(deps).close();
    Object.assign(deps, first.deps);
    deps.shared.memory = {};
    clock.set(first.time);
    await loadTexts(contextFor(deps));
    dropCaches();
    app.ctx = contextFor(deps);
    return true;
  };
  const app = {
    deps,
    ctx: contextFor(deps),
    owner: drizzle(owner, { casing: 'snake_case' }),
    clock,
    http,
    url,
    without,
    dropCaches,
    api: (token?: string) => createWholeApi(fetchFrom(url, token)),
    close,
  };
  return { app, pages: options.pages, renew };
}

/** Returns the exports of a module as this app runs it: the test's own, or the copy without the app's guard. */
export const codeOf = async <Exports>({ without }: Pick<TestApp, 'without'>, file: string, own: Exports): Promise<Exports> =>
  without ? importWithout<Exports>(without, file) : own;

export const fetchFrom = (origin: string, accessToken?: string) => {
  return async (request: Parameters<Parameters<typeof createWholeApi>[0]>[0]): Promise<ApiResponse> => {
    const headers: Record<string, string> = {};
    if (accessToken) headers['authorization'] = `Bearer ${accessToken}`;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    if (request.idempotencyKey) headers['idempotency-key'] = request.idempotencyKey;
    const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
    const limit = request.signal ? { signal: request.signal } : {};
    const response = await fetch(origin + request.url, { method: request.method, headers, ...body, ...limit });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
};
