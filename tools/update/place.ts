import { existsSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createOnce, isAlive } from '#server/platform/files.ts';

/**
 * The folder of updates: `<base>/releases/<name>` is a whole program each, `<base>/current` links to the one that runs, and `<base>/.env`
 * has the settings.
 */
export type Place = { base: string; release: string };

/** @throws one sentence when the program is not in such a folder */
export function findPlace(root: string): Place {
  const release = realpathSync(root);
  const base = dirname(dirname(release));
  const current = join(base, 'current');
  if (basename(dirname(release)) !== 'releases' || !existsSync(current) || realpathSync(current) !== release) {
    throw new Error(`${release} is not the release that ${current} leads to: see "Updates" in docs/operations.md.`);
  }
  return { base, release };
}

/** Points `current` to a release in one step. */
export function switchTo({ base }: Place, release: string): void {
  const draft = join(base, `current.${process.pid}`);
  symlinkSync(join('releases', basename(release)), draft);
  renameSync(draft, join(base, 'current'));
}

/** Ctrl+C or a lost connection must not leave the club between two releases: the step is finished or undone. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;
const finishFirst = (): void => console.log('Finishing first, so that the site is not left half updated …');

/**
 * Holds back every start of the server until the work is done (tools/setup/update-lock.mjs). Takes over the lock of a killed update.
 * @throws when another update runs
 */
export async function whileUpdating<T>({ base }: Place, work: () => Promise<T>): Promise<T> {
  const lock = join(base, 'update.lock');
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  if (holder > 0 && isAlive(holder)) throw new Error(`another update runs (process ${holder}).`);
  rmSync(lock, { force: true });
  if (!createOnce(lock, `${process.pid}\n`, 0o644)) throw new Error('another update runs.');
  for (const signal of SIGNALS) process.on(signal, finishFirst);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, finishFirst);
    rmSync(lock, { force: true });
  }
}
