import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { runServerToEnd, startServer, type ServerProcess } from '#lab/trial/server-process.ts';
import { arrive, connect, openEvent } from '#lab/trial/world.ts';
import { isAlive } from '#server/platform/files.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { uploadUrl } from '#shared/staff/gallery.schemas.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { buildSite } from '#tools/setup/build.mjs';

await buildSite(process.execPath);

const STAFF = 'staff@rkali.example';
/** The kernel spreads connections: the chance that one of two processes gets all of these is one in half a million. */
const CONNECTIONS = 20;

/** Opens the site with two processes, on a database of the test. */
async function openSite(variables: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const dataDir = createDatabaseFolder();
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PROCESSES: '2',
    DEMO: 'false',
    PLACEHOLDER_IMAGES: 'false',
    RATE_LIMIT_SCALE: '100',
    ...variables,
  });
  const pool = openTestPool(database.url);
  onTestFinished(async () => {
    await server.kill('SIGTERM');
    await pool.end();
    await database.drop();
  });
  await untilBothListen(server);
  return { server, dataDir, pool };
}

/** Returns the ids of the processes that serve: the primary's children except its database. */
async function processesOf({ pid }: ServerProcess): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')));
  return children.filter((_child, index) => commands[index]?.includes('main.ts'));
}

/** Returns the sockets of a process, as inodes. */
async function socketsOf(pid: number): Promise<string[]> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(files.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

const LISTENING = '0A';

async function listens(pid: number): Promise<boolean> {
  const lines = (await readFile('/proc/net/tcp', 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const listening = new Set(lines.flatMap(([, , , state, , , , , , inode]) => (state === LISTENING && inode ? [inode] : [])));
  return (await socketsOf(pid)).some((inode) => listening.has(inode));
}

async function untilBothListen(server: ServerProcess): Promise<void> {
  const listening = async () => (await Promise.all((await processesOf(server)).map(listens))).filter(Boolean).length;
  await expect.poll(listening, { timeout: 60_000 }).toBe(2);
}

type Answer = { status: number; body: string };
/** A client with one connection, which remains open. */
type Client = (path: string, headers?: Record<string, string>) => Promise<Answer>;

function openClient(origin: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(origin + path, { agent, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body })).on('error', reject);
      });
      sent.once('error', reject).end();
    });
}

/** Opens clients until both processes have some of them, by their numbers of open sockets. */
async function openClients(server: ServerProcess): Promise<Client[]> {
  const processes = await processesOf(server);
  const countSockets = () => Promise.all(processes.map(async (pid) => (await socketsOf(pid)).length));
  const before = await countSockets();
  const clients = Array.from({ length: CONNECTIONS }, () => openClient(server.origin));
  await Promise.all(clients.map((get) => get('/healthz')));
  const after = await countSockets();
  for (const [index, count] of after.entries()) expect(count).toBeGreaterThan(before[index] ?? 0);
  return clients;
}

test("a process that serves has the owner's address neither in its environment nor in a connection", async () => {
  const database = await createTestDatabase();
  const [url, ownerUrl] = [database.url, database.ownerUrl];
  const { server, pool } = await openSite({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
  onTestFinished(() => database.drop());
  const environments = await Promise.all((await processesOf(server)).map((pid) => readFile(`/proc/${pid}/environ`, 'utf8')));
  expect(environments.map((each) => each.split('\0').filter((line) => line.startsWith('DATABASE_')))).toEqual([
    [`DATABASE_URL=${url}`],
    [`DATABASE_URL=${url}`],
  ]);
  const owner = new URL(ownerUrl).username;
  const { rows } = await pool.query(
    `select application_name from pg_stat_activity where usename = $1 and datname = $2 and application_name ~ '^rkali:' and application_name <> $3`,
    [owner, new URL(url).pathname.slice(1), `rkali:${process.pid}`],
  );
  expect(rows).toEqual([]);
});

test('metrics have all processes, whichever is called, and a new one takes the number of the one that ended', async () => {
  const { server } = await openSite();
  const read = async () => (await openClient(server.origin)('/metrics')).body.split('\n');
  const numbersOf = (lines: string[]) => lines.flatMap((line) => /^process_resident_memory_bytes\{process="(\d)"\}/.exec(line)?.[1] ?? []);
  for (let time = 0; time < 10; time += 1) expect(numbersOf(await read())).toEqual(['1', '2']);
  const lines = await read();
  expect(lines.filter((line) => line === '# TYPE http_request_duration_seconds histogram')).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('alerts_open '))).toHaveLength(1);
  const counted = lines.filter((line) => /^http_request_duration_seconds_count\{process="\d",class="other",status="200"\}/.test(line));
  const calls = counted.map((line) => Number(line.split(' ').at(-1)));
  expect(calls.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10);

  const [killed = 0] = await processesOf(server);
  process.kill(killed, 'SIGKILL');
  await expect.poll(async () => (await processesOf(server)).includes(killed)).toBe(false);
  await untilBothListen(server);
  await expect.poll(async () => numbersOf(await read())).toEqual(['1', '2']);
});

