import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/platform/db/client.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { addJobs } from './jobs.ts';
import { type JobPlan, startRunners } from './runner.ts';

/** The app's database behind connections that can be cut. */
async function startCuttable({ ctx }: TestApp) {
  const real = new URL(String(ctx.env.databaseUrl));
  const host = real.searchParams.get('host') ?? real.hostname;
  const port = Number(real.port || '5432');
  const sockets = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((client) => {
    if (isCut) return void client.destroy();
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [client, server]) sockets.add(socket.on('error', () => undefined));
    client.on('close', () => server.destroy()).pipe(server);
    server.on('close', () => client.destroy()).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const url = new URL(real);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const database = openDatabase(String(url), () => undefined);
  onTestFinished(async () => {
    await database.close();
    cut();
    proxy.close();
  });
  return { database, cut, reopen: () => void (isCut = false) };
}

/** The test queues no others. */
const only = (jobs: Partial<JobPlan['jobs']>) => jobs as JobPlan['jobs'];

/** When the jobs end after the database was lost: the library writes two failures down while it waits for the third job. */
const ENDS_MS = [300, 600, 4_000];
const AWAY_MS = 8_000;
const BACK_MS = 25_000;

test('jobs go on when the database is back, also when several ended while it was away', async () => {
  const app = await startTestApp();
  const { database, cut, reopen } = await startCuttable(app);
  const lost = Promise.withResolvers<void>();
  let begun = 0;
  const work = async () => {
    const ms = ENDS_MS[begun];
    begun += 1;
    if (ms === undefined) return;
    await lost.promise;
    await sleep(ms);
  };
  const jobs = only({ 'forget-answers': work, 'send-mail': async () => undefined });
  const runners = await startRunners({ ...app.deps, database }, { jobs, timetable: '', atStart: async () => undefined });
  await addJobs(
    app.ctx,
    'forget-answers',
    Array.from(ENDS_MS, () => ({ payload: {} })),
  );
  await expect.poll(() => begun).toBe(ENDS_MS.length);
  cut();
  lost.resolve();
  await sleep(AWAY_MS);
  reopen();

  await addJobs(app.ctx, 'forget-answers', [{ payload: {} }]);
  await expect.poll(() => begun, { timeout: BACK_MS }).toBeGreaterThan(ENDS_MS.length);
  await runners.stop();
}, 60_000);
