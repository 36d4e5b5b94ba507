import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8');
/** A template is verified as one of its instances. */
const UNITS = [
  ['rkali.service', 'rkali.service'],
  ['rkali@.service', 'rkali@nova.service'],
] as const;
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const isInstalled = analyze('--version').status === 0;

/** Verifies a unit whose program is replaced by one that every machine has. */
function verify(text: string, name: string): string {
  const file = join(createTestFolder(), name);
  writeFileSync(file, text.replace('/usr/bin/npm start', '/bin/true'));
  return analyze('verify', '--man=no', file)
    .stderr.split('\n')
    .filter((line) => line.includes('rkali'))
    .join('\n');
}

test.skipIf(!isInstalled).each(UNITS)('systemd accepts every line of %s, and a wrong one is found', (name, instance) => {
  const text = read(name);
  expect(verify(text, instance)).toBe('');
  expect(verify(text.replace('ProtectSystem=strict', 'ProtectSystem=very'), instance)).toMatch(/protect ?system/i);
  expect(verify(text.replace('NoNewPrivileges=', 'NoNewPrivilege='), instance)).toMatch(/NoNewPrivilege/);
});

test('the unit of a club among several is the unit of a club alone, with its own user, folders and limit of memory', () => {
  const settings = (name: string): string[] =>
    read(name)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const alone = new Set(settings('rkali.service'));
  const own = settings('rkali@.service').filter((line) => !alone.has(line));
  expect(own.filter((line) => !/%i|^Documentation=|^MemoryMax=/.test(line))).toEqual([]);
  expect(settings('rkali@.service')).toHaveLength(alone.size);
});

const exposureOf = (file: string): number =>
  Number(/exposure level for \S+: ([\d.]+)/.exec(analyze('security', '--offline=true', '--no-pager', file).stdout)?.[1]);

test.skipIf(!isInstalled)('systemd rates the unit as little exposed', () => {
  expect(exposureOf(join(deploy, 'rkali.service'))).toBeLessThanOrEqual(2);
  const folder = createTestFolder();
  const open = join(folder, 'rkali.service');
  writeFileSync(open, '[Service]\nExecStart=/usr/bin/npm start\n');
  expect(exposureOf(open)).toBeGreaterThan(9);
});
