import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

type Options = { cwd?: string; env: Record<string, string | undefined> };

/** Runs a command of `tools/` as an operator does, with these environment variables only. */
export const runOperatorCommand = (name: string, args: string[], { cwd = root, env }: Options) =>
  promisify(execFile)(process.execPath, [join(root, `tools/${name}.ts`), ...args], {
    cwd,
    env: { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...env },
  });
