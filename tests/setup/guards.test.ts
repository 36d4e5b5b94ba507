import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as availability from '#server/sales/inventory/availability.ts';
import { HOLD_LIMIT_MS, HOLD_MS } from '#shared/constants.ts';
import { guards } from './guards.ts';
import { importWithout } from './without-guard.ts';

test.each(Object.entries(guards))('%s is broken by other exports than those that its modules have', async (_, replacements) => {
  expect(new Set(replacements.map(({ module }) => module)).size).toBe(replacements.length);
  for (const { module, exports } of replacements) {
    const own = await import(module);
    for (const name of Object.keys(exports)) expect(own).toHaveProperty(name);
  }
});

test('control: a copy has the other export in the place of its own, and only the copy', async () => {
  const copy = await importWithout<typeof availability>('holdLimit', 'server/sales/inventory/availability.ts');
  const hold = { heldSince: new Date(0) };
  expect(copy.limitEnd(hold)).toBe(Number.POSITIVE_INFINITY);
  expect(copy.heldFromNow(hold, new Date(HOLD_LIMIT_MS))).toEqual(new Date(HOLD_LIMIT_MS + HOLD_MS));
  expect(availability.limitEnd(hold)).toBe(HOLD_LIMIT_MS);
});

const ROOT = join(import.meta.dirname, '../..');

test('docs/invariants.md names every guard, and a test breaks it', () => {
  const page = readFileSync(join(ROOT, 'docs/invariants.md'), 'utf8');
  const files = globSync('{server,shared,tests,web}/**/*.{long.test,nightly}.ts', { cwd: ROOT });
  const tests = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const isControlled = (name: string) => page.includes(`\`${name}\``) && tests.includes(`'${name}'`);
  expect(Object.keys(guards).filter((name) => !isControlled(name))).toEqual([]);
});
