import { execFileSync } from 'node:child_process';
import { createDatabaseFolder } from './folder.ts';
import { onTestFinished } from './on-test-finished.ts';

type SmallDisk = { folder: string; grow(megabytes: number): void };

/** Mounts a disk in memory of this size for the test; returns undefined where the test may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = createDatabaseFolder();
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder);
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return { folder, grow: (size) => void mount('-o', `remount,size=${size}m`, folder) };
}
