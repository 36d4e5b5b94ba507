import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as holdRules from '#server/sales/inventory/hold-rules.ts';
import { HOLD_LIMIT_MS, HOLD_MS } from '#shared/constants.ts';
import { guards } from './guards.ts';
import { importWithout } from './without-guard.ts';

test.each(Object.entries(guards))('%s is broken by other exports than those that its modules have', async (_, replacements) => {
  expect(new Set(replacements.map(({ module }) => module)).size).toBe(replacements.length);
  for (const { module, exports } of replacements) {
    const own = await import(module);
    for (const [name, make] of Object.entries(exports)) {
      expect(own).toHaveProperty(name);
      expect(make(own)).not.toBe(own[name]);
    }
  }
});

test('a copy has the other export in the place of its own, and only the copy', async () => {
  const copy = await importWithout<typeof holdRules>('holdLimit', 'server/sales/inventory/hold-rules.ts');
  const hold = { heldSince: new Date(0) };
  expect(copy.limitEnd(hold)).toBe(Number.POSITIVE_INFINITY);
  expect(copy.heldFromNow(hold, new Date(HOLD_LIMIT_MS))).toEqual(new Date(HOLD_LIMIT_MS + HOLD_MS));
  expect(holdRules.limitEnd(hold)).toBe(HOLD_LIMIT_MS);
});

test('docs/invariants.md names every guard', async () => {
  const page = await readFile(new URL('../../docs/invariants.md', import.meta.url), 'utf8');
  expect(Object.keys(guards).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