test('two processes show the same pages and pictures at once, and each mail is sent once', async () => {
  const { server, dataDir, pool } = await openSite();
  const clients = await openClients(server);
  const namesOf = async () =>
    (await Promise.all(clients.map((get) => get('/api/Events')))).map(({ body }) => body.includes('Night')).filter(Boolean).length;
  expect(await namesOf()).toBe(0);
  await openEvent(pool, 10);
  await expect.poll(namesOf).toBe(CONNECTIONS);

  const accessToken = await arrive(server.origin, STAFF);
  await pool.query(`insert into user_roles (user_id, role) select id, 'Owner' from users where email = $1`, [STAFF]);
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff5a1f' } })
    .png()
    .toBuffer();
  const sent = await fetch(server.origin + uploadUrl({ album: 'gallery', name: 'Hall.png' }), {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(picture),
  });
  const { url } = StaffPictureView.parse(await sent.json());
  expect((await Promise.all(clients.map((get) => get(url)))).map(({ status }) => status)).toEqual(clients.map(() => 200));

  const enquiries = Array.from({ length: 12 }, (_, index) => `Name: Nino ${index}||Email: nino@example.com||Event Description: A birthday`);
  await Promise.all(enquiries.map((body) => connect(server.origin).enquiries.rental({ body })));
  const sentMails = async () => (await pool.query(`select id from mails where kind = 'enquiry' and sent_at is not null`)).rowCount;
  await expect.poll(sentMails, { timeout: 60_000 }).toBe(enquiries.length);
  const texts = await Promise.all((await readdir(join(dataDir, 'mail'))).map((name) => readFile(join(dataDir, 'mail', name), 'utf8')));
  expect(texts.filter((text) => /Nino \d+/.test(text))).toHaveLength(enquiries.length);
});

test('when a process is killed under load, only what it had accepted fails, and another one takes its place', async () => {
  const { server, pool } = await openSite();
  await openEvent(pool, 10);
  const clients = await openClients(server);
  const accessToken = await arrive(server.origin, 'nino@example.com');
  const calls: { begunAt: number; status: number }[] = [];
  let isOver = false;
  const work = async (get: Client, index: number): Promise<void> => {
    const headers = index % 2 === 0 ? { authorization: `Bearer ${accessToken}` } : {};
    while (!isOver) {
      const begunAt = performance.now();
      const { status } = await get(index % 2 === 0 ? '/api/Cart/my-cart' : '/?unknown', headers).catch(() => ({ status: 0 }));
      calls.push({ begunAt, status });
    }
  };
  const working = clients.map(work);
  await expect.poll(() => calls.length).toBeGreaterThan(10 * CONNECTIONS);
  const [killed = 0, other] = await processesOf(server);
  process.kill(killed, 'SIGKILL');
  // Its sockets are closed before its parent learns that it ended.
  await expect.poll(() => isAlive(killed), { interval: 1 }).toBe(false);
  const deadAt = performance.now();
  await untilBothListen(server);
  const atReplacement = calls.length;
  await expect.poll(() => calls.length).toBeGreaterThan(atReplacement + 10 * CONNECTIONS);
  isOver = true;
  await Promise.all(working);
  const failed = calls.filter(({ status }) => status !== 200);
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThanOrEqual(CONNECTIONS);
  expect(failed.filter(({ begunAt, status }) => begunAt > deadAt || status !== 0)).toEqual([]);
  expect(await processesOf(server)).toContain(other);
  expect(server.output()).toContain('a process ended unexpectedly and is started again');
});

test('one signal ends all of them, the bundled database last', async () => {
  const dataDir = createDatabaseFolder();
  const server = await startServer({ DATA_DIR: dataDir, PROCESSES: '2', DEMO: 'false', PLACEHOLDER_IMAGES: 'false' });
  onTestFinished(() => server.kill('SIGKILL'));
  await expect.poll(() => processesOf(server)).toHaveLength(2);
  const processes = await processesOf(server);
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeDefined();
  await server.kill('SIGTERM');
  expect(server.exitCode()).toBe(0);
  expect(processes.filter(isAlive)).toEqual([]);
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});

test('the primary that is killed leaves no process behind, and the next start goes on', async () => {
  const dataDir = createDatabaseFolder();
  const variables = { DATA_DIR: dataDir, PROCESSES: '2', DEMO: 'false', PLACEHOLDER_IMAGES: 'false' };
  const first = await startServer(variables);
  onTestFinished(() => first.kill('SIGKILL'));
  await expect.poll(() => processesOf(first)).toHaveLength(2);
  const processes = await processesOf(first);
  await first.kill('SIGKILL');
  await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  const second = await startServer(variables);
  onTestFinished(() => second.kill('SIGTERM'));
  expect((await fetch(`${second.origin}/readyz`)).status).toBe(200);
});

test('a start that cannot succeed says why once, whichever process finds it', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const dataDir = createDatabaseFolder();
  const variables = { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'false' };
  const many = await runServerToEnd({ ...variables, PROCESSES: '64' });
  expect(many).toEqual({ code: 1, lines: [expect.stringMatching(/64 processes need \d+ connections and the database allows \d+/)] });
  await writeFile(join(dataDir, 'secret'), 'short');
  const damaged = await runServerToEnd({ ...variables, PROCESSES: '2' });
  expect(damaged).toEqual({ code: 1, lines: [expect.stringMatching(/^Rkali cannot start: The secret in .* is damaged/)] });
});
