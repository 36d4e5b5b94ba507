import { readdirSync, readFileSync } from 'node:fs';

/**
 * Stops a PostgreSQL server and all its processes (SIGSTOP): it answers nothing, closes nothing and accepts no connection. Returns the
 * function that continues it. Linux only.
 */
export function freezeDatabase(postmaster: number): () => void {
  // The postmaster first, so that it starts no further process.
  process.kill(postmaster, 'SIGSTOP');
  const all = [postmaster, ...childrenOf(postmaster)];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  let isFrozen = true;
  return () => {
    if (isFrozen) for (const pid of all.toReversed()) process.kill(pid, 'SIGCONT');
    isFrozen = false;
  };
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);

/** Returns undefined if the process has ended. */
function parentOf(pid: number): number | undefined {
  try {
    // The process name before it is in brackets and may contain any characters.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}
