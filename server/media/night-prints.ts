import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { contextFor, type Deps } from '#server/context.ts';
import { ALBUMS } from '#shared/gallery/albums.ts';
import { addImage } from '#server/gallery/gallery.service.ts';
import { galleryFolder } from './media.service.ts';

const program = fileURLToPath(new URL('../../tools/night-prints.ts', import.meta.url));

/** What the program writes, one line for each picture that is ready. */
const Ready = z.object({
  file: z.string(),
  name: z.string(),
  nameKa: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  album: z.enum(ALBUMS),
  position: z.number(),
});

/**
 * Fills the demo's gallery from a process of its own, which gives way to everybody else. Pictures that are made already are only
 * looked at. Answers how to stop.
 */
export function startNightPrints(deps: Deps): () => Promise<void> {
  const child = spawn(process.execPath, [program, galleryFolder(deps.env)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', (error) => deps.log.warn({ reason: error.message }, 'the gallery could not be filled'));
  giveWay(child);
  const added = addReady(deps, child).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the gallery could not be filled');
    child.kill();
  });
  return async () => {
    child.kill();
    await Promise.all([ended, added]);
  };
}

type Child = ChildProcessByStdio<null, Readable, null>;

function giveWay({ pid }: Child): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it: then it works as others do.
  }
}

async function addReady(deps: Deps, child: Child): Promise<void> {
  const ctx = contextFor(deps);
  for await (const line of createInterface({ input: child.stdout })) {
    const print = Ready.parse(JSON.parse(line));
    await addImage(ctx, { ...print, source: 'print', sourceId: print.file, checksum: '' });
  }
}
