import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lints one draft that stands where it would in the tree; answers what the linter said. */
async function lint(file: string, text: string): Promise<string> {
  const path = join(root, file);
  await mkdir(dirname(path), { recursive: true });
  onTestFinished(() => rm(path, { force: true }));
  await writeFile(path, text);
  const { stdout } = await promisify(execFile)('node_modules/.bin/oxlint', ['--format=unix', file], { cwd: root }).catch(
    (failed: { stdout: string }) => failed,
  );
  return stdout;
}

const draft = (specifier: string): string => `import * as other from '${specifier}';\n\nexport const used = other;\n`;

test.each([
  ['shared/events/draft.ts', '#server/app.ts'],
  ['shared/events/draft.ts', 'node:fs'],
  ['shared/events/draft.ts', 'react'],
  ['server/events/draft.ts', '#web/routes.tsx'],
  ['server/events/draft.queries.ts', './events.service.ts'],
  ['server/events/draft.service.ts', 'fastify'],
  ['server/events/draft.api.ts', './events.queries.ts'],
  ['server/events/draft.ts', '#server/payments/settle.ts'],
  ['server/accounts/draft.service.ts', '#server/tickets/tickets.service.ts'],
  ['server/media/draft.ts', '#server/sharing/sitemap.service.ts'],
  ['web/events/draft.ts', '#server/events/events.service.ts'],
  ['web/ui/draft.ts', '#shared/events/timing.ts'],
  ['web/ui/draft.ts', '#web/lib/session.ts'],
  ['web/home/draft.ts', '../../server/door/door.service.ts'],
  ['web/home/draft.ts', '#web/door/verdict.ts'],
  ['shared/events/draft.ts', '../../server/app.ts'],
  ['server/events/draft.ts', '../door/door.service.ts'],
  ['server/cart/draft.service.ts', '#server/door/door.service.ts'],
])('%s may not import %s', async (file, specifier) => {
  expect(await lint(file, draft(specifier))).toContain('no-restricted-imports');
});

test.each([
  ['server/door/draft.service.ts', '#server/tickets/tickets.service.ts'],
  ['server/events/draft.queries.ts', '#server/tickets/tickets.table.ts'],
  ['web/home/draft.page.tsx', '#web/events/ruler.ts'],
  ['web/ui/draft.ts', '#shared/money.ts'],
  ['web/events/draft.ts', '#shared/events/timing.ts'],
])('%s may import %s', async (file, specifier) => {
  expect(await lint(file, draft(specifier))).not.toContain('no-restricted-imports');
});

test('a circle of imports is refused', async () => {
  await writeFile(join(root, 'shared/draft-a.ts'), `import { b } from './draft-b.ts';\n\nexport const a = (): number => b();\n`);
  onTestFinished(() => rm(join(root, 'shared/draft-a.ts'), { force: true }));
  expect(await lint('shared/draft-b.ts', `import { a } from './draft-a.ts';\n\nexport const b = (): number => a();\n`)).toContain(
    'no-cycle',
  );
});
