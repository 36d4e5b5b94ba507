import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';

const root = join(import.meta.dirname, '..');
/** A user without a name, who owns nothing. */
const CLUB_USER = 61_234;
const isReadableToOthers =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], { cwd: root, uid: CLUB_USER, gid: CLUB_USER }).status === 0;

/** Makes the folders of two clubs with databases of their own, which run this program. `user` owns them, but not their data. */
async function openGroup({ port = 4001, user }: { port?: number; user?: number } = {}) {
  const folder = createTestFolder();
  chmodSync(folder, 0o755);
  const [settings, clubs] = [join(folder, 'settings'), join(folder, 'clubs')];
  for (const made of [settings, clubs]) mkdirSync(made);
  for (const [place, name] of ['luna', 'nova'].entries()) {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const own = join(clubs, name);
    mkdirSync(join(own, 'data'), { recursive: true, mode: 0o700 });
    symlinkSync(root, join(own, 'current'));
    const file = join(settings, `${name}.env`);
    const variables = {
      NODE_ENV: 'test',
      DEMO: 'false',
      PORT: place === 0 ? 4000 : port,
      DATABASE_URL: url,
      BACKUP_PASSPHRASE: 'a passphrase of the group',
    };
    const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}\n`);
    writeFileSync(file, lines.join(''), { mode: 0o600 });
    if (user !== undefined) for (const path of [own, file]) chownSync(path, user, user);
  }
  const run = (...args: string[]) =>
    runOperatorCommand('clubs', ['--settings', settings, '--clubs', clubs, ...args], { env: { PATH: process.env['PATH'] } });
  return { run, folderOf: (name: string) => join(clubs, name) };
}

test('one command makes a backup of every club, each in its own folder', async () => {
  const { run, folderOf } = await openGroup();
  const { stdout } = await run('backup');
  expect(stdout).toMatch(
    /^luna: \S+luna\/data\/backups\/\S+ .*holds[\s\S]*^nova: \S+nova\/data\/backups\/\S+ .*holds[\s\S]*^backup: 2 clubs done\.$/m,
  );
  for (const name of ['luna', 'nova']) expect(readdirSync(join(folderOf(name), 'data/backups'))).toHaveLength(1);
});

test('the doctor examines every club, and fails if one of them has a fault', async () => {
  const { run, folderOf } = await openGroup();
  chmodSync(join(folderOf('nova'), 'data'), 0o777);
  const failed = await run('doctor', '--no-send', '--quiet').then(
    () => undefined,
    (error: { stdout: string; code: number }) => error,
  );
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/nova: .*nova\/data is open to other users/) });
  expect(failed?.stdout).not.toMatch(/luna: .*open to other users/);
  expect(failed?.stdout).toMatch(/doctor failed for luna, nova\.$/m);
});

test('a command about people names its club, and reaches no other', async () => {
  const { run } = await openGroup();
  await expect(run('roles', 'list')).rejects.toMatchObject({ stderr: expect.stringContaining('roles is for one club: add --only') });
  expect((await run('--only', 'nova', 'roles', 'list')).stdout).toMatch(/^nova: [\s\S]*^roles: one club done\.$/m);
  await expect(run('--only', 'other', 'roles', 'list')).rejects.toMatchObject({ stderr: expect.stringContaining('other.env') });
});

test('clubs with one port are refused before anything is done', async () => {
  const { run, folderOf } = await openGroup({ port: 4000 });
  await expect(run('backup')).rejects.toMatchObject({
    stderr: expect.stringContaining('luna and nova have the same PORT: give each club its own.'),
  });
  expect(readdirSync(join(folderOf('luna'), 'data'))).toEqual([]);
});

test('one update of the group runs at a time', async () => {
  const { run, folderOf } = await openGroup();
  const lock = join(folderOf('..'), 'clubs-update.lock');
  writeFileSync(lock, `${process.pid}\n`);
  await expect(run('update')).rejects.toMatchObject({ stderr: expect.stringContaining(`another update runs (process ${process.pid}).`) });
  writeFileSync(lock, '0\n');
  // The lock of an update that was killed holds nobody back.
  await expect(run('update')).rejects.toMatchObject({ stderr: expect.stringContaining('current leads to no version of the program') });
  expect(existsSync(lock)).toBe(false);
});

test.runIf(isReadableToOthers)('root runs a command as the user of the club, who may not write where root could', async () => {
  const { run } = await openGroup({ user: CLUB_USER });
  const failed = await run('doctor', '--no-send', '--quiet').then(
    () => undefined,
    (error: { stdout: string }) => error,
  );
  expect(failed?.stdout).toMatch(/nova: .*nova\/data cannot be written by this user/);
});
