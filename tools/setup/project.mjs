import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, independent of the current directory. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const inProject = (...parts) => resolve(root, ...parts);

export const say = (line) => console.log(line);

/**
 * Runs a program in the project's folder and shows its output. It holds the lock while it runs, even if we are killed.
 * @throws `failure` when it does not succeed
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

const LINE_EVERY_MS = 10_000;

/**
 * Says what is done, every ten seconds for how long, and how long it took; `work` may name its steps. Plain lines, because no package is
 * there yet.
 */
export async function timed(title, work) {
  let shown = title;
  const begunAt = performance.now();
  const seconds = () => Math.round((performance.now() - begunAt) / 1000);
  say(`${title} …`);
  const timer = setInterval(() => say(`${shown}, ${seconds()} s …`), LINE_EVERY_MS);
  try {
    const made = await work((step) => (shown = `${title} (${step})`));
    say(`${title}: done in ${seconds()} s.`);
    return made;
  } finally {
    clearInterval(timer);
  }
}

const PAUSE_MS = 200;

/** The lock is a folder with a file, named by process id, for each process that holds it. */
export const lockFolder = (root) => join(root, '.cache', 'setup.lock');

/** Runs `work` while no other start of this project installs or builds. A lock of processes that have ended is taken over. */
export async function withLock(root, work) {
  const lock = lockFolder(root);
  const draft = `${lock}.${process.pid}`;
  mkdirSync(dirname(lock), { recursive: true });
  for (let isLogged = false; !take(lock, draft);) {
    const [holder] = livingHolders(lock);
    if (holder && !isLogged) console.log(`Waiting for another start (process ${holder}) …`);
    isLogged ||= holder !== undefined;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

// A renamed folder appears at once with its content, and only if there was none.
function take(lock, draft) {
  if (livingHolders(lock).length === 0) clear(lock);
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, String(process.pid)), '');
  try {
    renameSync(draft, lock);
    return true;
  } catch {
    rmSync(draft, { recursive: true, force: true });
    return false;
  }
}

// Renamed first: if a live process took the lock in between, it is put back.
function clear(lock) {
  const aside = `${lock}.old-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (livingHolders(aside).length > 0) renameSync(aside, lock);
  } catch {
    // There was none, or another start removes it.
  }
  rmSync(aside, { recursive: true, force: true });
}

function livingHolders(lock) {
  try {
    return readdirSync(lock).filter((pid) => isAlive(Number(pid)));
  } catch {
    return [];
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
