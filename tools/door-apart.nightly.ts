import { execFile } from 'node:child_process';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { buildSite } from './setup/build.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const BUILD_MS = 240_000;
const SOURCES = ['web', 'shared', 'server', 'tools', 'generated', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'];
/** Everything that the phones' door adds to the sources of the site. */
const DOOR = [
  'web/door/device',
  'web/door/phone',
  'web/styles/door.css',
  'shared/locales/en/scanner-device.json',
  'shared/locales/ka/scanner-device.json',
];

beforeAll(() => buildSite(process.execPath), BUILD_MS);

/** Returns the files of a folder by path, with a digest of each. */
async function digests(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Vite's manifest contains local paths of sources and is not sent to browsers.
  const isSent = ({ parentPath }: { parentPath: string }) => !parentPath.endsWith('.vite');
  const files = entries.filter((entry) => entry.isFile() && isSent(entry)).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file.slice(folder.length), hash('sha256', await readFile(file))] as const)));
}

test(
  'the site is byte for byte the one without the door of phones',
  async () => {
    const copy = createTestFolder();
    const isKept = (file: string) => !DOOR.some((part) => file === join(root, part));
    for (const source of SOURCES) await cp(join(root, source), join(copy, source), { recursive: true, filter: isKept });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: copy,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const [withDoor, without] = await Promise.all([digests(join(root, 'dist/client')), digests(join(copy, 'dist/client'))]);
    expect(without.size).toBeGreaterThan(50);
    expect(Object.fromEntries(withDoor)).toEqual(Object.fromEntries(without));
  },
  BUILD_MS,
);

test("the door's scripts and styles stay within their budget, without decoder and texts", async () => {
  const names = await readdir(join(root, 'dist/door/files'));
  const sizeOf = async (pattern: RegExp) => {
    const files = names.filter((name) => pattern.test(name));
    return (await Promise.all(files.map(async (name) => (await readFile(join(root, 'dist/door/files', name))).length))).reduce(
      (sum, bytes) => sum + bytes,
      0,
    );
  };
  expect(await sizeOf(/^door-.*\.js\.br$/)).toBeGreaterThan(50 * 1024);
  expect(await sizeOf(/^door-.*\.js\.br$/)).toBeLessThanOrEqual(130 * 1024);
  expect(await sizeOf(/^door-.*\.css\.br$/)).toBeLessThanOrEqual(10 * 1024);
});
