import { execFile } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestFolder } from '#tests/setup/folder.ts';
import { folderOrder, webOrder } from './folder-order.ts';

/** A developer's tool that makes a file of the project. */
const DEVELOPERS_TOOL = 'tools/countries.ts';
const Package = z.object({ devDependencies: z.record(z.string(), z.string()) });
const root = fileURLToPath(new URL('..', import.meta.url));

type Draft = readonly [file: string, text: string];

/** Lints drafts with the project's configuration in a temporary tree. Returns the linter's messages. */
async function lint(drafts: readonly Draft[]): Promise<string[]> {
  const tree = createTestFolder();
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
  await mkdir(join(tree, 'tools'));
  for (const name of ['oxlint.config.ts', 'package.json', 'tools/folder-order.ts']) await copyFile(join(root, name), join(tree, name));
  for (const [file, text] of drafts) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  }
  const linter = join(root, 'node_modules/.bin/oxlint');
  const { stdout } = await promisify(execFile)(linter, ['--format=unix', 'server', 'shared', 'tools', 'web'], { cwd: tree }).catch(
    (failed: { stdout: string }) => failed,
  );
  return stdout.split('\n');
}

test('no file that production runs imports a package of development', () => {
  const { devDependencies } = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const files = globSync('{vite.config.ts,{server,shared,web,tools}/**/*.{ts,tsx,mjs}}', {
    cwd: root,
    exclude: ['**/*.{test,nightly}.*', '**/*.d.*', DEVELOPERS_TOOL],
  });
  const imported = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export) (?!type ).*?from '([^'#.][^']*)'/gm)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
  const isDevelopment = (name: string) => Object.keys(devDependencies).some((each) => name === each || name.startsWith(`${each}/`));
  expect(imported.length).toBeGreaterThan(500);
  expect(imported.filter(({ name }) => isDevelopment(name))).toEqual([]);
});

type Import = readonly [file: string, specifier: string];

/** Returns the imports that the linter refuses. */
async function refusedOf(imports: readonly Import[]): Promise<Import[]> {
  // Each import gets its own file with the same role.
  const named = imports.map(([file, specifier], index): Import => [file.replace('draft', `draft-${index}`), specifier]);
  const lines = await lint(
    named.map(([file, specifier]) => [file, `import * as other from '${specifier}';\n\nexport const used = other;\n`]),
  );
  const refused = new Set(lines.filter((line) => line.includes('no-restricted-imports')).map((line) => line.split(':')[0]));
  return imports.filter((_, index) => [...refused].some((file) => file?.endsWith(named[index]?.[0] ?? '?')));
}

const LAYERS = [['demo'], ['fake-bank'], ['backoffice'], ['door'], ['sales'], ['accounts', 'content'], ['platform']];

const pairs = LAYERS.flatMap((layer, depth) =>
  layer.flatMap((domain) =>
    LAYERS.flatMap((others, otherDepth) =>
      others.filter((other) => other !== domain).map((other) => ({ domain, other, isBelow: otherDepth > depth })),
    ),
  ),
);
const importOf = ({ domain, other }: { domain: string; other: string }): Import => [
  `server/${domain}/feature/draft.ts`,
  `#server/${other}/feature/some.ts`,
];

test('a domain imports what stands below it, and nothing above or beside it', async () => {
  const upward = pairs.filter(({ isBelow }) => !isBelow).map(importOf);
  const downward = pairs.filter(({ isBelow }) => isBelow).map(importOf);
  expect(upward).toHaveLength(29);
  expect(downward).toHaveLength(27);
  expect(await refusedOf([...upward, ...downward])).toEqual(upward);
});

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/** Returns every import between two folders of each order, in a file of this kind. */
const acrossFolders = (orders: [folder: string, order: string[]][], draft: string) =>
  orders.flatMap(([folder, order]) =>
    order.flatMap((name, place) =>
      order
        .filter((other) => other !== name)
        .map((other): { isUpward: boolean; import: Import } => ({
          isUpward: order.indexOf(other) > place,
          import: [`${folder}/${name}/${draft}`, `#${folder}/${other}/some.ts`],
        })),
    ),
  );

