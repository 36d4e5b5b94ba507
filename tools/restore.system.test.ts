import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#lab/trial/server-process.ts';
import { passphrase, restoreInto, saveDatabase, secret } from '#tests/factories/backups.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { openTestPool } from '#tests/setup/database.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createDatabaseFolder, createTestFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';
import { mountSmallDisk } from '#tests/setup/small-disk.ts';

const keys = { BACKUP_PASSPHRASE: passphrase, SECRET: secret };
const run = (name: 'backup' | 'restore', args: string[], env: Record<string, string>) =>
  runOperatorCommand(name, args, { env: { ...keys, ...env } });

/** Creates a database with a guest and this many rows of 100 bytes that hardly compress. */
async function openFilled(rows: number): Promise<string> {
  const { ctx, deps } = await startTestApp({ isFresh: true });
  await createUser(ctx);
  await deps.database.pool.query(
    `insert into page_views (day, path, language, views) select '2026-11-01', '/' || md5(n::text) || md5(random()::text), 'ka', 1 from generate_series(1, $1::int) n`,
    [rows],
  );
  return deps.env.databaseUrl ?? '';
}

test('a restore that is killed leaves the old data, and the second try works', async () => {
  const filled = await openFilled(150_000);
  const later = await saveDatabase(filled);
  const { deps } = await startTestApp();
  const target = await createEmptyDatabase();
  await restoreInto(target, await saveDatabase(deps.env.databaseUrl));
  const old = await rowsOf(target);
  const books = openTestPool(target);
  onTestFinished(() => books.end());

  const env = { ...keys, DATABASE_URL: target, DATA_DIR: createTestFolder() };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'restore.ts'), later, '--replace'], { env, stdio: 'ignore' });
  const connected = async (query: string) => {
    const { rows } = await books.query(`select from pg_stat_activity where application_name = $1 and query ilike $2`, [
      `rkali:${child.pid}`,
      query,
    ]);
    return rows.length;
  };
  await expect.poll(() => connected('copy "public"."page_views"%'), { timeout: 60_000, interval: 5 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => connected('%'), { timeout: 30_000 }).toBe(0);
  expect(await rowsOf(target)).toEqual(old);

  expect((await run('restore', [later, '--replace'], env)).stdout).toContain('has the data of the backup now');
  expect(await rowsOf(target)).toEqual(await rowsOf(filled));
});

test('a full disk fails a backup and a restore in one sentence, with nothing half done', async (context) => {
  const [small, middle] = [mountSmallDisk(1), mountSmallDisk(64)];
  if (!small || !middle) return context.skip();
  const databaseUrl = await openFilled(80_000);
  await expect(run('backup', [small.folder], { DATABASE_URL: databaseUrl })).rejects.toMatchObject({
    code: 1,
    stderr: 'No backup was made: the disk is full.\n',
  });
  expect(readdirSync(small.folder)).toEqual([]);

  const file = await saveDatabase(databaseUrl);
  await expect(run('restore', [file], { DATA_DIR: middle.folder })).rejects.toMatchObject({
    code: 1,
    stderr: 'Nothing was restored: the disk is full.\n',
  });
  middle.grow(500);
  expect((await run('restore', [file], { DATA_DIR: middle.folder })).stdout).toContain('has the data of the backup now');
});

test('a restore is refused while the site is open; a check is not, and leaves nothing', async () => {
  const databaseUrl = await createEmptyDatabase();
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: createDatabaseFolder() };
  const site = await startServer({ ...env, ...keys, MAIL: 'files', DEMO: 'false', PLACEHOLDER_IMAGES: 'false' });
  onTestFinished(() => site.kill('SIGTERM'));
  const { stdout } = await run('backup', [], env);
  const file = stdout.split(' ')[0] ?? '';
  await expect(run('restore', [file, '--replace'], env)).rejects.toMatchObject({
    code: 1,
    stderr: `Nothing was restored: the site or a command of it uses this database (process ${site.pid}): stop it first.\n`,
  });
  const before = readdirSync(env.DATA_DIR);
  const checked = await run('restore', [file, '--check'], env);
  expect(checked.stdout).toMatch(/^\S+ can be restored: \d+ tables .*\nStock, orders and money agree\.\n$/);
  expect(readdirSync(env.DATA_DIR)).toEqual(before);
});

test('a check of inconsistent data says so and exits with 1', async () => {
  const { deps } = await startTestApp();
  await deps.database.pool.query(
    `insert into events (name, name_lat, starts_at, ends_at, state, capacity, sold_or_reserved) values ('ღამე', 'N', now(), now() + interval '8 hours', 'draft', 9, 1)`,
  );
  const file = await saveDatabase(deps.env.databaseUrl);
  await expect(run('restore', [file, '--check'], { DATA_DIR: createDatabaseFolder() })).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/but the data itself is inconsistent:\nthe taken places of an event are /),
  });
});

test('a backup without its secret waits for it', async () => {
  const { deps } = await startTestApp();
  const file = await saveDatabase(deps.env.databaseUrl);
  const target = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: createTestFolder() };
  const passphraseOnly = { BACKUP_PASSPHRASE: passphrase, ...target };
  await expect(runOperatorCommand('restore', [file], { env: passphraseOnly })).rejects.toMatchObject({
    stderr: `Nothing was restored: the backup is without its secret: write that of its site into ${target.DATA_DIR}/secret, behind one that is there and a comma, or set SECRET.\n`,
  });
  const other = { ...passphraseOnly, SECRET: 'the secret of somebody else, who is a club as well' };
  await expect(runOperatorCommand('restore', [file], { env: other })).rejects.toMatchObject({
    stderr: 'Nothing was restored: SECRET is another one than that of the site which made the backup: set that one.\n',
  });
  expect(Object.keys(await rowsOf(target.DATABASE_URL))).toEqual([]);
  expect((await run('restore', [file], target)).stdout).toContain('has the data of the backup now');
});

// Only root may change the owner of a file.
test.skipIf(process.getuid?.() !== 0)('root restores nothing into the folder of another user, before anything is written', async () => {
  const { deps } = await startTestApp();
  const file = await saveDatabase(deps.env.databaseUrl);
  const env = { DATA_DIR: createTestFolder(), DATABASE_URL: await createEmptyDatabase() };
  chownSync(env.DATA_DIR, 5, 5);
  await expect(run('restore', [file], env)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Nothing was restored: \S+ belongs to games, and this runs as root: run it as games: su - games -c '.*'\n$/,
    ),
  });
  expect(readdirSync(env.DATA_DIR)).toEqual([]);
  expect(await rowsOf(env.DATABASE_URL)).toEqual({});
});

test('no file, no passphrase and an unknown option are one line each', async () => {
  const { deps } = await startTestApp();
  const file = await saveDatabase(deps.env.databaseUrl);
  const env = { DATA_DIR: createTestFolder() };
  await expect(run('restore', [], env)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was restored: give the file: /),
  });
  await expect(run('restore', [file, '--quick'], env)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was restored: .*--quick/),
  });
  await expect(runOperatorCommand('restore', [file], { env })).rejects.toMatchObject({
    stderr: 'Nothing was restored: no passphrase given: run this at a terminal and type it, or set BACKUP_PASSPHRASE.\n',
  });
  await expect(run('restore', [file], { ...env, BACKUP_PASSPHRASE: 'another passphrase' })).rejects.toMatchObject({
    stderr: `Nothing was restored: the passphrase does not open ${file}.\n`,
  });
  expect(readdirSync(env.DATA_DIR)).toEqual([]);
});
