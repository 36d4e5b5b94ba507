import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { isAlive } from '#server/platform/files.ts';
import { startServer } from '#lab/trial/server-process.ts';
import { connect } from '#lab/trial/world.ts';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { jobTablesOf } from '#server/platform/db/job-tables.ts';
import { newMigrations } from '#tools/update/new-release.ts';
import { buildSite } from '#tools/setup/build.mjs';
import {
  addVersion,
  commit,
  edit,
  environment,
  hasTable,
  lost,
  makeRepository,
  openSite,
  releaseOf,
  type Site,
  startLoad,
  untilOpen,
  update,
} from './site.ts';

beforeAll(() => buildSite(process.execPath));

const backupsOf = ({ base }: Site): string[] => readdirSync(join(base, 'backups'));

/** The release hangs after its migrations until `data/go-on` exists, and fails if `data/broken` does. */
function waitInStart(repository: string): void {
  edit(repository, 'server/start.ts', (text) =>
    text.replace(
      '  const secret = loadSecret(',
      `  const { existsSync, writeFileSync } = await import('node:fs');
  writeFileSync(env.dataDir + '/migrated', '');
  while (!existsSync(env.dataDir + '/go-on')) await new Promise((resolve) => setTimeout(resolve, 100));
  if (existsSync(env.dataDir + '/broken')) throw new Error('this version is broken');
  const secret = loadSecret(`,
    ),
  );
}

/** Begins an update, and kills it once its trial has migrated the data. Returns the process id of the trial. */
async function killAfterMigration(site: Site): Promise<number> {
  const current = join(site.base, 'current');
  const updating = spawn(process.execPath, [join(realpathSync(current), 'tools/update.ts')], {
    cwd: current,
    env: environment(),
    stdio: 'ignore',
  });
  onTestFinished(() => void updating.kill('SIGKILL'));
  const ended = once(updating, 'exit');
  await expect.poll(() => existsSync(join(site.base, 'data/migrated')), { timeout: 240_000 }).toBe(true);
  updating.kill('SIGKILL');
  await ended;
  return Number.parseInt(readFileSync(join(site.base, 'update-trial.pid'), 'utf8'), 10);
}

test(
  'an update that was killed after its migrations is run again with the first copy, and its trial is ended',
  { timeout: 600_000 },
  async () => {
    const repository = makeRepository();
    const site = await openSite(repository);
    const load = startLoad(site);
    await expect.poll(() => load.names.length).toBeGreaterThan(10);

    addVersion(repository, '9.1.0', 'create table next_release (id integer);');
    waitInStart(repository);
    commit(repository, 'v9.1.0');
    const trial = await killAfterMigration(site);
    expect(isAlive(trial)).toBe(true);
    const [copy = ''] = backupsOf(site);

    writeFileSync(join(site.base, 'data/go-on'), '');
    writeFileSync(join(site.base, 'data/broken'), '');
    const failed = await update(site);
    expect(failed.said).toContain(
      `An update was interrupted after its migrations. The data from before it is in ${join(site.base, 'backups', copy)}.`,
    );
    expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('The old one goes on with all its data') });
    expect(isAlive(trial)).toBe(false);
    expect(backupsOf(site)).toEqual([copy]);
    await untilOpen(site);
    expect([releaseOf(site), await hasTable(site, 'next_release')]).toEqual(['first', false]);

    for (const name of ['go-on', 'broken', 'migrated']) rmSync(join(site.base, 'data', name), { force: true });
    await killAfterMigration(site);
    writeFileSync(join(site.base, 'data/go-on'), '');
    expect(await update(site)).toMatchObject({ code: 0, said: expect.stringContaining('Version 9.1.0 is open') });
    expect(backupsOf(site)).toHaveLength(2);
    await untilOpen(site);
    const before = load.names.length;
    await expect.poll(() => load.names.length).toBeGreaterThan(before + 10);
    await load.stop();
    expect(await lost(site, load.names)).toEqual([]);
    expect([releaseOf(site), await hasTable(site, 'next_release')]).toEqual(['v9.1.0', true]);
    expect(readdirSync(site.base).filter((name) => name.startsWith('update'))).toEqual([]);
  },
);

test(
  'what another machine took in after an interrupted update stays, although the new release turns out to be bad',
  { timeout: 600_000 },
  async () => {
    const repository = makeRepository();
    const database = await createTestDatabase();
    const books = openTestPool(database.ownerUrl);
    onTestFinished(async () => {
      await books.end();
      await database.drop();
    });
    const shared = {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SECRET: 'the same secret for both of the machines',
    };
    const site = await openSite(repository, shared);
    addVersion(repository, '9.1.0', 'create table next_release (id integer);');
    waitInStart(repository);
    commit(repository, 'v9.1.0');
    await killAfterMigration(site);

    const other = await startServer({ ...shared, DATA_DIR: join(createTestFolder(), 'data'), DEMO: 'false', PLACEHOLDER_IMAGES: 'false' });
    const body = 'Name: Late||Email: nino@example.com||Event Description: A birthday';
    await connect(other.origin).enquiries.rental({ body });
    await other.kill('SIGTERM');

    for (const name of ['go-on', 'broken']) writeFileSync(join(site.base, 'data', name), '');
    const failed = await update(site);
    expect(failed.said).toContain(`${hostname()}:${new URL(other.origin).port} has served since the copy was begun`);
    expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('The old one goes on with all its data') });
    await untilOpen(site);
    expect(releaseOf(site)).toBe('first');
    const { rows } = await books.query(`select body, to_regclass('next_release') is not null as "isNew" from enquiries`);
    expect(rows).toEqual([{ body, isNew: true }]);
    expect(readdirSync(site.base).filter((name) => name.startsWith('update'))).toEqual([]);
  },
);

test('a release with newer tables of jobs brings migrations, although it has none of its own', () => {
  const [before, after] = [createTestFolder(), createTestFolder()];
  for (const [folder, numbers] of [
    [before, [1, 2]],
    [after, [1, 2, 3]],
  ] as const) {
    mkdirSync(join(folder, 'server/platform/db/migrations/meta'), { recursive: true });
    writeFileSync(join(folder, 'server/platform/db/migrations/meta/_journal.json'), JSON.stringify({ entries: [{ tag: '0000_first' }] }));
    mkdirSync(join(folder, 'node_modules/graphile-worker/sql'), { recursive: true });
    for (const number of numbers) writeFileSync(join(folder, `node_modules/graphile-worker/sql/00000${number}.sql`), '');
  }
  expect(newMigrations(after, before)).toEqual(['jobs 000003.sql']);
  expect([newMigrations(before, after), jobTablesOf(before), jobTablesOf(after)]).toEqual([[], 2, 3]);
});

test('the tables of jobs that this program knows are those that its library makes', async () => {
  const database = await createTestDatabase();
  const pool = openTestPool(database.ownerUrl);
  const { rows } = await pool.query<{ number: number }>('select max(id)::int as number from graphile_worker.migrations');
  await pool.end();
  await database.drop();
  expect(jobTablesOf(join(import.meta.dirname, '../..'))).toBe(rows[0]?.number);
});