test('a folder of a domain imports those below it, and none above it; each folder has its place', async () => {
  const orders = Object.entries(folderOrder).map(([domain, order]): [string, string[]] => [`server/${domain}`, order]);
  for (const [folder, order] of orders) expect(foldersIn(folder), folder).toEqual(order.toSorted());
  const imports = acrossFolders(orders, 'draft.ts');
  expect(await refusedOf(imports.map((each) => each.import))).toEqual(
    imports.filter(({ isUpward }) => isUpward).map((each) => each.import),
  );
}, 60_000);

test('a folder of web imports those below it, and none above it; each folder with code has its place', async () => {
  const orders = Object.entries(webOrder);
  const files = globSync('web/*/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.{test,nightly}.*'] });
  const folders = files.flatMap((path) =>
    path
      .split('/')
      .map((_, depth, names) => names.slice(0, depth).join('/'))
      .slice(2),
  );
  expect(orders.flatMap(([folder, order]) => order.map((name) => `${folder}/${name}`)).toSorted()).toEqual(
    [...new Set(folders)].toSorted(),
  );
  const imports = acrossFolders(orders, 'draft.page.tsx');
  expect(await refusedOf(imports.map((each) => each.import))).toEqual(
    imports.filter(({ isUpward }) => isUpward).map((each) => each.import),
  );
}, 60_000);

const REFUSED: Import[] = [
  ['server/sales/cart/draft.ts', '#server/app.ts'],
  ['server/platform/draft.ts', '#server/registry.ts'],
  ['server/door/draft.service.ts', '#server/backoffice/guests/guest-detail.service.ts'],
  ['server/backoffice/guests/draft.queries.ts', './guests.service.ts'],
  ['server/content/events/draft.queries.ts', 'fastify'],
  ['server/content/events/draft.service.ts', 'fastify'],
  ['server/content/events/draft.service.ts', '#server/content/content.api.ts'],
  ['server/content/events/draft.api.ts', './events.queries.ts'],
  ['server/content/events/draft.ts', '#web/routes.tsx'],
  ['server/content/events/draft.ts', '../gallery/mirror.ts'],
  ['server/draft.ts', '#web/routes.tsx'],
  ['server/draft.ts', '#lab/trial/server-process.ts'],
  ['server/content/events/draft.ts', '#lab/bench/load.ts'],
  ['server/content/events/draft.api.ts', '#tools/fonts.ts'],
  ['shared/events/draft.ts', '#server/app.ts'],
  ['shared/events/draft.ts', '../../server/app.ts'],
  ['shared/events/draft.ts', 'node:fs'],
  ['shared/events/draft.ts', 'react'],
  ['shared/events/draft.ts', '#lab/bench/load.ts'],
  ['web/events/draft.ts', '#server/content/events/events.service.ts'],
  ['web/events/draft.ts', '#lab/bench/load.ts'],
  ['web/home/draft.page.tsx', '#tools/fonts.ts'],
  ['web/ui/draft.ts', '#lab/bench/load.ts'],
  ['web/ui/draft.ts', '#shared/events/timing.ts'],
  ['web/ui/draft.ts', '#web/lib/session.ts'],
  ['web/home/draft.ts', '../../server/door/door.service.ts'],
  ['web/home/draft.ts', '#web/door/verdict.ts'],
  ['web/home/draft.page.tsx', '#web/routes.tsx'],
  ['web/home/draft.tsx', '#web/accounts/auth-fields.tsx'],
  ['web/staff/orders/draft.tsx', '#web/staff/start/start.tsx'],
  ['web/accounts/draft.tsx', '#web/privacy/your-data.tsx'],
  ['web/privacy/draft.ts', '#web/tickets/own-tickets.ts'],
  ['web/home/draft.ts', '#web/staff/staff-api.ts'],
  ['web/lib/draft.ts', '#web/cart/cart.ts'],
  ['web/lib/draft.ts', '#web/staff/staff-api.ts'],
  ['web/layout/draft.tsx', '#web/cart/cart.ts'],
  ['server/draft.ts', '#tests/setup/bog-double.ts'],
  ['server/sales/draft.ts', '#tests/setup/bog-double.ts'],
  ['shared/events/draft.ts', '#tests/setup/chromium.ts'],
  ['web/events/draft.ts', '#tests/setup/show.tsx'],
  ['web/ui/draft.ts', '#tests/setup/show.tsx'],
  ['web/home/draft.page.tsx', '#tests/setup/show.tsx'],
  ['tools/draft.ts', '#lab/bench/load.ts'],
  ['tools/vite/draft.ts', '#tests/setup/chromium.ts'],
];

