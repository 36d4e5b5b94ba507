import { execFile, spawnSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postgres-launch.ts';

const quick = { settings: { fsync: 'off' }, log: () => undefined };
/** A separate namespace of processes, as a container has. */
const APART = ['--pid', '--fork', '--mount-proc', '--kill-child'];
const canUnshare = spawnSync('unshare', [...APART, 'true']).status === 0;

async function start(dataDir: string) {
  const database = await startEmbeddedPostgres({ ...quick, dataDir });
  onTestFinished(() => database.stop());
  return database;
}

/** Starts the database by a command in another container, where it is killed or stops normally. Returns the output. */
async function startApart(dataDir: string, end: 'stop' | 'kill'): Promise<string> {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href);
  const code = `const { startEmbeddedPostgres } = await import(${module});
    try {
      const { stop } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {}, settings: { fsync: 'off' } });
      console.log('started');
      ${end === 'kill' ? `process.exit();` : 'await stop();'}
    } catch (error) { console.log(error.message); }`;
  const { stdout } = await promisify(execFile)('unshare', [...APART, process.execPath, '--input-type=module', '-e', code], {
    env: { PATH: process.env['PATH'] },
  });
  return stdout.trim();
}

const postmasterOf = (dataDir: string) => findPostmaster(join(dataDir, 'postgres'));

test.skipIf(!canUnshare)('a database that is used in one container is not started a second time from another one', async () => {
  const dataDir = createDatabaseFolder();
  const { stop } = await start(dataDir);
  const server = postmasterOf(dataDir)?.pid;
  expect(await startApart(dataDir, 'stop')).toMatch(
    /^The database in \S+ is used in another container \(\S+\): run the command there \(docker compose exec\), or stop that one first\.$/,
  );
  expect(postmasterOf(dataDir)?.pid).toBe(server);
  await stop();
  expect(existsSync(join(dataDir, 'postgres-in-use'))).toBe(false);
  expect(await startApart(dataDir, 'stop')).toBe('started');
});

test.skipIf(!canUnshare)('after a container was killed the next one starts the database', async () => {
  const dataDir = createDatabaseFolder();
  expect(await startApart(dataDir, 'kill')).toBe('started');
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true);
  const { stop } = await start(dataDir);
  await stop();
});

test('a server whose socket is hidden from this process is waited for, and then named', async () => {
  const dataDir = createDatabaseFolder();
  await start(dataDir);
  const { pid = 0, socketDir = '' } = postmasterOf(dataDir) ?? {};
  const hidden = join(dirname(socketDir), `hidden-${basename(socketDir)}`);
  renameSync(socketDir, hidden);
  const waiting = startEmbeddedPostgres({ ...quick, dataDir });
  await sleep(1_000);
  renameSync(hidden, socketDir);
  await (await waiting).stop();

  renameSync(socketDir, hidden);
  try {
    await expect(startEmbeddedPostgres({ ...quick, dataDir })).rejects.toThrow(
      `was started by another command, whose socket in ${socketDir} cannot be seen from here: wait for the end of that command, or end its database: kill -INT ${pid}.`,
    );
  } finally {
    renameSync(hidden, socketDir);
  }
}, 60_000);
