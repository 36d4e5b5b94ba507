import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { onTestFinished } from 'vitest';
import { createWholeApi, type WholeApi } from '#shared/staff-api.ts';
import type { ApiResponse } from '#shared/contract.ts';
import { buildApp } from '#server/app.ts';
import { allGuards, contextFor, type Context, type Deps, type Guards } from '#server/context.ts';
import { openDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import type { PagesOptions } from '#server/http/pages.ts';
import { deriveKeys } from '#server/secrets.ts';
import { createOtherBanks, createProvider } from '#server/payments/banks/create-provider.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase } from './database.ts';

export type TestApp = {
  deps: Deps;
  ctx: Context;
  clock: TestClock;
  /** `http://127.0.0.1:<port>` of the listening server. */
  url: string;
  /** The typed client over real HTTP, with a bearer when a token is given. */
  api(accessToken?: string): WholeApi;
  /** What a change of content does in every process that listens for it. */
  dropCaches(): void;
  http: FastifyInstance;
  /** Ends it before the test does: for tests that need many, one after the other. */
  close(): Promise<void>;
};

export type TestAppOptions = {
  guards?: Partial<Guards>;
  env?: Record<string, string>;
  clock?: TestClock;
  /** The database of another app in the same test: two processes side by side. */
  databaseUrl?: string;
  /** With pages: `startTestSite` sees that they are built. */
  pages?: PagesOptions['mode'];
  /** Where the log goes, for tests that read it. */
  log?: Logger;
};

const TEST_SECRET = 'a secret for tests only, long enough to be accepted';

/** A whole server on a database of its own, listening on a free port; gone when the test is over. */
export async function startTestApp({
  guards = {},
  env: variables = {},
  clock = createTestClock(),
  databaseUrl,
  pages = 'none',
  log = pino({ level: 'silent' }),
}: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = databaseUrl ? { url: databaseUrl, drop: async () => undefined } : await createTestDatabase();
  const env = readEnv({
    NODE_ENV: 'test',
    DEMO: '0',
    RATE_LIMIT_SCALE: '1000',
    SECRET: TEST_SECRET,
    DATABASE_URL: testDatabase.url,
    DATA_DIR: join(tmpdir(), `rkali-app-${randomUUID()}`),
    ...variables,
  });
  const database = openDatabase(testDatabase.url, () => undefined);
  // The bank's address is known once the port is.
  const where = { origin: '' };
  const deps: Deps = {
    database,
    env,
    clock,
    keys: deriveKeys(TEST_SECRET),
    payments: createProvider(env, () => where.origin),
    otherBanks: createOtherBanks(env),
    log,
    guards: { ...allGuards, ...guards },
  };
  const app = await buildApp(deps, { mode: pages });
  where.origin = await app.http.listen({ port: 0, host: '127.0.0.1' });

  const end = async (): Promise<void> => {
    await app.http.close();
    await database.close();
    await testDatabase.drop();
    await rm(env.dataDir, { recursive: true, force: true });
  };
  let ending: Promise<void> | undefined;
  const close = (): Promise<void> => (ending ??= end());
  onTestFinished(close);
  return {
    deps,
    ctx: contextFor(deps),
    clock,
    http: app.http,
    url: where.origin,
    api: (token) => createWholeApi(fetchFrom(where.origin, token)),
    dropCaches: app.dropCaches,
    close,
  };
}

export const fetchFrom = (origin: string, accessToken?: string) => {
  return async (request: Parameters<Parameters<typeof createWholeApi>[0]>[0]): Promise<ApiResponse> => {
    const headers: Record<string, string> = {};
    if (accessToken) headers['authorization'] = `Bearer ${accessToken}`;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    if (request.idempotencyKey) headers['idempotency-key'] = request.idempotencyKey;
    const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) };
    const response = await fetch(origin + request.url, { method: request.method, headers, ...body });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
};
