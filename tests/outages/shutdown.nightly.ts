import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startServer, type ServerProcess } from '#lab/trial/server-process.ts';
import { connect } from '#lab/trial/world.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { startSilentSmtp, startSlowSmtp } from '#tests/setup/smtp.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The number of workers for mails (server/platform/jobs/runner.ts). */
const MAILS_AT_ONCE = 8;
const enquiry = { body: 'Name: Nino||Email: nino@example.com||Event Description: A birthday' };

const isDatabaseUp = (dataDir: string): boolean => findPostmaster(join(dataDir, 'postgres')) !== undefined;

async function serve(variables: Record<string, string>): Promise<{ server: ServerProcess; dataDir: string }> {
  const dataDir = createDatabaseFolder();
  const server = await startServer({ DATA_DIR: dataDir, PLACEHOLDER_IMAGES: 'false', ...variables });
  onTestFinished(async () => {
    await server.kill('SIGKILL');
    const left = findPostmaster(join(dataDir, 'postgres'));
    if (left) process.kill(left.pid, 'SIGQUIT');
  });
  expect(isDatabaseUp(dataDir)).toBe(true);
  return { server, dataDir };
}

test('a mail server that hangs does not keep a server from stopping well, with its database', async () => {
  const silent = await startSilentSmtp();
  const { server, dataDir } = await serve({ SMTP_URL: silent.url, DEMO: 'false' });
  await connect(server.origin).enquiries.rental(enquiry);
  await expect.poll(silent.connections).toBeGreaterThan(0);
  await server.kill('SIGTERM');
  expect(server.exitCode()).toBe(0);
  expect(isDatabaseUp(dataDir)).toBe(false);
});

test('neither a mail server that is slow with each command nor a webhook for alerts that hangs keeps a server from stopping well', async () => {
  const [slow, hook] = [await startSlowSmtp(), await startSilentSmtp()];
  const database = await createTestDatabase();
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: createDatabaseFolder(),
    SMTP_URL: slow.url,
    ALERT_WEBHOOK: hook.url.replace('smtp:', 'http:'),
    DEMO: 'false',
    PLACEHOLDER_IMAGES: 'false',
  });
  const pool = openTestPool(database.url);
  onTestFinished(async () => {
    await server.kill('SIGKILL');
    await pool.end();
    await database.drop();
  });
  await pool.query(`insert into alerts (kind, subject, detail, created_at) values ('refund_failed', 'refund 3', '', now())`);
  await pool.query(`select graphile_worker.add_job('mail-alerts', '{}')`);
  await expect.poll(() => [slow.connections() > 0, hook.connections() > 0], { timeout: 30_000 }).toEqual([true, true]);
  await server.kill('SIGTERM');
  expect(server.exitCode()).toBe(0);
});

test('no mail is begun any more once the server is told to stop, however long a call still takes', async () => {
  const silent = await startSilentSmtp();
  const database = await createTestDatabase();
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: createDatabaseFolder(),
    SMTP_URL: silent.url,
    DEMO: 'false',
    RATE_LIMIT_SCALE: '100',
  };
  const server = await startServer(variables);
  const pool = openTestPool(database.url);
  onTestFinished(async () => {
    await server.kill('SIGKILL');
    await pool.end();
    await database.drop();
  });
  const mailsBegun = async (): Promise<number> =>
    (await pool.query<{ count: number }>('select count(*)::int as count from mails where attempts > 0')).rows[0]?.count ?? 0;
  // With pauses, because in a rush mails are sent one at a time.
  for (let count = 0; count < 3 * MAILS_AT_ONCE; count += 1) {
    await connect(server.origin).enquiries.rental({ body: enquiry.body.replace('A birthday', `Birthday ${count}`) });
    await sleep(100);
  }
  await expect.poll(silent.connections).toBeGreaterThan(1);
  const slowly = createConnection(Number(new URL(server.origin).port), '127.0.0.1');
  slowly.on('error', () => undefined);
  slowly.write('POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
  // All fetched jobs have begun by now.
  await expect.poll(mailsBegun).toBeGreaterThan(0);
  await server.kill('SIGTERM');
  expect(await mailsBegun()).toBeLessThanOrEqual(MAILS_AT_ONCE);
});

