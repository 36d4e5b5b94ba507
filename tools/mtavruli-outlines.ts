import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

const source = '@fontsource-variable/noto-sans-georgian/files/noto-sans-georgian-georgian-wdth-normal.woff2';
const target = new URL('../generated/mtavruli-outlines.json', import.meta.url);

/** The capitals of the 33 letters of the modern alphabet, Ა to Ჰ. */
const capitals = Array.from({ length: 33 }, (_, place) => String.fromCodePoint(0x1c90 + place));

/** Returns the outlines of the 33 Mtavruli capitals of the display font as JSON, in font units with y upwards. */
async function readMtavruliOutlines(): Promise<string> {
  const variable = await readFile(fileURLToPath(import.meta.resolve(source)));
  const font = create(await subsetFont(variable, capitals.join(''), { targetFormat: 'sfnt', variationAxes: { wght: 900, wdth: 62.5 } }));
  const outlines = capitals.map((letter) => {
    const { id, path, bbox } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    if (id === 0) throw new Error(`The Georgian font has no glyph for ${letter}`);
    return [letter, { path: path.toSVG(), left: bbox.minX, bottom: bbox.minY, right: bbox.maxX, top: bbox.maxY }];
  });
  return `${JSON.stringify(Object.fromEntries(outlines))}\n`;
}

/** Writes the outlines to `generated/`, where the Letter covers read them. */
async function writeMtavruliOutlines(): Promise<void> {
  await mkdir(new URL('.', target), { recursive: true });
  await writeFile(target, await readMtavruliOutlines());
}

if (import.meta.main) await writeMtavruliOutlines();
