import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startReplicated } from '#tests/setup/replicated-postgres.ts';
import { listenForContentChanges } from './content-changes.ts';
import { isDatabaseAway } from './database-failure.ts';
import { createClient, poolTo } from './hosts.ts';

const PORT = 'select inet_server_port() as port';

test('of several hosts every connection goes to the one that accepts writes, also after a fail-over', async () => {
  const { url, standbyUrl, killPrimary, promote } = await startReplicated();
  // The standby first, so that the order of the hosts decides nothing.
  const [, one = '', two = ''] = /@(.*),(.*)\//.exec(url) ?? [];
  const swapped = url.replace(`${one},${two}`, `${two},${one}`);
  const pool = new Pool({ ...poolTo(swapped), max: 3 });
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  const ask = async () => (await pool.query<{ port: number }>(PORT)).rows[0]?.port;
  const primary = Number(one.split(':')[1]);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([primary, primary, primary]);
  const heard: (string | undefined)[] = [];
  const stop = listenForContentChanges(swapped, (table) => heard.push(table));
  onTestFinished(stop);
  await expect.poll(() => heard.length).toBe(1);

  await killPrimary();
  const client = createClient(swapped);
  const failed = await client.connect().catch((error: unknown) => error);
  expect(String(failed)).toContain('no host of the database accepts writes');
  expect(isDatabaseAway(failed)).toBe(true);

  await promote();
  const standby = Number(new URL(standbyUrl).port);
  await expect.poll(() => ask().catch(String)).toBe(standby);
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2);
  await pool.query(`select pg_notify('content_changed', 'events')`);
  await expect.poll(() => heard.at(-1)).toBe('events');
}, 120_000);

test('a wrong name of the database is no outage', async () => {
  const { url } = await startReplicated();
  const failed = await createClient(url.replace('/postgres?', '/nothing?'))
    .connect()
    .catch((error: unknown) => error);
  expect([String(failed), isDatabaseAway(failed)]).toEqual(['error: database "nothing" does not exist', false]);
}, 120_000);
