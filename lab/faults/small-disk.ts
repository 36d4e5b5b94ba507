import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  /** Where it is mounted. */
  folder: string;
  /** Writes until nothing more fits. Returns the function that makes room again. */
  fill(): () => void;
  /** Makes the file system read-only at once, as the kernel does when a disk fails, whatever is open for writing. */
  breakDown(): void;
  /** Repairs the file system, which nothing may use now, and mounts it for writing. */
  repair(): void;
  remove(): void;
};

const run = (program: string, ...args: string[]): void => void execFileSync(program, args, { stdio: 'pipe' });

/** A disk of its own (ext4 in a file) with room for so many megabytes. Only root on Linux may make one. */
export async function makeSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'rkali-disk-'));
  const image = `${folder}.img`;
  run('truncate', '-s', `${megabytes}M`, image);
  run('mkfs.ext4', '-q', '-m', '0', image);
  run('mount', '-o', 'loop', image, folder);
  // Readable by the user of root's database.
  chmodSync(folder, 0o755);
  return {
    folder,
    fill() {
      const ballast = join(folder, 'ballast');
      const { bavail, bsize } = statfsSync(folder);
      run('fallocate', '-l', String(Math.max(1, bavail - 16) * bsize), ballast);
      return () => rmSync(ballast);
    },
    breakDown: () => run('mount', '-o', 'remount,abort', folder),
    repair() {
      run('umount', folder);
      // It ends with 1 when it corrected something.
      try {
        run('e2fsck', '-fy', image);
      } catch {
        // A disk that cannot be repaired fails to mount.
      }
      run('mount', '-o', 'loop', image, folder);
    },
    remove() {
      run('umount', '--lazy', folder);
      for (const path of [folder, image]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Keeps a disk full while others free parts of it. */
export function keepFull({ folder }: SmallDisk): () => void {
  let pieces = 0;
  const timer = setInterval(() => {
    try {
      writeFileSync(join(folder, `piece-${(pieces += 1)}`), Buffer.alloc(64 * 1024));
    } catch {
      // It is full.
    }
  }, 100);
  return () => {
    clearInterval(timer);
    for (let piece = 1; piece <= pieces; piece += 1) rmSync(join(folder, `piece-${piece}`), { force: true });
  };
}
