import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { create } from 'fontkit';
import { LARI, LATIN, LATIN_EXTENDED, MKHEDRULI, MTAVRULI, TOGGLE } from './character-sets.ts';

const { resolve } = createRequire(import.meta.url);
const archivo = '@fontsource-variable/archivo';
const noto = '@fontsource-variable/noto-sans-georgian';

/** The npm packages of the source fonts; their licence texts are shipped with the cuts. */
export const FONT_PACKAGES = { Archivo: archivo, 'Noto Sans Georgian': noto } as const;

const FONT_SOURCES = {
  archivo: `${archivo}/files/archivo-latin-wght-normal.woff2`,
  archivoWidths: `${archivo}/files/archivo-latin-wdth-normal.woff2`,
  archivoExtended: `${archivo}/files/archivo-latin-ext-wght-normal.woff2`,
  archivoExtendedWidths: `${archivo}/files/archivo-latin-ext-wdth-normal.woff2`,
  georgian: `${noto}/files/noto-sans-georgian-georgian-wght-normal.woff2`,
  georgianWidths: `${noto}/files/noto-sans-georgian-georgian-wdth-normal.woff2`,
  lari: `${noto}/files/noto-sans-georgian-latin-ext-wght-normal.woff2`,
} as const;

const textWeights = { wght: { min: 400, max: 700, default: 400 } };
const displayLatin = { wght: 900, wdth: 62 };
const displayGeorgian = { wght: 900, wdth: 62.5 };

type Axes = Record<string, number | { min: number; max: number; default: number }>;

/** Makes every font file that a page may fetch as woff2. The bytes are the same in every run. */
export async function cutFonts() {
  return {
    'display-latin': await cut('archivoWidths', LATIN, displayLatin),
    'display-latin-ext': await cut('archivoExtendedWidths', LATIN_EXTENDED, displayLatin),
    'display-ka': await cutMtavruli(await readSource('georgianWidths'), displayGeorgian),
    'text-latin': await cut('archivo', LATIN, textWeights),
    'text-latin-ext': await cut('archivoExtended', LATIN_EXTENDED, textWeights),
    'text-ka': await cut('georgian', MKHEDRULI + MTAVRULI, textWeights),
    lari: await cut('lari', LARI, {}),
    'ka-toggle': await cut('georgian', TOGGLE, { wght: 600 }),
  };
}

export type Cuts = Awaited<ReturnType<typeof cutFonts>>;
export type CutName = keyof Cuts;

/** Makes a woff2 of these characters from one source, with its axes pinned or narrowed. */
export async function cut(source: keyof typeof FONT_SOURCES, characters: string, variationAxes: Axes): Promise<Buffer> {
  return subsetFont(await readSource(source), characters, { targetFormat: 'woff2', variationAxes });
}

const readSource = (source: keyof typeof FONT_SOURCES): Promise<Buffer> => readFile(resolve(FONT_SOURCES[source]));

/**
 * Makes the display cut whose lowercase letters are drawn as Mtavruli capitals: CSS cannot upper-case Georgian, and real capital code
 * points would break search, copying and speech.
 */
async function cutMtavruli(variable: Buffer, variationAxes: Record<string, number>): Promise<Buffer> {
  const capitals = await subsetFont(variable, MTAVRULI, { targetFormat: 'sfnt', variationAxes });
  const font = create(capitals);
  const mappings = [...MTAVRULI].flatMap((capital, place): [number, number][] => {
    const point = capital.codePointAt(0) ?? 0;
    const { id } = font.glyphForCodePoint(point);
    if (id === 0) throw new Error(`The Georgian font has no glyph for ${capital}`);
    return [
      [point, id],
      [MKHEDRULI.codePointAt(place) ?? 0, id],
    ];
  });
  return subsetFont(withCharacterMap(capitals, mappings), MKHEDRULI + MTAVRULI, { targetFormat: 'woff2' });
}

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

/**
 * Appends this `cmap` to the font and points its directory record to it (ISO/IEC 14496-22 §4). The old map remains as unused bytes and the
 * checksums are stale: HarfBuzz, which cuts the font next, reads neither and rewrites both.
 */
function withCharacterMap(font: Buffer, mappings: [point: number, glyph: number][]): Buffer {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, place) => HEADER_BYTES + place * RECORD_BYTES);
  const record = records.find((start) => font.toString('latin1', start, start + 4) === 'cmap');
  if (record === undefined) throw new Error('The font has no cmap table to replace');
  const cmap = encodeMap(mappings.toSorted(([a], [b]) => a - b));
  const changed = Buffer.concat([font, Buffer.alloc((4 - (font.length % 4)) % 4), cmap]);
  changed.writeUInt32BE(changed.length - cmap.length, record + 8);
  changed.writeUInt32BE(cmap.length, record + 12);
  return changed;
}

/** Returns one format 4 table for the Basic Multilingual Plane (Windows): a segment for each character and a final one. */
function encodeMap(sorted: [point: number, glyph: number][]): Buffer {
  const segments: typeof sorted = [...sorted, [0xffff, 0]];
  const points = segments.map(([point]) => point);
  const deltas = segments.map(([point, glyph]) => glyph - point);
  const power = Math.floor(Math.log2(segments.length));
  const search = [2 * segments.length, 2 * 2 ** power, power, 2 * segments.length - 2 * 2 ** power];
  const head = [0, 1, 3, 1, 0, 12, 4, 16 + 8 * segments.length, 0, ...search];
  return uint16s([...head, ...points, 0, ...points, ...deltas, ...segments.map(() => 0)]);
}

function uint16s(values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * place);
  return bytes;
}
