import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { guards } from './guards.ts';
import { breakGuard } from './without-guard.ts';

test.each(Object.entries(guards))('what the control of %s breaks stands once in the code', async (_, breaks) => {
  for (const { file } of breaks) {
    const source = await readFile(file, 'utf8');
    expect(breakGuard(breaks, file, source)).not.toBe(source);
    expect(() => breakGuard(breaks, file, '')).toThrow('must stand once');
    expect(() => breakGuard(breaks, file, source + source)).toThrow('must stand once');
  }
});

test('docs/invariants.md names every guard', async () => {
  const page = await readFile(new URL('../../docs/invariants.md', import.meta.url), 'utf8');
  expect(Object.keys(guards).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
