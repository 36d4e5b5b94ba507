import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { buildSite } from './setup/build.mjs';
import { BUDGET_BYTES, FIRST_SCREENS, firstLoad, totalBytes } from './size-check.ts';

const client = new URL('../dist/client/', import.meta.url);
const BUILD_MS = 120_000;

beforeAll(() => buildSite(process.execPath), BUILD_MS);

test.each(FIRST_SCREENS)('the first load of %s stays within its budget', (screen) => {
  const { scripts, styles } = firstLoad(screen);
  expect(totalBytes(scripts)).toBeLessThanOrEqual(BUDGET_BYTES.scripts);
  expect(totalBytes(styles)).toBeLessThanOrEqual(BUDGET_BYTES.styles);
});

test.each(FIRST_SCREENS)('the first load of %s carries no schemas and no form library', (screen) => {
  const code = firstLoad(screen)
    .scripts.map(({ file }) => readFileSync(new URL(file, client), 'utf8'))
    .join('\n');
  expect(code).toContain('hydrate');
  expect(code).not.toMatch(/_zod|ZodError|useController/);
});
