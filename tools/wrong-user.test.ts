import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { refuseWrongUser } from './wrong-user.ts';

const GAMES = 5;
const given = { command: 'npm run restore -- /mnt/saved', isRootMeant: false };

// Only root may change the owner of a file.
const asRoot = test.skipIf(process.getuid?.() !== 0);

/** Creates the home of a service's user with a data folder of this user. */
function openHome(owner: { home: number; data?: number; isFilled?: boolean }): string {
  const home = createTestFolder();
  const dataDir = join(home, 'data');
  if (owner.data !== undefined) mkdirSync(dataDir);
  if (owner.isFilled) writeFileSync(join(dataDir, 'secret'), '');
  if (owner.data !== undefined) chownSync(dataDir, owner.data, owner.data);
  chownSync(home, owner.home, owner.home);
  chmodSync(home, 0o755);
  return dataDir;
}

asRoot.each([
  ['has data of the service', { home: 0, data: GAMES, isFilled: true }, 'data'],
  ['was made for the service', { home: 0, data: GAMES }, 'data'],
  ['is absent in the home of the service', { home: GAMES }, ''],
  ['was made anew by root in the home of the service', { home: GAMES, data: 0 }, ''],
])('root restores nothing where DATA_DIR %s', (_, owner, decisive) => {
  const dataDir = openHome(owner);
  const folder = join(dataDir, '..', decisive).replace(/\/$/, '');
  expect(() => refuseWrongUser({ dataDir, isProduction: true }, given)).toThrow(`${folder} belongs to games, and this runs as root: `);
  expect(() => refuseWrongUser({ dataDir, isProduction: false }, given)).toThrow(
    /: run it as games: su - games -c 'cd \S+ && npm run restore -- \/mnt\/saved'$/,
  );
});

asRoot('root restores into an empty folder in production only when it says that root runs the site', () => {
  const env = { dataDir: openHome({ home: 0 }), isProduction: true };
  expect(() => refuseWrongUser(env, given)).toThrow(/^the site runs as another user, who could not use what root restores: .*--as-root\.$/);
  expect(() => refuseWrongUser(env, { ...given, isRootMeant: true })).not.toThrow();
  expect(() => refuseWrongUser({ ...env, isProduction: false }, given)).not.toThrow();
  expect(() => refuseWrongUser({ dataDir: openHome({ home: 0, data: 0, isFilled: true }), isProduction: true }, given)).not.toThrow();
});

asRoot('the user of the service is told to let root give back a folder that root made', () => {
  const dataDir = openHome({ home: GAMES, data: 0 });
  expect(() => refuseWrongUser({ dataDir, isProduction: true }, { ...given, me: GAMES })).toThrow(
    `${dataDir} belongs to root, and this runs as games: give it to games as root: chown -R games: ${dataDir}`,
  );
  expect(() => refuseWrongUser({ dataDir: openHome({ home: 0, data: GAMES }), isProduction: true }, { ...given, me: GAMES })).not.toThrow();
});
