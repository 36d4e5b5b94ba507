import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { MKHEDRULI, MTAVRULI } from './character-sets.ts';

/**
 * The display cut whose everyday letters are drawn as Mtavruli capitals (art direction §3.3).
 * CSS cannot upper-case Georgian, and real capital code points would spoil search, copying and speech.
 */
export async function cutMtavruli(variable: Buffer, variationAxes: Record<string, number>): Promise<Buffer> {
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
 * Appends this `cmap` to the font and points its record in the directory to it (ISO/IEC 14496-22 §4). The old map stays as unused bytes and
 * the checksums are stale: HarfBuzz, which cuts the font next, reads neither and rewrites all of it.
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

/** One table for Windows' Basic Multilingual Plane in format 4: a segment for each character and a final one. */
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
