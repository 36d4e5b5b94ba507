import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostgresHome, type PostgresHome } from './postgres-home.ts';
import { findPostmaster, launchPostgres } from './postgres-launch.ts';
import { closeCluster, urlOf } from './postgres-roles.ts';

const isRoot = process.getuid?.() === 0;
const settings = { fsync: 'off' };
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rkali-roles-'));
  // PostgreSQL started by root runs as "nobody", who cannot read a new temporary folder.
  chmodSync(path, 0o755);
  undo.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(dataDir: string) {
  const database = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  undo.push(() => database.stop());
  return database;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

const postmasterOf = (dataDir: string) => {
  const found = findPostmaster(join(dataDir, 'postgres'));
  if (!found) throw new Error('no server');
  return found;
};

/** Makes a folder as the version before the roles did: its only user is a superuser, and the socket needs no password. */
async function formerFolder(...statements: string[]): Promise<{ dataDir: string; home: PostgresHome }> {
  const dataDir = folder();
  const home = await findPostgresHome(dataDir, () => {});
  const { programs, cluster, runAs } = home;
  mkdirSync(cluster, { mode: 0o700 });
  if (runAs) chownSync(cluster, runAs.uid, runAs.gid);
  const clean = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...runAs };
  const options = [
    '-U',
    'app',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
  ];
  execFileSync(join(programs, 'bin', 'initdb'), ['-D', cluster, ...options], { ...clean, stdio: 'pipe' });
  const input = ['create table nights as select 7 as id', ...statements].map((line) => `${line};\n`).join('');
  execFileSync(join(programs, 'bin', 'postgres'), ['--single', '-D', cluster, 'postgres'], { ...clean, input, stdio: 'pipe' });
  return { dataDir, home };
}

const roles = `select string_agg(rolname || case when rolsuper then ' superuser' else '' end, ', ' order by rolname)
  from pg_roles where rolname !~ '^pg_'`;

test('nobody gets in without the password of a role', async () => {
  const dataDir = folder();
  const { url, ownerUrl } = await start(dataDir);
  expect(await query(url, 'select current_user')).toEqual(['rkali_app']);
  expect(await query(ownerUrl, roles)).toEqual(['rkali_app, rkali_owner superuser']);
  expect(await query(ownerUrl, `select type || ' ' || auth_method from pg_hba_file_rules`)).toEqual(['local scram-sha-256']);
  const server = postmasterOf(dataDir);
  for (const role of ['rkali_app', 'rkali_owner', 'app', 'postgres']) {
    await expect(query(urlOf(server, role), 'select 1')).rejects.toThrow(/password/);
    await expect(query(urlOf(server, role, 'f'.repeat(64)), 'select 1')).rejects.toThrow(/password authentication failed/);
  }
  const file = join(dataDir, 'postgres-passwords');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const passwords = Object.values<string>(JSON.parse(readFileSync(file, 'utf8')));
  expect(new Set(passwords).size).toBe(2);
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(passwords[0]);
});

test('passwords differ from folder to folder and stay', async () => {
  const [one, other] = [folder(), folder()];
  const { url } = await start(one).then(async (database) => (await database.stop(), database));
  expect((await start(one)).url).toBe(url);
  expect(new URL((await start(other)).url).password).not.toBe(new URL(url).password);
});

test('a process that uses the database keeps no connection of the owner', async () => {
  const { ownerUrl } = await start(folder());
  const users = `select usename::text from pg_stat_activity where application_name = 'rkali:${process.pid}'`;
  expect(await query(ownerUrl, users)).toEqual(['rkali_app']);
});

test('a folder of the version before keeps its rows, and is closed at the next start', async () => {
  const { dataDir } = await formerFolder();
  const { url, ownerUrl, stop } = await start(dataDir);
  expect(await query(ownerUrl, 'select id from nights')).toEqual([7]);
  expect(await query(ownerUrl, roles)).toEqual(['rkali_app, rkali_owner superuser']);
  await expect(query(url, 'select id from nights')).rejects.toMatchObject({ code: '42501' });
  await expect(query(urlOf(postmasterOf(dataDir), 'app'), 'select 1')).rejects.toThrow(/password/);
  await stop();
  expect(await query((await start(dataDir)).ownerUrl, 'select id from nights')).toEqual([7]);
});

test('a change to two roles that was killed half-way is finished', async () => {
  const { dataDir } = await formerFolder('create role rkali_setup superuser login');
  expect(await query((await start(dataDir)).ownerUrl, roles)).toEqual(['rkali_app, rkali_owner superuser']);
});

