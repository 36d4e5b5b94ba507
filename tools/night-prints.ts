import { mkdir } from 'node:fs/promises';
import { ALBUMS } from '#shared/gallery/albums.ts';
import { makePrints, readyIn, widthsOf, type ReadyPrint } from './night-prints/make.ts';
import { inMakingOrder } from './night-prints/prints.ts';

/** What the program writes to its output, a line of JSON each. */
type Line = { ready: ReadyPrint } | { toMake: number };

/**
 * `node tools/night-prints.ts <folder> [albums…]`: makes the pictures of these albums, or of all, that the folder lacks. Says first which
 * are there, then how many have something missing, then of every picture that can be shown in another width.
 */
async function run(folder: string, albums: readonly string[]): Promise<void> {
  const say = (line: Line): void => console.log(JSON.stringify(line));
  await mkdir(folder, { recursive: true });
  const prints = inMakingOrder.filter(({ album }) => albums.includes(album));
  const there = new Map(prints.map((print) => [print, readyIn(folder, print)]));
  for (const ready of there.values()) if (ready) say({ ready });
  say({ toMake: prints.filter((print) => there.get(print)?.widths.length !== widthsOf(print).length).length });
  await makePrints(folder, prints, (ready) => say({ ready }));
}

// Whoever asked for the pictures is gone.
process.stdout.on('error', () => process.exit(0));
const [folder = '.', ...albums] = process.argv.slice(2);
await run(folder, albums.length > 0 ? albums : ALBUMS);
