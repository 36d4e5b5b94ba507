import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { buildApp } from '#server/app.ts';
import { assemble } from '#server/assemble.ts';
import { openKeys } from '#server/accounts/secret-check.service.ts';
import { type Clock, type Deps } from '#server/platform/context.ts';
import { openDatabase } from '#server/platform/db/client.ts';
import { findPublishedAccounts } from '#server/demo/demo-accounts.ts';
import { mailTransport } from '#server/platform/mail/mail-transport.ts';
import { readEnv } from '#server/platform/config/env.ts';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import type { PagesOptions } from '#server/platform/http/pages.ts';
import { watchCalls } from './documented.ts';

type ServerOptions = {
  databaseUrl: string;
  clock: Clock;
  env?: Record<string, string>;
  pages?: PagesOptions['mode'];
  log?: Logger;
  hardStop?: AbortSignal;
};

export const TEST_SECRET = 'a secret for tests only, long enough to be accepted';

/** Starts a whole server on this database and a free port; it serves until it is closed. It does not depend on the test runner. */
export async function startServer({
  databaseUrl,
  clock,
  env: variables = {},
  pages = 'none',
  log = pino({ level: 'silent' }),
  hardStop = new AbortController().signal,
}: ServerOptions) {
  const env = readEnv({
    NODE_ENV: 'test',
    DEMO: '0',
    RATE_LIMIT_SCALE: '1000',
    SECRET: TEST_SECRET,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(tmpdir(), `rkali-app-${randomUUID()}`),
    ...variables,
  });
  const database = openDatabase(databaseUrl, () => undefined);
  // The bank's address is known once the port is.
  const where = { origin: '' };
  const secret = env.secret ?? TEST_SECRET;
  // Some tests run without a database.
  const { keys } = await openKeys(database.db, secret).catch(() => ({ keys: deriveKeys(secret) }));
  const parts = assemble({ env, log, database, keys, origin: () => where.origin, hardStop });
  const deps: Deps = { ...parts, clock };
  deps.publishedAccounts = new Set(await findPublishedAccounts(database.db).catch(() => []));
  const { http, dropCaches } = await buildApp(deps, { mode: pages });
  const calls = watchCalls(http);
  where.origin = await http.listen({ port: Number(variables['PORT'] ?? 0), host: '127.0.0.1' });
  const close = async (): Promise<void> => {
    await http.close();
    mailTransport(deps).close();
    await database.close();
    await rm(env.dataDir, { recursive: true, force: true });
  };
  return { deps, http, dropCaches, url: where.origin, calls, close };
}
