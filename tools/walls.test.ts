import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lints the last of these drafts, which stand in a tree of their own, where nobody else reads them; answers what the linter said. */
async function lint(...drafts: [file: string, text: string][]): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'rkali-walls-'));
  onTestFinished(() => rm(tree, { recursive: true, force: true }));
  await copyFile(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
  for (const [file, text] of drafts) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  }
  const linter = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = await promisify(execFile)(linter, ['--format=unix', drafts.at(-1)?.[0] ?? ''], { cwd: tree }).catch(
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
  ['server/events/draft.ts', '#server/payments/refunds/refund.ts'],
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
  ['server/accounts/draft.ts', '#server/wallet/wallet.service.ts'],
  ['server/tickets/draft.service.ts', '#server/wallet/wallet.service.ts'],
  ['web/accounts/draft.tsx', '#web/privacy/your-data.tsx'],
  ['web/privacy/draft.ts', '#web/tickets/ticket-list.ts'],
])('%s may not import %s', async (file, specifier) => {
  expect(await lint([file, draft(specifier)])).toContain('no-restricted-imports');
});

test.each([
  ['server/door/draft.service.ts', '#server/tickets/tickets.service.ts'],
  ['server/events/draft.queries.ts', '#server/tickets/tickets.table.ts'],
  ['web/home/draft.page.tsx', '#web/events/ruler.ts'],
  ['web/ui/draft.ts', '#shared/money.ts'],
  ['web/events/draft.ts', '#shared/events/timing.ts'],
])('%s may import %s', async (file, specifier) => {
  expect(await lint([file, draft(specifier)])).not.toContain('no-restricted-imports');
});

test('a circle of imports is refused', async () => {
  const a = `import { b } from './draft-b.ts';\n\nexport const a = (): number => b();\n`;
  const b = `import { a } from './draft-a.ts';\n\nexport const b = (): number => a();\n`;
  expect(await lint(['shared/draft-a.ts', a], ['shared/draft-b.ts', b])).toContain('no-cycle');
});
