import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './is-alive.ts';

/**
 * Lets `work` fill a draft beside `target` and then moves it there: the target is whole or absent, wherever it is interrupted.
 * When two do it at once, the first one's result stands for both.
 */
export async function fillWhole(target: string, work: (draft: string) => Promise<void> | void): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  dropAbandonedDrafts(target);
  const draft = `${target}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await work(draft);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!isTaken(error)) throw error;
  }
}

function dropAbandonedDrafts(target: string): void {
  const prefix = `${basename(target)}.new-`;
  for (const name of readdirSync(dirname(target)).filter((entry) => entry.startsWith(prefix))) {
    const maker = Number(name.slice(prefix.length).split('-')[0]);
    if (!isAlive(maker)) rmSync(join(dirname(target), name), { recursive: true, force: true });
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
}
