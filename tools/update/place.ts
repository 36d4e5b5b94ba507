import { existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Env } from '#server/platform/config/env.ts';
import { createOnce, isAlive } from '#server/platform/files.ts';

/**
 * The folder of updates: `<base>/releases/<name>` is a whole program each, `<base>/current` links to the one that runs, and `<base>/.env`
 * has the settings. A club of a group shares the releases of the group, and has its own `current` beside its data.
 */
export type Place = { base: string; release: string };

/** @throws one sentence when the program is not in such a folder */
export function findPlace(root: string, { dataDir }: Pick<Env, 'dataDir'>): Place {
  const release = realpathSync(root);
  const releases = dirname(release);
  const base = [dirname(resolve(dataDir)), dirname(releases)].find((folder) => releaseAt(folder) === release);
  if (basename(releases) !== 'releases' || base === undefined) {
    throw new Error(`${release} is not the release that ${dirname(releases)}/current leads to: see "Updates" in docs/operations.md.`);
  }
  return { base, release };
}

/** Returns the release that `current` in a folder leads to; undefined if there is none. */
export function releaseAt(base: string): string | undefined {
  const current = join(base, 'current');
  return existsSync(current) ? realpathSync(current) : undefined;
}

/** Points `current` to a release in one step. */
export function switchTo({ base }: Pick<Place, 'base'>, release: string): void {
  const draft = join(base, `current.${process.pid}`);
  symlinkSync(relative(realpathSync(base), release), draft);
  renameSync(draft, join(base, 'current'));
}

/** Ctrl+C or a lost connection must not leave the club between two releases: the step is finished or undone. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;
const finishFirst = (): void => console.log('Finishing first, so that the site is not left half updated …');

/**
 * Holds back every start of the server until the work is done (tools/setup/update-lock.mjs). Takes over the lock of a killed update.
 * @throws when another update runs
 */
export function whileUpdating<T>({ base }: Place, work: () => Promise<T>): Promise<T> {
  return oneUpdate(join(base, 'update.lock'), async () => {
    for (const signal of SIGNALS) process.on(signal, finishFirst);
    try {
      return await work();
    } finally {
      for (const signal of SIGNALS) process.off(signal, finishFirst);
    }
  });
}

/** Holds a lock of updates while it works. Takes over the lock of a killed update. @throws when another update runs */
export async function oneUpdate<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (holder > 0 && isAlive(holder)) throw new Error(`another update runs (process ${holder}).`);
  rmSync(lock, { force: true });
  if (!createOnce(lock, `${process.pid}\n`, 0o644)) throw new Error('another update runs.');
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}
