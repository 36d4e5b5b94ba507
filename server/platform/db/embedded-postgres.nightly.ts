import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postgres-launch.ts';

const isRoot = process.getuid?.() === 0;
const quick = { settings: { fsync: 'off' }, log: () => {} };
const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rkali test '));
  // PostgreSQL started by root runs as "nobody", who cannot read a new temporary folder.
  chmodSync(path, 0o755);
  undo.push(async () => {
    if (pidOf(path)) await startEmbeddedPostgres({ ...quick, dataDir: path }).then((left) => left.stop());
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

async function start(dataDir: string, options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const database = await startEmbeddedPostgres({ ...quick, dataDir, ...options });
  undo.push(() => database.stop());
  return { url: database.ownerUrl, stop: database.stop };
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

const birthOf = (url: string) => query(url, 'select pg_postmaster_start_time()::text');

function pidOf(dataDir: string): number {
  return findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0;
}

/** Starts another process of ours that starts the database, prints its URL and runs until it is killed. */
function starter(dataDir: string): ChildProcess & { url: Promise<string> } {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href);
  const code = `const { startEmbeddedPostgres } = await import(${module});
    const { ownerUrl } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {}, settings: { fsync: 'off' } });
    process.stdout.write(ownerUrl);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  undo.push(() => kill(child));
  const url = once(child.stdout, 'data').then(([chunk]) => String(chunk));
  return Object.assign(child, { url });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('the first start creates a database and the second one finds its rows', async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  await query(first.url, 'create table nights as select 7 as id');
  await first.stop();
  expect(pidOf(dataDir)).toBe(0);

  const second = await start(dataDir);
  expect(await query(second.url, 'select id from nights')).toEqual([7]);
});

test('nothing listens on the network and data is written through to the disk', async () => {
  const { url } = await start(folder(), { settings: {} });
  expect(await query(url, `select current_setting(name) from unnest('{listen_addresses,fsync,full_page_writes}'::text[]) name`)).toEqual([
    '',
    'on',
    'on',
  ]);
});

test('the server of a killed process is used by the next one', async () => {
  const dataDir = folder();
  const killed = starter(dataDir);
  const orphan = await birthOf(await killed.url);
  await kill(killed);

  const { url } = await start(dataDir);
  expect(await birthOf(url)).toEqual(orphan);
});

test('starters at the same time end with one server', async () => {
  const dataDir = folder();
  const other = starter(dataDir);
  const urls = await Promise.all([start(dataDir), start(dataDir), other.url]);
  const births = await Promise.all(urls.map((found) => birthOf(typeof found === 'string' ? found : found.url)));
  expect(new Set(births.flat()).size).toBe(1);
  expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
});

test('the server stays as long as another process uses it', async () => {
  const dataDir = folder();
  const other = starter(dataDir);
  const birth = await birthOf(await other.url);
  const ours = await start(dataDir);
  await ours.stop();
  expect(await birthOf(await other.url)).toEqual(birth);

  await kill(other);
  const last = await start(dataDir);
  await last.stop();
  expect(pidOf(dataDir)).toBe(0);
});

test('a creation killed half-way is done again', async () => {
  const dataDir = folder();
  const killed = starter(dataDir);
  while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) await sleep(5);
  await kill(killed);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const { url } = await start(dataDir);
  expect(await query(url, 'select 1')).toEqual([1]);
});

test('acknowledged rows survive SIGKILL of the server', async () => {
  const dataDir = folder();
  const { url } = await start(dataDir, { settings: {} });
  await query(url, 'create table scans (id int primary key)');
  let acknowledged = 0;
  const writing = (async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    for (;;) {
      await client.query('insert into scans values ($1)', [acknowledged + 1]);
      acknowledged += 1;
    }
  })();
  while (acknowledged < 20) await sleep(1);
  process.kill(pidOf(dataDir), 'SIGKILL');
  await expect(writing).rejects.toThrow();

  const again = await start(dataDir, { settings: {} });
  const [rows] = await query(again.url, 'select count(*)::int from scans');
  // The write that was running at the crash may or may not be committed.
  expect([acknowledged, acknowledged + 1]).toContain(rows);
});

test('a server that dies while we live is started again and keeps its rows', async () => {
  const dataDir = folder();
  const { url } = await start(dataDir);
  await query(url, 'create table kept as select 7 as n');
  const first = pidOf(dataDir);
  process.kill(first, 'SIGKILL');
  await expect.poll(() => query(url, 'select n from kept').catch(() => []), { timeout: 20_000 }).toEqual([7]);
  expect(pidOf(dataDir)).not.toBe(first);
});

test('a lock whose process number now belongs to a stranger does not stop the start', async () => {
  const dataDir = folder();
  const first = await start(dataDir);
  await query(first.url, 'create table nights as select 7 as id');
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  const lines = readFileSync(lock, 'utf8').split('\n');
  process.kill(pidOf(dataDir), 'SIGKILL');
  while (pidOf(dataDir)) await sleep(5);
  const unrelated = spawn('sleep', ['60'], isRoot ? { uid: 65534, gid: 65534 } : {});
  undo.push(() => kill(unrelated));
  const stale = [unrelated.pid, ...lines.slice(1)].join('\n');
  writeFileSync(lock, stale);
  writeFileSync(join(lines[4] ?? '', '.s.PGSQL.5432.lock'), stale);

  const { url } = await start(dataDir);
  expect(await query(url, 'select id from nights')).toEqual([7]);
});

test('deleting the data folder under an orphaned server gives a fresh database', async () => {
  const dataDir = folder();
  const killed = starter(dataDir);
  const oldUrl = await killed.url;
  const orphan = pidOf(dataDir);
  undo.push(() => process.kill(orphan, 'SIGQUIT'));
  await query(oldUrl, 'create table nights as select 7 as id');
  await kill(killed);
  rmSync(dataDir, { recursive: true });

  const { url } = await start(dataDir);
  // The orphan still holds its own socket for a while.
  expect(url).not.toBe(oldUrl);
  expect(await query(url, `select to_regclass('nights')`)).toEqual([null]);
});

test('a private folder is no hindrance, and root says where the database went', async () => {
  const parent = folder();
  chmodSync(parent, 0o700);
  const dataDir = join(parent, 'data');
  const said: string[] = [];
  const first = await start(dataDir, { log: (line) => said.push(line) });
  await query(first.url, 'create table nights as select 7 as id');
  await first.stop();
  const again = await start(dataDir, { log: (line) => said.push(line) });
  expect(await query(again.url, 'select id from nights')).toEqual([7]);

  const pointer = join(dataDir, 'postgres-location');
  expect(existsSync(pointer)).toBe(isRoot);
  expect(said).toEqual(isRoot ? [expect.stringMatching(/^The database is in \/var\/lib\/rkali\/[0-9a-f]{16}, because/)] : []);
  if (isRoot) {
    const place = readFileSync(pointer, 'utf8').trim();
    await again.stop();
    rmSync(place, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(`The database folder ${place} named in`);
  }
});

test('a data folder that cannot be written is named in one sentence', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  await expect(start(join(file, 'data'))).rejects.toThrow(/^DATA_DIR .* cannot be written \(ENOTDIR\): choose another folder\.$/);
});

test('a database that cannot start says why in one sentence', async () => {
  const dataDir = folder();
  await start(dataDir).then((database) => database.stop());
  await expect(start(dataDir, { settings: { shared_buffers: 'many' } })).rejects.toThrow(
    /^PostgreSQL does not start on .*shared_buffers.*\.$/,
  );
});

test('a folder with other things in it is not taken for a database', async () => {
  const dataDir = folder();
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'note'), '');
  await expect(start(dataDir)).rejects.toThrow(/^The database cannot be created in .*: the folder holds something else\.$/);
});
