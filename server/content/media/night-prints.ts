import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { ALBUMS } from '#shared/gallery/albums.ts';
import { pictureFolder } from '#server/content/gallery/picture-folder.ts';
import { showOnlyPrints, showPrint } from '#server/content/gallery/gallery.service.ts';

const program = fileURLToPath(new URL('../../../tools/night-prints.ts', import.meta.url));

/** What the program writes, a line each: a picture that can be shown in these widths, and once how many are to be made. */
const Line = z.union([
  z.object({
    ready: z.object({
      file: z.string(),
      name: z.string(),
      nameKa: z.string(),
      width: z.number(),
      height: z.number(),
      widths: z.array(z.number()),
      album: z.enum(ALBUMS),
      position: z.number(),
    }),
  }),
  z.object({ toMake: z.number() }),
]);

type Options = {
  /** Told how it goes, in words for the person at the terminal. */
  onProgress?: (sentence: string) => void;
};

/**
 * Fills the albums with pictures of our own, the gallery only in the demo, from a process of its own, which gives way to everybody else.
 * Pictures that are made already are only looked at; with NIGHT_PRINTS off they are hidden. Answers how to stop.
 */
export function startNightPrints(deps: Deps, { onProgress = () => undefined }: Options = {}): () => Promise<void> {
  const ctx = contextFor(deps);
  if (!deps.env.nightPrints) return hideAll(ctx);
  const albums = ALBUMS.filter((album) => album !== 'gallery' || deps.env.demo !== 'off');
  const child = spawn(process.execPath, [program, pictureFolder(deps.env), ...albums], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const warn = (error: unknown): void => deps.log.warn({ err: error }, 'the night prints could not be made');
  child.once('error', warn);
  giveWay(child);
  const shown = showReady(ctx, child, ended, onProgress).catch((error: unknown) => {
    warn(error);
    child.kill();
  });
  return async () => {
    child.kill();
    await Promise.all([ended, shown]);
  };
}

function hideAll(ctx: Context): () => Promise<void> {
  const hidden = showOnlyPrints(ctx, []).catch((error: unknown) => ctx.log.warn({ err: error }, 'the night prints could not be hidden'));
  return () => hidden;
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

async function showReady(ctx: Context, child: Child, ended: Promise<number | null>, onProgress: (sentence: string) => void): Promise<void> {
  const there: string[] = [];
  let toMake = 0;
  for await (const text of createInterface({ input: child.stdout })) {
    const line = Line.parse(JSON.parse(text));
    if ('ready' in line) {
      there.push(line.ready.file);
      await showPrint(ctx, line.ready);
    } else {
      toMake = line.toMake;
      await showOnlyPrints(ctx, there);
      if (toMake > 0) onProgress(`Printing ${toMake} ${toMake === 1 ? 'picture' : 'pictures'} for the pages, in the background …`);
    }
  }
  if (toMake > 0 && (await ended) === 0) onProgress('All pictures are printed.');
}
