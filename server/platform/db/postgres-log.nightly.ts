import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postgres-launch.ts';

const TOO_LONG = 6_000_000;

async function start() {
  const dataDir = createDatabaseFolder();
  const logFile = join(dataDir, 'postgres.log');
  writeFileSync(logFile, '', { mode: 0o644 });
  const said: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line), settings: { fsync: 'off' } });
  onTestFinished(() => server.stop());
  return { ...server, logFile, said, cluster: join(dataDir, 'postgres') };
}

test('only we may read the log, it holds no statement and no value, and it stays small', async () => {
  const { ownerUrl, logFile } = await start();
  expect(statSync(logFile).mode & 0o777).toBe(0o600);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('create table people (email text unique)');
  await client.query(`insert into people values ('nino@example.com')`);
  await expect(client.query(`insert into people values ('nino@example.com')`)).rejects.toThrow('duplicate key');
  await client.end();
  await expect.poll(() => readFileSync(logFile, 'utf8')).toContain('duplicate key');
  expect(readFileSync(logFile, 'utf8')).not.toContain('nino@example.com');

  appendFileSync(logFile, 'x'.repeat(TOO_LONG));
  await expect.poll(() => statSync(logFile).size).toBeLessThan(TOO_LONG);
});

test('while the database cannot start the reason is said once, and its return too', async () => {
  const { cluster, said } = await start();
  const control = join(cluster, 'global', 'pg_control');
  const pid = findPostmaster(cluster)?.pid ?? 0;
  renameSync(control, `${control}.away`);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => said.length).toBeGreaterThan(1);
  // Several retries, each of which would be logged again without the rule.
  await sleep(4_500);
  expect(said).toEqual(['The database ended unexpectedly and is started again.', expect.any(String)]);
  renameSync(`${control}.away`, control);
  await expect.poll(() => said.at(-1), { timeout: 20_000 }).toBe('The database is back.');
  expect(said).toHaveLength(3);
});
