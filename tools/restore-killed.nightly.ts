import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { saveBackup } from '#server/platform/backup/save.ts';
import { settleRestores } from '#server/platform/backup/file-drafts.ts';
import { readMark } from '#server/platform/backup/tables.queries.ts';
import { passphrase, restoreInto, saveDatabase, secret } from '#tests/factories/backups.ts';
import { rowsOf } from '#tests/factories/rows-of.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';

const OTHER_SECRET = 'the secret of the site that is given up by it';
const PICTURES = ['pictures/gallery/a.jpg', 'pictures/gallery/b.jpg', 'media/gallery/c.avif'];

/** Ends the process at this step, as a power cut would. */
const KILLER = `
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  import pg from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../node_modules/pg/esm/index.mjs')).href)};
  const die = () => process.kill(process.pid, 'SIGKILL');
  const step = process.env.KILL_AT;
  const { rename } = fs;
  const { query } = pg.Client.prototype;
  let renames = 0;
  fs.rename = async (from, to) => {
    await rename(from, to);
    renames += 1;
    if (step === 'rename ' + renames) die();
  };
  pg.Client.prototype.query = function (text, ...others) {
    if (text === 'commit' && step === 'before the commit') die();
    const answer = query.call(this, text, ...others);
    return text === 'commit' && step === 'after the commit' ? answer.then(die) : answer;
  };
  syncBuiltinESMExports();`;

function fill(dataDir: string, text: string): void {
  for (const name of PICTURES) {
    mkdirSync(join(dataDir, name, '..'), { recursive: true });
    writeFileSync(join(dataDir, name), text);
  }
}

/** Returns what a site has: its rows, its pictures and its secret. */
const stateOf = async (url: string, dataDir: string) => ({
  users: (await rowsOf(url))['users']?.length,
  pictures: PICTURES.map((name) => readFileSync(join(dataDir, name), 'utf8')),
  secret: readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
});

/** Gives a living process the id of the killed one, as in the next container. */
function reuseNumber(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith('restored-files.new-')))
    if (existsSync(join(dataDir, name, 'plan.json'))) renameSync(join(dataDir, name), join(dataDir, `restored-files.new-${process.pid}-0`));
}

async function restoreAndDie(file: string, env: Record<string, string>): Promise<number | null> {
  const hook = `data:text/javascript,${encodeURIComponent(KILLER)}`;
  const root = join(import.meta.dirname, '..');
  const child = spawn(process.execPath, ['--import', hook, join(root, 'tools/restore.ts'), file, '--replace'], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...env },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  return code;
}

test('a restore that is killed between two steps leaves database, pictures and secret of one backup', async () => {
  const { ctx, deps } = await startTestApp();
  const url = deps.env.databaseUrl ?? '';
  const former = await saveDatabase(url);
  await createUser(ctx);
  const from = createTestFolder();
  fill(from, 'new');
  const file = join(from, 'saved');
  await saveBackup({ site: { databaseUrl: url, dataDir: from, secret }, file, passphrase, withSecret: true });

  const old = { users: 0, pictures: PICTURES.map(() => 'old'), secret: OTHER_SECRET };
  const restored = { users: 1, pictures: PICTURES.map(() => 'new'), secret };
  const outcomes: string[] = [];
  let code: number | null = null;
  const steps = ['before the commit', 'after the commit', ...Array.from({ length: 12 }, (_, index) => `rename ${index + 1}`)];
  for (const step of steps) {
    const [target, dataDir] = [await createEmptyDatabase(), createTestFolder()];
    await restoreInto(target, former);
    fill(dataDir, 'old');
    writeFileSync(join(dataDir, 'secret'), `${OTHER_SECRET}\n`);
    code = await restoreAndDie(file, { DATABASE_URL: target, DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase, KILL_AT: step });
    reuseNumber(dataDir);
    await settleRestores({ dataDir, secret: undefined }, () => readMark(target));
    const state = await stateOf(target, dataDir);
    expect([old, restored], step).toContainEqual(state);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('restored-files'))).toEqual([]);
    outcomes.push(state.users === 0 ? 'old' : 'new');
    if (code === 0) break;
  }
  expect(code).toBe(0);
  expect(new Set(outcomes)).toEqual(new Set(['old', 'new']));
  expect(outcomes.slice(0, 2)).toEqual(['old', 'new']);
}, 300_000);
