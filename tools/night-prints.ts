import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillWhole } from '#server/files/fill-whole.ts';
import { nightPrints, type Print } from './night-prints/prints.ts';
import { renderPrint } from './night-prints/render.ts';

const AVIF = { quality: 40, effort: 2, chromaSubsampling: '4:4:4' } as const;

/** Makes the pictures that a folder lacks and tells of every one that is there, whole, in their order. */
export async function makeNightPrints(folder: string, onReady: (print: Print) => void): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const print of nightPrints) {
    const file = join(folder, print.file);
    if (!existsSync(file)) await fillWhole(file, async (draft) => writeFile(draft, await encode(print), { flush: true }));
    onReady(print);
  }
}

async function encode(print: Print): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const { width, height } = print;
  return sharp(renderPrint(print), { raw: { width, height, channels: 3 } })
    .avif(AVIF)
    .toBuffer();
}

if (import.meta.main) {
  const [folder = '.'] = process.argv.slice(2);
  // Whoever asked for the pictures is gone.
  process.stdout.on('error', () => process.exit(0));
  await makeNightPrints(folder, ({ file, name, nameKa, width, height, position }) => {
    console.log(JSON.stringify({ file, name, nameKa, width, height, position }));
  });
}
