import { realpathSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cutFonts, FONT_PACKAGES } from './fonts/cuts.ts';
import { measureDisplayWidths } from './fonts/display-widths.ts';
import { fallbackFaces } from './fonts/fallback-faces.ts';
import { shippedFaces } from './fonts/shipped-faces.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Writes everything made from the two font families: `fonts/*.woff2`, `fonts/fonts.css`, `fonts/LICENSES.txt` and
 * `display-advances.json` (art direction §3). The same bytes on every run.
 */
export async function writeFonts(folder = join(import.meta.dirname, '../generated')): Promise<void> {
  const cuts = await cutFonts();
  const css = [...shippedFaces(cuts), ...(await fallbackFaces(cuts))].join('\n');
  const widths = await measureDisplayWidths(cuts);
  await mkdir(join(folder, 'fonts'), { recursive: true });
  for (const [name, file] of Object.entries(cuts)) await writeFile(join(folder, 'fonts', `${name}.woff2`), file);
  await writeFile(join(folder, 'fonts/fonts.css'), css);
  await writeFile(join(folder, 'fonts/LICENSES.txt'), await licences());
  await writeFile(join(folder, 'display-advances.json'), `${JSON.stringify(widths)}\n`);
}

/** The SIL Open Font License asks that its text goes where the fonts go. */
async function licences(): Promise<string> {
  const texts = Object.entries(FONT_PACKAGES).map(async ([name, source]) => {
    const licence = await readFile(resolve(`${source}/LICENSE`), 'utf8');
    return `${name}\n\n${licence.trim()}\n`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

const script = process.argv[1];
if (script && realpathSync(script) === import.meta.filename) await writeFonts();
