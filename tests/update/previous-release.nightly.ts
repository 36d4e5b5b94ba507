import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#lab/trial/server-process.ts';
import { arrive, connect, openEvent, pay } from '#lab/trial/world.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openTestPool } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { openReleasedDatabase } from './released-database.ts';
import { released } from './released.ts';

const root = join(import.meta.dirname, '../..');
/** Unpacks the previous release with the packages of this one; its pages are not needed. */
function unpackRelease(): string {
  const folder = createTestFolder();
  const archive = execFileSync('git', ['-C', root, 'archive', released?.commit ?? ''], { maxBuffer: 500_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of ['node_modules', 'dist', 'generated']) execFileSync('cp', ['-al', join(root, name), join(folder, name)]);
  return folder;
}

async function startRelease(databaseUrl: string): Promise<string> {
  const folder = unpackRelease();
  const port = String(await freePort());
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), PORT: port, DEMO: 'false', PLACEHOLDER_IMAGES: 'false' };
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${origin}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 90_000 },
    )
    .toBe(200);
  return origin;
}

test.skipIf(!released)('the release before goes on selling, admitting and mailing after this one has migrated its database', async () => {
  const url = await openReleasedDatabase();
  const origin = await startRelease(url);
  await migrate(url);
  const pool = openTestPool(url);
  onTestFinished(() => pool.end());

  const eventId = await openEvent(pool, 10);
  const api = connect(origin, await arrive(origin, 'nino@example.com'));
  await api.cart.addTicket({ eventId });
  const back = await pay((await api.cart.checkout()).redirect.replace('localhost', '127.0.0.1'), 'approve');
  expect(await api.payments.bankReturn({ body: { token: new URL(back).searchParams.get('order') ?? '' } })).toMatchObject({
    state: 'paid',
  });
  const [ticket] = await api.tickets.mine();
  const mailed = async () => (await pool.query(`select kind from mails where kind = 'ticket' and sent_at is not null`)).rowCount;
  await expect.poll(mailed, { timeout: 60_000 }).toBe(1);

  const staff = connect(origin, await arrive(origin, 'door@example.com'));
  await pool.query(`insert into user_roles (user_id, role) select id, 'Owner' from users where email = 'door@example.com'`);
  const scanned = { isReject: false, ticketId: ticket?.id ?? 0, code: ticket?.code ?? '', eventId };
  expect(await staff.door.scan({ body: scanned })).toMatchObject({ result: 'accepted' });
  await connect(origin).enquiries.rental({ body: 'Name: Nino||Email: nino@example.com||Event Description: A birthday' });
  expect((await pool.query('select id from enquiries')).rowCount).toBe(1);
});
