import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { passphrase, saveDatabase, secret } from '#tests/factories/backups.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';

const ESCAPE = '\u001B';
/** Of util-linux: runs a command on a terminal. */
const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

const command = (name: string) => join(import.meta.dirname, `${name}.ts`);
const environment = async () => ({
  PATH: process.env['PATH'],
  TERM: 'xterm',
  BACKUP_PASSPHRASE: passphrase,
  SECRET: secret,
  DATA_DIR: createTestFolder(),
});

/** Returns a database whose backup and restore take some seconds each. */
async function openFilled(): Promise<string> {
  const { deps } = await startTestApp({ isFresh: true });
  await deps.database.pool.query(
    `set statement_timeout = 0; insert into page_views (day, path, language, views) select '2026-11-01', '/' || md5(n::text) || md5(random()::text), 'ka', 1 from generate_series(1, 400000) n`,
  );
  return deps.env.databaseUrl ?? '';
}

test('away from a terminal a backup and a restore say their progress in plain lines beside the result', async () => {
  const filled = await openFilled();
  const env = await environment();
  const saved = await promisify(execFile)(process.execPath, [command('backup')], { env: { ...env, DATABASE_URL: filled } });
  expect(saved.stderr).toMatch(/^(… [^\n]*\n)+$/);
  expect(saved.stderr).toMatch(/^… Saving the tables: \d+%/m);
  expect(saved.stdout).toMatch(/^\S+\.tar\.zst\.age \(\d+\.\d MB\) holds /);
  const [file = ''] = saved.stdout.split(' ');
  const restored = await promisify(execFile)(process.execPath, [command('restore'), file], {
    env: { ...env, DATABASE_URL: await createEmptyDatabase() },
  });
  expect(restored.stderr).toMatch(/^(… [^\n]*\n)+$/);
  expect(restored.stderr).toMatch(/^… Reading the backup: \d+%/m);
  expect(restored.stdout).toMatch(/has the data of the backup now/);
  expect([saved, restored].map(({ stdout, stderr }) => stdout + stderr).join('')).not.toContain(ESCAPE);
});

/** Restores on a terminal that `setUp` has prepared. Returns all that it shows. */
async function restoreOnTerminal(setUp: string): Promise<string> {
  const file = await saveDatabase(await openFilled());
  const env = { ...(await environment()), SHELL: '/bin/sh', DATABASE_URL: await createEmptyDatabase() };
  const line = `${setUp}; '${process.execPath}' '${command('restore')}' '${file}'`;
  return (await promisify(execFile)('script', ['-qec', line, '/dev/null'], { env })).stdout;
}

test.runIf(hasScript)('on a terminal a restore shows one line with share and rest, and takes it away before the result', async () => {
  const shown = await restoreOnTerminal('stty cols 80');
  expect(shown).toMatch(/Reading the backup: \d+%, about \d+ s left/);
  expect(shown.split('\n').filter((each) => each.includes('Reading the backup'))).toHaveLength(1);
  const [before = '', after] = shown.split('has the data of the backup now');
  expect(before).toContain(`${ESCAPE}[?25h`);
  expect(after).not.toContain('%');
});

test.runIf(hasScript)('a terminal that does not know its width gets plain lines', async () => {
  const shown = await restoreOnTerminal('stty cols 0');
  expect(shown).toMatch(/^… Reading the backup: \d+%/m);
  expect(shown).not.toContain(ESCAPE);
});
