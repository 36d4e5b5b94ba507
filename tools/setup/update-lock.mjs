import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { root, say } from './project.mjs';

const PAUSE_MS = 200;

/** The folder with the link `current` to the release that runs: beside the data for a club of a group, else beside `releases/`. */
const base =
  basename(dirname(root)) === 'releases'
    ? [dirname(resolve(process.env.DATA_DIR ?? root)), dirname(dirname(root))].find(hasCurrent)
    : undefined;

function hasCurrent(folder) {
  return existsSync(join(folder, 'current'));
}

/**
 * Waits until a running update is over, because a supervisor restarts the server as soon as the update stops it. Fails if another release
 * has replaced this one, so that the supervisor starts that one.
 */
export async function waitForUpdate() {
  if (base === undefined || !isUpdating()) return;
  say('Waiting for an update …');
  while (isUpdating()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const current = join(base, 'current');
  if (existsSync(current) && realpathSync(current) !== realpathSync(root)) {
    throw new Error('An update has put another release in the place of this one, which is started instead.');
  }
}

/** The lock names the update's process; a killed process holds no lock. */
function isUpdating() {
  try {
    const pid = Number(readFileSync(join(base, 'update.lock'), 'utf8'));
    process.kill(pid, 0);
    return pid > 0;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
