import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { createWholeApi, type WholeApi } from '#shared/staff-api.ts';
import { fetchFrom, type TestApp } from './app.ts';
import { onTestFinished } from './on-test-finished.ts';

type Killable = { api(accessToken?: string): WholeApi; kill(): Promise<void> };

/** Starts a second server on the app's database in a separate process. Killing it is like a power cut: its database sessions end too. */
export async function startKillable({ ctx, without }: TestApp): Promise<Killable> {
  const options = JSON.stringify({ databaseUrl: ctx.env.databaseUrl, without });
  const server = spawn(process.execPath, [join(import.meta.dirname, 'server-process.ts'), options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/compiled'), ...process.env },
  });
  const ended = once(server, 'exit');
  onTestFinished(() => void server.kill('SIGKILL'));
  const [url] = await once(createInterface(server.stdout), 'line');
  const kill = async (): Promise<void> => {
    server.kill('SIGKILL');
    await ended;
    await ctx.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${`rkali:${server.pid}`}`);
  };
  return { api: (token) => createWholeApi(fetchFrom(String(url), token)), kill };
}
