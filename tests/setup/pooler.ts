import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '#lab/trial/server-process.ts';
import { createTestFolder } from './folder.ts';
import { onTestFinished } from './on-test-finished.ts';

/** True where PgBouncer is installed. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

/** It does not run as root. */
const NOBODY = 65_534;

/** Starts PgBouncer with its own defaults in front of a database. Returns its address. */
export async function startPooler(databaseUrl: string, mode: 'transaction' | 'session'): Promise<string> {
  const database = new URL(databaseUrl);
  const folder = createTestFolder();
  const port = await freePort();
  const host = database.searchParams.get('host') ?? database.hostname;
  const name = database.pathname.slice(1);
  const login = `user=${decodeURIComponent(database.username)} password=${decodeURIComponent(database.password)}`;
  const file = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${decodeURIComponent(database.username)}" ""\n`);
  await writeFile(
    file,
    `[databases]
${name} = host=${host} port=${database.port || '5432'} dbname=${name} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 10
`,
  );
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await Promise.all([folder, file, users].map((path) => chown(path, NOBODY, NOBODY)));
  const pooler = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) });
  onTestFinished(() => void pooler.kill('SIGKILL'));
  await expect.poll(() => accepts(port), { timeout: 10_000 }).toBe(true);
  return `postgres://${database.username}@127.0.0.1:${port}/${name}`;
}

function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).then((isOpen) => {
    socket.destroy();
    return isOpen === true;
  });
}
