import { accessSync, constants, statfsSync } from 'node:fs';

const ROOM_NEEDED = 1_000_000_000;

/** The folder in memory, if it has room for databases and browsers. Containers often have very little shared memory. */
export const SHARED_MEMORY: string | undefined = hasRoom('/dev/shm') ? '/dev/shm' : undefined;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    accessSync(folder, constants.W_OK);
    return bavail * bsize > ROOM_NEEDED;
  } catch {
    return false;
  }
}
