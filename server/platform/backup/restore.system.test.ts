import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { passphrase, restoreInto, rewrite, saveDatabase } from '#tests/factories/backups.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { onDatabase } from '#tests/setup/database.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { MIGRATION_LOCK } from '#server/platform/db/lock-wait.ts';
import { hasSeparateRights } from '#server/platform/db/rights.ts';
import { writeArchive } from './archive-writer.ts';
import { Header } from './contents.ts';

/** Opens a club with a guest and an event, and makes a backup of it. */
async function openSaved() {
  const app = await startTestApp();
  await createUser(app.ctx);
  await createEvent(app.ctx);
  const databaseUrl = app.deps.env.databaseUrl ?? '';
  return { app, databaseUrl, file: await saveDatabase(databaseUrl), rows: await rowsOf(databaseUrl) };
}

/** Opens a separate connection to a database, under this name. */
async function connectTo(databaseUrl: string, name = 'a test'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const ourTables = async (databaseUrl: string) =>
  Object.keys(await rowsOf(databaseUrl)).filter((name) => !name.startsWith('graphile_worker.'));

test('a file that was cut or changed anywhere is refused, and the database stays empty', async () => {
  const { file } = await openSaved();
  const empty = await createEmptyDatabase();
  const whole = readFileSync(file);
  const half = Math.floor(whole.length / 2);
  for (const length of [10, 150, 250, half, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, length));
    await expect(restoreInto(empty, file), `cut to ${length}`).rejects.toThrow(`${file} is cut or damaged: take another backup.`);
  }
  writeFileSync(
    file,
    whole.map((byte, place) => (place === half ? byte ^ 1 : byte)),
  );
  await expect(restoreInto(empty, file)).rejects.toThrow(`${file} is cut or damaged: take another backup.`);
  writeFileSync(file, whole);
  await rewrite(file, (entries) => entries.slice(0, -1));
  await expect(restoreInto(empty, file)).rejects.toThrow(`${file} is no whole backup: take another one.`);
  expect(await ourTables(empty)).toEqual([]);
  writeFileSync(file, whole);
  expect((await restoreInto(empty, file)).faults).toEqual([]);
});

test('a wrong passphrase, and what is no backup, are refused by name', async () => {
  const { file } = await openSaved();
  const empty = await createEmptyDatabase();
  const folder = createTestFolder();
  const [note, other, nothing] = ['note', 'other', 'nothing'].map((name) => join(folder, name));
  writeFileSync(note ?? '', 'a shopping list that is long enough for a header, '.repeat(20));
  writeFileSync(nothing ?? '', '');
  await writeArchive(other ?? '', passphrase, (archive) => archive.add('holiday.jpg', 'x'.repeat(1_000)));
  await expect(restoreInto(empty, file, { passphrases: ['another passphrase'] })).rejects.toThrow(`the passphrase does not open ${file}.`);
  await expect(restoreInto(empty, file, { passphrases: [] })).rejects.toThrow(`the passphrase does not open ${file}.`);
  for (const wrong of [note, other, nothing, folder]) {
    await expect(restoreInto(empty, wrong ?? '')).rejects.toThrow(`${wrong} is no backup of this program.`);
  }
  await expect(restoreInto(empty, join(folder, 'gone'))).rejects.toThrow(`${folder}/gone cannot be read`);
  expect(await ourTables(empty)).toEqual([]);
});

test('a backup of a newer version is refused', async () => {
  const { file } = await openSaved();
  await rewrite(file, ([header, ...others]) => {
    const { migrations, ...rest } = Header.parse(JSON.parse(header?.content ?? ''));
    return [{ name: 'backup.json', content: JSON.stringify({ ...rest, migrations: [...migrations, 9_999_999_999_999] }) }, ...others];
  });
  const empty = await createEmptyDatabase();
  await expect(restoreInto(empty, file)).rejects.toThrow(
    /^\S+ was made by a newer version of the program \(1\.\d+\.\d+\): update this one first\.$/,
  );
  expect(await ourTables(empty)).toEqual([]);
});