test('a job that waits for another company does not delay the stop either', async () => {
  const silent = await startSilentSmtp();
  const url = silent.url.replace('smtp:', 'http:');
  const { server, dataDir } = await serve({
    DRIVE_FOLDER_ID: 'a-folder-on-drive',
    DRIVE_API_KEY: 'key',
    DRIVE_API_URL: url,
    DEMO: 'false',
  });
  await expect.poll(silent.connections).toBeGreaterThan(0);
  await server.kill('SIGTERM');
  expect(server.exitCode()).toBe(0);
  expect(isDatabaseUp(dataDir)).toBe(false);
});

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

test('a guest who waits for a bank that hangs gets an answer, and the server stops well', async () => {
  const silent = await startSilentSmtp();
  const url = silent.url.replace('smtp:', 'http:');
  const bog = { BOG_CLIENT_ID: 'club', BOG_CLIENT_SECRET: 'secret', BOG_PUBLIC_KEY: key, BOG_TOKEN_URL: url, BOG_API_URL: url };
  const { server, dataDir } = await serve({ PAYMENTS: 'bog', ...bog });
  const { accessToken } = await connect(server.origin).accounts.login({ body: demoAccounts.guest });
  const guest = connect(server.origin, accessToken);
  const event = (await guest.events.list()).find(({ baskets }) => baskets[0]?.price && baskets[0].available > 0);
  await guest.cart.addTicket({ eventId: event?.id ?? 0 });
  const checkout = guest.cart.checkout().catch((error: unknown) => error);
  await expect.poll(silent.connections).toBeGreaterThan(0);
  const stopped = server.kill('SIGTERM');
  // A stopping server accepts no new requests.
  await expect
    .poll(() =>
      fetch(`${server.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(false);
  await stopped;
  expect(server.exitCode()).toBe(0);
  expect(isDatabaseUp(dataDir)).toBe(false);
  expect(await checkout).toMatchObject({ status: 503, body: { code: 'bank_unavailable' } });
});

const isReady = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('a reader of the log who stalls does not keep the server from stopping, with its database', async () => {
  const dataDir = createDatabaseFolder();
  const port = String(await freePort());
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: port, PLACEHOLDER_IMAGES: 'false', DEMO: 'false', RATE_LIMIT_SCALE: '100' };
  // Its standard output is not read.
  const server = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => {
    server.kill('SIGKILL');
    const left = findPostmaster(join(dataDir, 'postgres'));
    if (left) process.kill(left.pid, 'SIGQUIT');
  });
  await expect.poll(() => isReady(port), { timeout: 30_000 }).toBe(true);
  // Each refusal is a line of the log: half a megabyte in all.
  const refuse = () => fetch(`http://127.0.0.1:${port}/api/auth/register`, { method: 'POST', body: '{' }).then((answer) => answer.text());
  for (let round = 0; round < 40; round += 1) await Promise.all(Array.from({ length: 50 }, refuse));
  const ended = once(server, 'exit').then(() => 'ended');
  server.kill('SIGTERM');
  expect(await Promise.race([ended, sleep(15_000, 'still running')])).toBe('ended');
  expect(isDatabaseUp(dataDir)).toBe(false);
});

test('SIGTERM to npm alone stops the server and its database', async () => {
  const dataDir = createDatabaseFolder();
  const port = String(await freePort());
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATA_DIR: dataDir,
    PORT: port,
    PLACEHOLDER_IMAGES: 'false',
    DEMO: 'false',
  };
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  onTestFinished(() => {
    // Kills what is left of the process group.
    try {
      process.kill(-(npm.pid ?? 0), 'SIGKILL');
    } catch {
      // The group has ended.
    }
  });
  await expect.poll(() => isReady(port), { timeout: 100_000 }).toBe(true);
  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  await ended;
  await expect.poll(() => isDatabaseUp(dataDir), { timeout: 15_000 }).toBe(false);
  expect(await isReady(port)).toBe(false);
});
