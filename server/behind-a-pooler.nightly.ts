import { expect, onTestFinished, test } from 'vitest';
import { runServerToEnd, startServer } from '#lab/trial/server-process.ts';
import { arrive, openEvent, pay } from '#lab/trial/world.ts';
import { paths } from '#shared/paths.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { fetchFrom } from '#tests/setup/app.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { hasPooler, startPooler } from '#tests/setup/pooler.ts';
import { buildSite } from '#tools/setup/build.mjs';

const STAFF = 'staff@rkali.example';

async function openDatabase() {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database.url;
}

const settings = () => ({
  DATA_DIR: createTestFolder(),
  PLACEHOLDER_IMAGES: 'false',
  DEMO: 'false',
  SECRET: 'the same for both of the servers',
});

test.runIf(hasPooler)('a start names a pooler that would lose notifications and locks, and the remedy', async () => {
  const url = await openDatabase();
  for (const mode of ['transaction', 'session'] as const) {
    const { code, lines } = await runServerToEnd({ ...settings(), DATABASE_URL: await startPooler(url, mode) });
    expect(code).toBe(1);
    expect(lines.at(-1)).toContain('Set DATABASE_DIRECT_URL to the address of the database itself');
  }
});

test.runIf(hasPooler)('a pooler in transaction mode before both is named by the start', async () => {
  const pooler = await startPooler(await openDatabase(), 'transaction');
  const { code, lines } = await runServerToEnd({ ...settings(), DATABASE_URL: pooler, DATABASE_DIRECT_URL: pooler });
  expect(code).toBe(1);
  expect(lines.at(-1)).toContain('DATABASE_DIRECT_URL leads to a pooler');
});

test.runIf(hasPooler)('behind a pooler in transaction mode pages change everywhere, tickets are sold and mails leave', async () => {
  await buildSite(process.execPath);
  const url = await openDatabase();
  const books = openTestPool(url);
  onTestFinished(() => books.end());
  const common = { ...settings(), DATABASE_URL: await startPooler(url, 'transaction'), DATABASE_DIRECT_URL: url };
  const serve = async () => {
    const server = await startServer(common);
    onTestFinished(() => server.kill('SIGKILL'));
    return server.origin;
  };
  const [one, other] = [await serve(), await serve()] as const;
  const accessToken = await arrive(one, STAFF);
  await books.query(`insert into user_roles (user_id, role) select id, 'Owner' from users where email = $1`, [STAFF]);
  const api = createWholeApi(fetchFrom(one, accessToken));

  const page = () => fetch(other + paths.events('upcoming'), { headers: { accept: 'text/html' } }).then((answer) => answer.text());
  expect(await page()).not.toContain('Nulovani');
  const fields = eventFields({ day: '2099-12-04', nameLat: 'Nulovani', name: 'ნულოვანი' });
  await api.staffEvents.create({ body: { ...fields, publish: true, confirmed: ['nothing_on_sale'] } });
  await expect.poll(page).toContain('Nulovani');

  const eventId = await openEvent(books, 20);
  const buy = async (at: number): Promise<void> => {
    const origin = at % 2 === 0 ? one : other;
    const guest = createWholeApi(fetchFrom(origin, await arrive(origin, `guest-${at}@rkali.example`)));
    await guest.cart.addTicket({ eventId });
    const { redirect } = await guest.cart.checkout();
    await pay(redirect, 'approve');
    await expect.poll(async () => (await guest.tickets.mine()).length).toBe(1);
  };
  await Promise.all(Array.from({ length: 12 }, (_, at) => buy(at)));
  const mailed = () => books.query<{ count: number }>(`select count(*)::int as count from mails where kind = 'ticket' and state = 'sent'`);
  await expect.poll(async () => (await mailed()).rows[0]?.count, { timeout: 60_000 }).toBe(12);
});
