import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { createApi, type Api } from '#shared/api.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { createFetchSend } from '#web/lib/fetch-send.ts';
import { freePort, startServer } from './server-process.ts';

export type DemoSite = {
  origin: string;
  /** Coming events, the running one first. */
  events: EventView[];
  past: EventView[];
  /** Of its owner, for what takes hours otherwise. */
  database: Pool;
  /** The folder of the emails that it sent. */
  mails: string;
  apiOf(token: string | null): Api;
  logIn(who: Account): Promise<string>;
  stop(): Promise<void>;
};

type Account = readonly [email: string, password: string];

export const demoGuest: Account = ['guest@rkali.example', 'Night-Guest-1'];
export const demoAdmin: Account = ['admin@rkali.example', 'Night-Shift-1'];

/** Starts the built site with demo content and all its pictures, on its own database in a temporary folder. */
export async function startDemoSite(): Promise<DemoSite> {
  const folder = await mkdtemp(join(tmpdir(), 'rkali-site-'));
  // PostgreSQL started by root runs as another user, who must reach this folder.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const port = String(await freePort());
  const server = await startServer({ DATA_DIR: folder, PORT: port, DEMO: 'true', RATE_LIMIT_SCALE: '100', LOG_LEVEL: 'error' });
  // The site's configured origin, which links and cookies need.
  const origin = `http://localhost:${port}`;
  const send = createFetchSend(origin);
  const apiOf = (token: string | null): Api => createApi((request) => send(request, token));
  const { events } = apiOf(null);
  const database = new Pool({ connectionString: postgres.ownerUrl, max: 1 });
  return {
    origin,
    events: await events.list(),
    past: await events.past({}),
    database,
    mails: join(folder, 'mail'),
    apiOf,
    logIn: async ([email, password]) => (await apiOf(null).accounts.login({ body: { email, password } })).accessToken,
    async stop() {
      await database.end();
      await server.kill('SIGTERM');
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
