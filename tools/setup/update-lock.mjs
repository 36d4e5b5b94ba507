import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root, say } from './project.mjs';

const PAUSE_MS = 200;

/** Where updates are laid out: this folder is one of `releases/`, and `current` beside them leads to the one that runs. */
export const base = basename(dirname(root)) === 'releases' ? dirname(dirname(root)) : undefined;

/**
 * A supervisor starts the server again as soon as an update has stopped it: that start waits here until the update is over. It fails when
 * another release has taken the place of this one meanwhile, so that the supervisor starts that.
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

/** The lock names the update's process; one that was killed holds nothing. */
function isUpdating() {
  try {
    const pid = Number(readFileSync(join(base, 'update.lock'), 'utf8'));
    process.kill(pid, 0);
    return pid > 0;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