test('the server that a killed process of the version before left is closed, too', async () => {
  const { dataDir, home } = await formerFolder();
  await launchPostgres(home, settings);
  const { pid } = postmasterOf(dataDir);
  const { ownerUrl } = await start(dataDir);
  expect(postmasterOf(dataDir).pid).toBe(pid);
  expect(await query(ownerUrl, 'select id from nights')).toEqual([7]);
  await expect.poll(() => query(urlOf(postmasterOf(dataDir), 'rkali_owner'), 'select 1').catch(String)).toMatch(/password/);
});

test('a server whose rules were closed by a start that was killed before telling it, is told by the next', async () => {
  const dataDir = folder();
  await start(dataDir).then((database) => database.stop());
  const home = await findPostgresHome(dataDir, () => {});
  writeFileSync(join(home.cluster, 'pg_hba.conf'), 'local all all trust\n');
  await launchPostgres(home, settings);
  closeCluster(home);
  expect(await query(urlOf(postmasterOf(dataDir), 'rkali_owner'), 'select 1')).toEqual([1]);
  await start(dataDir);
  await expect.poll(() => query(urlOf(postmasterOf(dataDir), 'rkali_owner'), 'select 1').catch(String)).toMatch(/password/);
});

test('a running process of the version before is not cut off', async () => {
  const { dataDir, home } = await formerFolder();
  await launchPostgres(home, settings);
  const server = postmasterOf(dataDir);
  undo.push(() => process.kill(server.pid, 'SIGQUIT'));
  const before = new pg.Client({ connectionString: urlOf(server, 'app') });
  await before.connect();
  undo.push(() => before.end());
  await expect(start(dataDir)).rejects.toThrow(/a process of the version before still uses it: stop that one first/);
  expect((await before.query('select rolname from pg_roles where oid = 10')).rows).toEqual([{ rolname: 'app' }]);
});

test('starters at the same time close a folder of before once, and both get in', async () => {
  const { dataDir } = await formerFolder();
  const found = await Promise.all([start(dataDir), start(dataDir)]);
  for (const { ownerUrl } of found) expect(await query(ownerUrl, 'select id from nights')).toEqual([7]);
});

test('lost passwords stop the start in one line, and are renewed when the operator opens the folder', async () => {
  const dataDir = folder();
  await start(dataDir).then((database) => database.stop());
  const file = join(dataDir, 'postgres-passwords');
  rmSync(file);
  await expect(start(dataDir)).rejects.toThrow(
    /^The database in .*postgres does not accept the passwords in .*postgres-passwords: bring that file back\.$/,
  );
  process.kill(postmasterOf(dataDir).pid, 'SIGINT');
  await expect.poll(() => findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  writeFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
  const { url } = await start(dataDir);
  expect(await query(url, 'select 1')).toEqual([1]);
  expect(readFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'utf8')).toBe('local all all scram-sha-256\n');

  await writeFileSync(file, '{}');
  await expect(start(dataDir)).rejects.toThrow(/^The passwords of the database in .*postgres-passwords are damaged: restore the file\.$/);
});

/** Returns the socket folder of a stopped server. */
async function socketFolder(dataDir: string): Promise<string> {
  const { stop } = await start(dataDir);
  const { socketDir } = postmasterOf(dataDir);
  expect(lstatSync(socketDir).mode & 0o777).toBe(0o700);
  await stop();
  expect(existsSync(socketDir)).toBe(false);
  undo.push(() => rmSync(socketDir, { recursive: true, force: true }));
  return socketDir;
}

const swaps: [how: string, swap: (path: string) => void, says: RegExp][] = [
  ['a link', (path) => symlinkSync(folder(), path), /is a link: look who made it, and remove it\.$/],
  ['a file', (path) => writeFileSync(path, ''), /is no folder: look who made it, and remove it\.$/],
  [
    'a folder that all may enter',
    (path) => mkdirSync(path) ?? chmodSync(path, 0o777),
    /is open to other users: look who made it, and remove it\.$/,
  ],
];
if (isRoot) {
  swaps.push([
    'a folder of another user',
    (path) => mkdirSync(path, { mode: 0o700 }) ?? chownSync(path, 12_345, 12_345),
    /belongs to another user \(12345\): look who made it, and remove it\.$/,
  ]);
}

test.each(swaps)('a start refuses %s in the place of its socket, in one line', async (_how, swap, says) => {
  const dataDir = folder();
  const path = await socketFolder(dataDir);
  swap(path);
  await expect(start(dataDir)).rejects.toThrow(says);
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});

test('the folder of a running server that was swapped is not connected to', async () => {
  const dataDir = folder();
  await start(dataDir);
  const { socketDir } = postmasterOf(dataDir);
  const away = `${socketDir}-away`;
  renameSync(socketDir, away);
  undo.push(() => (rmSync(socketDir, { force: true }), renameSync(away, socketDir)));
  symlinkSync(away, socketDir);
  await expect(start(dataDir)).rejects.toThrow(/^The folder of the database's socket, .*, is a link: look who made it, and remove it\.$/);
});
