import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '#shared/paths.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import '#tests/setup/site.ts';
import { startServer } from '#lab/trial/server-process.ts';
import { arrive } from '#lab/trial/world.ts';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';
import { expect, test } from './test.ts';

const STAFF = 'staff@rkali.example';

/** Two real servers on one database, and staff's calls at the first. */
async function startTwoServers() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'rkali-published-'));
  const books = openTestPool(database.url);
  onTestFinished(async () => {
    await books.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const serve = async () => {
    const folders = { DATABASE_URL: database.url, DATA_DIR: folder, PLACEHOLDER_IMAGES: 'false', DEMO: 'false' };
    const server = await startServer({ ...folders, SECRET: 'the same secret for both of the processes', LOG_LEVEL: 'error' });
    onTestFinished(() => server.kill('SIGKILL'));
    return server.origin;
  };
  const origins = [await serve(), await serve()] as const;
  const token = await arrive(origins[0], STAFF);
  await books.query(`insert into user_roles (user_id, role) select id, 'Owner' from users where email = $1`, [STAFF]);
  const write = async (method: string, path: string, body: object): Promise<{ id: number; version: number }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${origins[0]}/api/staff/nights${path}`, { method, headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return response.json();
  };
  return { origins, write };
}

/** The page as a visitor gets it in a language. */
async function pageOf(origin: string, path: string, language: string): Promise<string> {
  const response = await fetch(origin + path, { headers: { accept: 'text/html', cookie: `lang=${language}` } });
  return response.text();
}

test('what is published or changed at one server is on the pages of both, in both languages', async () => {
  const { origins, write } = await startTwoServers();
  // A page contains both names for its script.
  const seen = async (path: string) => {
    const pages = origins.flatMap((origin) => [pageOf(origin, path, 'en'), pageOf(origin, path, 'ka')]);
    const names = ['Nulovani', 'ნულოვანი', 'Deep Kura', 'ღრმა მტკვარი'];
    return (await Promise.all(pages)).map((page) => names.filter((name) => page.includes(name)).join());
  };
  // Cached before anything is published: the old page must be dropped.
  expect(await seen(paths.home)).toEqual(Array(4).fill(''));
  const fields = eventFields({ day: '2099-12-04', nameLat: 'Nulovani', name: 'ნულოვანი' });
  const { id, version } = await write('POST', '', { ...fields, publish: true, confirmed: ['nothing_on_sale'] });
  await expect.poll(() => seen(paths.home)).toEqual(Array(4).fill('Nulovani,ნულოვანი'));
  expect(await seen(paths.event(id))).toEqual(Array(4).fill('Nulovani,ნულოვანი'));

  await write('PUT', `/${id}`, { ...fields, version, nameLat: 'Deep Kura', name: 'ღრმა მტკვარი' });
  await expect.poll(() => seen(paths.event(id))).toEqual(Array(4).fill('Deep Kura,ღრმა მტკვარი'));
  await expect.poll(() => seen(paths.home)).toEqual(Array(4).fill('Deep Kura,ღრმა მტკვარი'));
});
