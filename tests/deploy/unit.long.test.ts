import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';

const unit = join(import.meta.dirname, '../../deploy/rkali.service');
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const isInstalled = analyze('--version').status === 0;

/** Verifies a unit whose program is replaced by one that every machine has. */
function verify(text: string): string {
  const folder = createTestFolder();
  const file = join(folder, 'rkali.service');
  writeFileSync(file, text.replace('/usr/bin/npm start', '/bin/true'));
  return analyze('verify', '--man=no', file)
    .stderr.split('\n')
    .filter((line) => line.includes('rkali'))
    .join('\n');
}

test.skipIf(!isInstalled)('systemd accepts every line of the unit, and a wrong one is found', () => {
  const text = readFileSync(unit, 'utf8');
  expect(verify(text)).toBe('');
  expect(verify(text.replace('ProtectSystem=strict', 'ProtectSystem=very'))).toMatch(/protect ?system/i);
  expect(verify(text.replace('NoNewPrivileges=', 'NoNewPrivilege='))).toMatch(/NoNewPrivilege/);
});

const exposureOf = (file: string): number =>
  Number(/exposure level for rkali\.service: ([\d.]+)/.exec(analyze('security', '--offline=true', '--no-pager', file).stdout)?.[1]);

test.skipIf(!isInstalled)('systemd rates the unit as little exposed', () => {
  expect(exposureOf(unit)).toBeLessThanOrEqual(2);
  const folder = createTestFolder();
  const open = join(folder, 'rkali.service');
  writeFileSync(open, '[Service]\nExecStart=/usr/bin/npm start\n');
  expect(exposureOf(open)).toBeGreaterThan(9);
});
