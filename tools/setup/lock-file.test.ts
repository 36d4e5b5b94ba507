import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { completeLock, type LockFile, undescribed } from './lock-file.mjs';

test('package-lock.json describes every optional package, else a clean install refuses it (node tools/complete-lock.mjs mends it)', () => {
  const lock: LockFile = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  expect(undescribed(lock)).toEqual([]);
});

test('every package has its checksum in package-lock.json, and none names a registry', () => {
  const { packages }: LockFile = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  // `npm install --package-lock-only` adds the checksums of entries that complete-lock.mjs added.
  expect(entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, entry]) => 'resolved' in entry)).toEqual([]);
});

test('what is missing is described by its name and what is there stays', () => {
  const paint = {
    version: '4.0.0',
    optionalDependencies: { 'paint-linux-arm64-musl': '4.0.0', 'paint-win32-x64-msvc': '4.0.0', 'paint-darwin-x64': '4.0.0' },
  };
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/paint': paint,
    'node_modules/paint/node_modules/paint-darwin-x64': { version: '4.0.0' },
  };
  const { packages: completed } = completeLock({ packages });
  expect(completed).toEqual({
    ...packages,
    'node_modules/paint-linux-arm64-musl': { version: '4.0.0', cpu: ['arm64'], libc: ['musl'], optional: true, os: ['linux'] },
    'node_modules/paint-win32-x64-msvc': { version: '4.0.0', cpu: ['x64'], optional: true, os: ['win32'] },
  });
  expect(undescribed({ packages: completed })).toEqual([]);
});
