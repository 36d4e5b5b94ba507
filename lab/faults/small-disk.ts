import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  /** The mount point. */
  folder: string;
  /** Fills the disk. Returns the function that frees the space again. */
  fill(): () => void;
  /** Makes the file system read-only at once, as the kernel does when a disk fails, even with files open for writing. */
  breakDown(): void;
  /** Repairs the unused file system and mounts it for writing. */
  repair(): void;
  remove(): void;
};

const run = (program: string, ...args: string[]): void => void execFileSync(program, args, { stdio: 'pipe' });

/** Makes an ext4 disk of this size in a file. Needs root on Linux. */
export async function makeSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'rkali-disk-'));
  const image = `${folder}.img`;
  run('truncate', '-s', `${megabytes}M`, image);
  run('mkfs.ext4', '-q', '-m', '0', image);
  run('mount', '-o', 'loop', image, folder);
  // PostgreSQL started by root runs as another user, who must reach this folder.
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
      // fsck exits with 1 when it corrected something.
      try {
        run('e2fsck', '-fy', image);
      } catch {
        // A disk that could not be repaired fails to mount.
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
      // The disk is full.
    }
  }, 100);
  return () => {
    clearInterval(timer);
    for (let piece = 1; piece <= pieces; piece += 1) rmSync(join(folder, `piece-${piece}`), { force: true });
  };
}
