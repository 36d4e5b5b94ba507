import { realpathSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { convert } from 'fontverter';
import { cutFonts, FONT_PACKAGES } from './fonts/cuts.ts';
import { measureDisplayWidths } from './fonts/display-widths.ts';
import { fallbackFaces, shippedFaces } from './fonts/faces.ts';

const { resolve } = createRequire(import.meta.url);

const TICKET_WEIGHTS = [400, 700];

/**
 * Writes all generated font files: `fonts/*.woff2`, `fonts/fonts.css`, `fonts/LICENSES.txt` and `display-advances.json` for screens,
 * `fonts/ticket-*.ttf` for tickets. The bytes are the same in every run.
 */
export async function writeFonts(folder = join(import.meta.dirname, '../generated')): Promise<void> {
  const cuts = await cutFonts();
  const css = [...shippedFaces(cuts), ...(await fallbackFaces(cuts))].join('\n');
  const widths = await measureDisplayWidths(cuts);
  await mkdir(join(folder, 'fonts'), { recursive: true });
  for (const [name, file] of Object.entries(cuts)) await writeFile(join(folder, 'fonts', `${name}.woff2`), file);
  for (const weight of TICKET_WEIGHTS) await writeFile(join(folder, `fonts/ticket-${weight}.ttf`), await ticketFont(weight));
  await writeFile(join(folder, 'fonts/fonts.css'), css);
  await writeFile(join(folder, 'fonts/LICENSES.txt'), await licences());
  await writeFile(join(folder, 'display-advances.json'), `${JSON.stringify(widths)}\n`);
}

/** One file per weight has Georgian, Latin and the lari sign. Uncompressed, because fontkit would inflate a table for every lookup. */
const ticketFont = async (weight: number): Promise<Buffer> =>
  convert(await readFile(resolve(`@fontsource/firago/files/firago-latin-${weight}-normal.woff`)), 'sfnt');

/** The SIL Open Font License requires its text beside the fonts. */
async function licences(): Promise<string> {
  const texts = Object.entries(FONT_PACKAGES).map(async ([name, source]) => {
    const licence = await readFile(resolve(`${source}/LICENSE`), 'utf8');
    return `${name}\n\n${licence.trim()}\n`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

const script = process.argv[1];
if (script && realpathSync(script) === import.meta.filename) await writeFonts();
