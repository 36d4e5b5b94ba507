import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Api } from '#shared/api.ts';
import { ALBUMS } from '#shared/gallery/albums.ts';
import { inMakingOrder } from '#tools/night-prints/prints.ts';

const kept = fileURLToPath(new URL('../../node_modules/.cache/rkali-night-prints', import.meta.url));
const program = fileURLToPath(new URL('../../tools/night-prints.ts', import.meta.url));
const TIMEOUT_MS = 30_000;

/** Gives a data folder the night prints. They are made once and kept; whoever changes how they look deletes that folder. */
export async function lendPrints(dataFolder: string): Promise<void> {
  const made = promisify(execFile)(process.execPath, [program, kept], { maxBuffer: 16 * 1024 * 1024 });
  const patience = setTimeout(() => console.log('Printing the pictures of the gallery: minutes, this once …'), 5_000);
  await made.finally(() => clearTimeout(patience));
  const folder = join(dataFolder, 'media', 'gallery');
  await mkdir(dirname(folder), { recursive: true });
  await symlink(kept, folder, 'junction');
}

/** The server takes the prints up after its start, one by one. */
export async function untilPrintsShow({ gallery }: Api): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (const album of ALBUMS) {
    const wanted = inMakingOrder.filter((print) => print.album === album).length;
    while ((await gallery.images({ album })).total < wanted) {
      if (performance.now() > deadline) throw new Error(`the album ${album} is not whole after ${TIMEOUT_MS / 1000} s`);
      await sleep(100);
    }
  }
}
