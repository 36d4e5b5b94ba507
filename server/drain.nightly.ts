import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#lab/trial/server-process.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { buildSite } from '#tools/setup/build.mjs';

test.for(['1', '2'])(
  'with %s processes a stopping server serves while the balancer hears that it leaves, then ends',
  { timeout: 120_000 },
  async (PROCESSES) => {
    await buildSite(process.execPath);
    const database = await createTestDatabase();
    onTestFinished(database.drop);
    const common = { DATABASE_URL: database.url, DATA_DIR: createTestFolder(), DEMO: 'false', PLACEHOLDER_IMAGES: 'false' };
    const server = await startServer({ ...common, PROCESSES, DRAIN_SECONDS: '8' });
    onTestFinished(() => server.kill('SIGKILL'));
    const statusOf = (path: string) =>
      fetch(server.origin + path, { headers: { accept: 'text/html', connection: 'close' } }).then(
        ({ status }) => status,
        () => 0,
      );
    expect([await statusOf('/readyz'), await statusOf('/')]).toEqual([200, 200]);
    const metrics = () => fetch(`${server.origin}/metrics`).then((answer) => answer.text());
    await expect
      .poll(metrics, { timeout: 60_000 })
      .toMatch(PROCESSES === '1' ? /^process_uptime_seconds /m : /^process_uptime_seconds\{process="2"\} /m);
    const ended = server.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503);
    // New connections reach any of the processes.
    const statuses = await Promise.all(Array.from({ length: 20 }, () => Promise.all([statusOf('/readyz'), statusOf('/')])));
    expect(new Set(statuses.map(String))).toEqual(new Set(['503,200']));
    await ended;
    expect([server.exitCode(), await statusOf('/')]).toEqual([0, 0]);
  },
);
