import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

type Options = { cwd?: string; env: Record<string, string | undefined> };
type Outcome = { stdout: string; stderr: string };

/**
 * Runs a command of `tools/` as an operator does, with these environment variables only. Lines of progress are left out of `stderr`: only
 * slow commands have them.
 */
export const runOperatorCommand = (name: string, args: string[], { cwd = root, env }: Options): Promise<Outcome> =>
  promisify(execFile)(process.execPath, [join(root, `tools/${name}.ts`), ...args], {
    cwd,
    env: { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...env },
  }).then(withoutProgress, (error: unknown) => {
    throw isOutcome(error) ? Object.assign(error, withoutProgress(error)) : error;
  });

const isOutcome = (value: unknown): value is Outcome =>
  typeof value === 'object' && value !== null && 'stdout' in value && 'stderr' in value;

const withoutProgress = ({ stdout, stderr }: Outcome): Outcome => ({ stdout, stderr: stderr.replaceAll(/^… .*\n/gm, '') });
