import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readHeader } from '#server/platform/backup/header.ts';
import { secret } from '#tests/factories/backups.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';

/** `script` gives a command a terminal. */
const hasTerminal = spawnSync('script', ['--version']).status === 0;
const TYPED = 'a passphrase that is typed';

/** Runs a command at a terminal and types each text after its prompt. Returns the terminal's whole output. */
async function atTerminal(
  name: 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
  typed: [prompt: string, text: string][],
) {
  const command = [process.execPath, join(import.meta.dirname, `${name}.ts`), ...args].map((word) => `'${word}'`).join(' ');
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  let shown = '';
  terminal.stdout.on('data', (piece: Buffer) => (shown += piece.toString()));
  const ended = once(terminal, 'exit');
  let seen = 0;
  for (const [prompt, text] of typed) {
    await expect.poll(() => shown.indexOf(prompt, seen), { timeout: 30_000 }).toBeGreaterThanOrEqual(0);
    seen = shown.indexOf(prompt, seen) + prompt.length;
    terminal.stdin.write(text);
  }
  const [code] = await ended;
  return { code: Number(code), shown };
}

async function openSite() {
  const { deps } = await startTestApp();
  return { DATABASE_URL: deps.env.databaseUrl ?? '', DATA_DIR: createTestFolder(), SECRET: secret };
}

const twice = (first: string, second = first): [string, string][] => [
  ['Passphrase for the backup: ', `${first}\r`],
  ['Once more: ', `${second}\r`],
];

test.skipIf(!hasTerminal)('a passphrase is typed twice for a backup and once for its restore, and never shown', async () => {
  const env = await openSite();
  const folder = createTestFolder();
  const saved = await atTerminal('backup', [folder], env, twice(TYPED));
  expect(saved).toMatchObject({ code: 0, shown: expect.stringContaining('tables with') });
  const file = join(folder, readdirSync(folder)[0] ?? '');
  await expect(readHeader(file, [TYPED])).resolves.toMatchObject({ format: 1 });

  const target = { ...env, DATABASE_URL: await createEmptyDatabase(), DATA_DIR: createTestFolder() };
  const restored = await atTerminal('restore', [file], target, [['Passphrase of the backup: ', `${TYPED}\r`]]);
  expect(restored).toMatchObject({ code: 0, shown: expect.stringContaining('has the data of the backup now') });
  for (const { shown } of [saved, restored]) expect(shown).not.toContain(TYPED);
  expect(readFileSync(join(target.DATA_DIR, 'backup-passphrase'), 'utf8')).toBe(`${TYPED}\n`);
});

test.skipIf(!hasTerminal).each([
  ['two that differ', twice(TYPED, `${TYPED}!`), 'No backup was made: the two passphrases differ.'],
  ['a short one', twice('short'), 'No backup was made: the passphrase must have 12 characters or more.'],
  ['Ctrl-C', [['Passphrase for the backup: ', '\u0003']] as [string, string][], 'No backup was made: it was interrupted.'],
])('%s makes no backup', async (_, typed, expected) => {
  const folder = createTestFolder();
  const { code, shown } = await atTerminal('backup', [folder], await openSite(), typed);
  expect([code, shown.trim().split('\r\n').at(-1)]).toEqual([1, expected]);
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(!hasTerminal)('a wrong one restores nothing', async () => {
  const env = await openSite();
  const folder = createTestFolder();
  await atTerminal('backup', [folder], env, twice(TYPED));
  const file = join(folder, readdirSync(folder)[0] ?? '');
  const target = { ...env, DATABASE_URL: await createEmptyDatabase(), DATA_DIR: createTestFolder() };
  const { code, shown } = await atTerminal('restore', [file], target, [['Passphrase of the backup: ', 'another passphrase\r']]);
  expect([code, shown.trim().split('\r\n').at(-1)]).toEqual([1, `Nothing was restored: the passphrase does not open ${file}.`]);
});
