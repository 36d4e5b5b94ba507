import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort, type ServerProcess, startServer } from '#lab/trial/server-process.ts';
import { installed, startBalancer, startVisitors, VISITORS } from '#tests/setup/balancer.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { buildSite } from '#tools/setup/build.mjs';

beforeAll(() => buildSite(process.execPath), 600_000);

test.for(installed)(
  'behind %s a machine that is killed costs the requests it was answering, one that stops costs none, and none that was acknowledged is lost',
  async (balancer) => {
    const { url, ownerUrl, drop } = await createTestDatabase();
    const books = openTestPool(ownerUrl);
    onTestFinished(async () => {
      await books.end();
      await drop();
    });
    const folder = createTestFolder();
    const serve = async (machine: string, port: number): Promise<ServerProcess> => {
      const server = await startServer({
        DATABASE_URL: url,
        DATABASE_OWNER_URL: ownerUrl,
        SECRET: 'the same secret for both of the machines',
        DATA_DIR: join(folder, machine),
        PORT: String(port),
        TRUST_PROXY: '1',
        DRAIN_SECONDS: '5',
        DEMO: 'false',
        PLACEHOLDER_IMAGES: 'false',
        RATE_LIMIT_SCALE: '1000',
      });
      onTestFinished(() => server.kill('SIGKILL'));
      return server;
    };
    const port = await freePort();
    const [one, two] = [await serve('one', port), await serve('two', await freePort())];
    const visitors = startVisitors(await startBalancer(balancer, [one.origin, two.origin]));
    await visitors.more(20);
    expect(visitors.failed).toEqual([]);

    await one.kill('SIGKILL');
    await visitors.more(60);
    const lost = visitors.failed.length;
    expect(lost, visitors.failed.join('; ')).toBeLessThanOrEqual(VISITORS);
    await serve('one', port);
    await two.kill('SIGTERM');
    await visitors.more(60);
    expect(visitors.failed.slice(lost)).toEqual([]);

    await visitors.stop();
    const { rows } = await books.query<{ count: number }>('select count(distinct body)::int as count from enquiries where body = any($1)', [
      visitors.accepted,
    ]);
    expect(rows[0]?.count).toBe(visitors.accepted.length);
  },
);
