import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const Package = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  scripts: z.object({ start: z.string() }),
});
const { dependencies, optionalDependencies, scripts } = Package.parse(JSON.parse(read('package.json')));
const dockerfile = read('deploy/Dockerfile').replaceAll('\\\n', ' ');
const takenOut = (/npm uninstall (.+)/.exec(dockerfile)?.[1] ?? '').split(/ +/).filter((word) => word !== '' && !word.startsWith('--'));

/** Returns the packages that these files import, but for the server of development. */
function importedBy(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root }).filter((file) => !/\.(test|nightly)\.ts$|dev-site\.ts$/.test(file));
  const names = files.flatMap((file) =>
    Array.from(read(file).matchAll(/(?:from|import\(|import) ?'((?:@[^'/]+\/)?[^'/#.]+)/g), ([, name = '']) => name),
  );
  return [...new Set(names)];
}

test('the image has the packages that the server imports, and no others of package.json', () => {
  const needed = importedBy('{server,shared}/**/*.{ts,mjs}');
  expect(needed).toEqual(expect.arrayContaining(['fastify', 'pg', '@node-rs/argon2', 'zod']));
  expect(takenOut.filter((name) => needed.includes(name))).toEqual([]);
  // Commands of the operator show their progress.
  needed.push(...importedBy('tools/progress-line.ts'));
  const nodes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  expect(takenOut.toSorted()).toEqual([...Object.keys(dependencies).filter((name) => !needed.includes(name)), ...nodes].toSorted());
});

test('no command of the operator needs a package that the image lacks', () => {
  const own = globSync('tools/*.ts', { cwd: root }).filter((file) => read(file).includes('operatorCommand('));
  expect(own).toEqual(expect.arrayContaining(['tools/backup.ts', 'tools/restore.ts', 'tools/doctor.ts']));
  expect(importedBy('tools/{doctor,update}/**/*.ts').filter((name) => takenOut.includes(name))).toEqual([]);
  const imported = own.flatMap((file) => Array.from(read(file).matchAll(/from '([^'#.][^']*)'/g), ([, name = '']) => name));
  expect(imported.filter((name) => takenOut.includes(name))).toEqual([]);
});

test('the image starts the server as npm start does', () => {
  const command = z.array(z.string()).parse(JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]'));
  expect(command.join(' ')).toBe(scripts.start);
});