const ALLOWED: Import[] = [
  ['server/door/draft.service.ts', '#server/sales/tickets/tickets.service.ts'],
  ['server/sales/cart/draft.queries.ts', '#server/content/content.table.ts'],
  ['server/draft.ts', '#server/demo/demo.ts'],
  ['server/sales/cart/draft.test.ts', '#server/door/door.service.ts'],
  ['server/demo/draft.nightly.ts', '#lab/trial/server-process.ts'],
  ['web/home/draft.page.tsx', '#web/events/ruler.ts'],
  ['web/profile/draft.tsx', '#web/accounts/auth-fields.tsx'],
  ['web/draft.tsx', '#web/home/home.page.tsx'],
  ['web/ui/draft.ts', '#shared/money.ts'],
  ['web/lib/draft.test.ts', '#web/gallery/gallery.page.tsx'],
  ['web/layout/draft.tsx', '#web/lib/session.ts'],
  ['web/staff/draft.tsx', '#web/layout/language-switch.tsx'],
  ['tools/draft.ts', '#server/platform/config/env.ts'],
  ['tools/draft.test.ts', '#lab/bench/load.ts'],
  ['lab/draft.ts', '#tests/setup/chromium.ts'],
  ['web/events/draft.ts', '#shared/events/timing.ts'],
];

test('roles, rooms and features of the web keep their walls', async () => {
  expect(await refusedOf([...REFUSED, ...ALLOWED])).toEqual(REFUSED);
});

test('a circle of imports is refused', async () => {
  const a = `import { b } from './draft-b.ts';\n\nexport const a = (): number => b();\n`;
  const b = `import { a } from './draft-a.ts';\n\nexport const b = (): number => a();\n`;
  const lines = await lint([
    ['shared/draft-a.ts', a],
    ['shared/draft-b.ts', b],
  ]);
  expect(lines.join('\n')).toContain('no-cycle');
});

test('what the site runs as never names the lab, not even the path of a program to start', () => {
  const sources = globSync('{server,shared,web}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.(test|nightly)\.tsx?$/.test(path));
  expect(sources.length).toBeGreaterThan(450);
  expect(sources.filter((path) => /\blab\//.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const sourcesOf = (glob: string) =>
  globSync(glob, { cwd: root, exclude: ['**/*.{test,nightly}.ts'] }).map((path) => ({
    path,
    domain: path.split('/')[1] ?? '',
    text: withoutComments(readFileSync(join(root, path), 'utf8')),
  }));

test('SQL of a domain names no table of a domain above or beside it', () => {
  const depthOf = (domain: string) => LAYERS.findIndex((layer) => layer.includes(domain));
  const tables = sourcesOf('server/*/**/*.table.ts').flatMap(({ domain, text }) =>
    [...text.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => ({ name, domain })),
  );
  expect(tables.length).toBeGreaterThan(30);
  const named = sourcesOf('server/*/**/*.ts').flatMap(({ path, domain, text }) =>
    tables
      .filter((table) => table.domain !== domain && depthOf(table.domain) <= depthOf(domain))
      .filter(({ name }) => new RegExp(`\\b(from|join|into|update|using) ${name}\\b`).test(text))
      .map(({ name }) => `${path}: ${name}`),
  );
  expect(named).toEqual([]);
});