test('a database with data is refused unless it may be replaced, and one of another program always', async () => {
  const { app, databaseUrl, file, rows } = await openSaved();
  const target = await createEmptyDatabase();
  await restoreInto(target, file);
  await createUser(app.ctx);
  const later = await saveDatabase(databaseUrl);
  await expect(restoreInto(target, later)).rejects.toThrow(
    'this database is not empty: give an empty one, or add --replace to lose what it has.',
  );
  expect(await rowsOf(target)).toEqual(rows);
  await restoreInto(target, later, { mayReplace: true });
  expect(await rowsOf(target)).toEqual(await rowsOf(databaseUrl));
  expect(await rowsOf(target)).not.toEqual(rows);

  const foreign = await createEmptyDatabase();
  await (await connectTo(foreign)).query('create table bookings (id int)');
  await expect(restoreInto(foreign, file, { mayReplace: true })).rejects.toThrow('this database has tables of another program');
  expect(await ourTables(foreign)).toEqual(['bookings']);
});

test("the server's user gets its rights on what was restored, and no others", async () => {
  const { app, file } = await openSaved();
  const target = await createEmptyDatabase();
  const url = onDatabase(app.deps.env.databaseUrl ?? '', new URL(target).pathname.slice(1));
  await restoreInto(target, file, { url });
  const server = await connectTo(url);
  expect(await hasSeparateRights(server)).toBe(true);
  await server.query(`insert into page_views (day, path, language, views) values ('2026-11-01', '/', 'ka', 3)`);
});

test('a replacement that fails leaves the old data', async () => {
  const { app, databaseUrl, file, rows } = await openSaved();
  const target = await createEmptyDatabase();
  await restoreInto(target, file);
  await createUser(app.ctx);
  const later = await saveDatabase(databaseUrl);
  const findFaults = () => Promise.reject(new Error('the check could not run'));
  await expect(restoreInto(target, later, { mayReplace: true, findFaults })).rejects.toThrow('the check could not run');
  expect(await rowsOf(target)).toEqual(rows);
});

test('a backup also replaces tables of jobs that a newer library made, or leaves them when it fails', async () => {
  const { databaseUrl, file, rows } = await openSaved();
  const target = await createEmptyDatabase();
  await restoreInto(target, file);
  const client = await connectTo(target);
  await client.query(
    'insert into graphile_worker.migrations (id, breaking) values (999, true); create table graphile_worker.newer (id int)',
  );
  const findFaults = () => Promise.reject(new Error('the check could not run'));
  await expect(restoreInto(target, file, { mayReplace: true, findFaults })).rejects.toThrow('the check could not run');
  expect(Object.keys(await rowsOf(target))).toContain('graphile_worker.newer');

  await restoreInto(target, await saveDatabase(databaseUrl), { mayReplace: true });
  expect(await rowsOf(target)).toEqual(rows);
  expect((await client.query('select from graphile_worker.migrations where id = 999')).rowCount).toBe(0);
});

test('a database that a process of the site uses is refused', async () => {
  const { file } = await openSaved();
  const empty = await createEmptyDatabase();
  const site = await connectTo(empty, 'rkali:1');
  await expect(restoreInto(empty, file)).rejects.toThrow('the site or a command of it uses this database (process 1): stop it first.');
  await site.end();
  const starting = await connectTo(empty);
  await starting.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await expect(restoreInto(empty, file)).rejects.toThrow('the site or a command of it uses this database: stop it first.');
});

test('a table that does not come back as it was saved fails the restore', async () => {
  const { file } = await openSaved();
  await rewrite(file, (entries) =>
    entries.map(({ name, content }) => ({
      name,
      content: name.startsWith('tables/public.events/') ? content.replace('Night', 'Light') : content,
    })),
  );
  const empty = await createEmptyDatabase();
  await expect(restoreInto(empty, file)).rejects.toThrow('the restored table public.events differs from the backup (1 rows, 1 saved).');
  expect(await ourTables(empty)).toEqual([]);
});

test('inconsistent data is restored as it was, and named', async () => {
  const { app, databaseUrl } = await openSaved();
  await app.deps.database.pool.query('update events set sold_or_reserved = sold_or_reserved + 1');
  const empty = await createEmptyDatabase();
  const { faults } = await restoreInto(empty, await saveDatabase(databaseUrl));
  expect(faults).toEqual([expect.stringMatching(/^the taken places of an event are its holds and its valid tickets: /)]);
  expect((await rowsOf(empty))['events']).toEqual((await rowsOf(databaseUrl))['events']);
});
