import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockFolder } from './lock.mjs';

/** The project's folder, wherever the command was called. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A path inside the project. */
export const inProject = (...parts) => resolve(root, ...parts);

export const say = (line) => console.log(line);

/**
 * Runs a program in the project's folder with its output shown. While it runs it is a holder of the lock, so that it is not disturbed even
 * if we are killed. Throws `failure` when it does not succeed.
 */
export async function run(program, args, { env = process.env, failure }) {
  const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' });
  const mark = join(lockFolder(root), String(child.pid));
  if (child.pid) writeFileSync(mark, '');
  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `code ${code}`)));
  });
  rmSync(mark, { force: true });
  if (ending) throw new Error(`${failure} (${program} ended with ${ending}).`);
}
