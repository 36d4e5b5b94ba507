/** A code point and the number of the glyph that draws it. */
export type Mapping = { point: number; glyph: number };

const WINDOWS = 3;
const LAST_POINT = { point: 0xffff, glyph: 0 };

/** A `cmap` table with the given mappings as format 4 (read by everything) and format 12 (preferred by browsers). */
export function encodeCmap(mappings: Mapping[]): Buffer {
  const sorted = mappings.toSorted((a, b) => a.point - b.point);
  const basic = encodeFormat4(sorted);
  const full = encodeFormat12(sorted);
  const firstOffset = 4 + 2 * 8;
  return Buffer.concat([
    uint16s([0, 2]),
    uint16s([WINDOWS, 1]),
    uint32s([firstOffset]),
    uint16s([WINDOWS, 10]),
    uint32s([firstOffset + basic.length]),
    basic,
    full,
  ]);
}

/** One segment per code point: sixty-six letters do not need packing. */
function encodeFormat4(sorted: Mapping[]): Buffer {
  const segments = [...sorted, LAST_POINT];
  const points = segments.map(({ point }) => point);
  const power = Math.floor(Math.log2(segments.length));
  const searchRange = 2 * 2 ** power;
  const length = 16 + 8 * segments.length;
  return Buffer.concat([
    uint16s([4, length, 0, 2 * segments.length, searchRange, power, 2 * segments.length - searchRange]),
    uint16s(points),
    uint16s([0]),
    uint16s(points),
    uint16s(segments.map(({ point, glyph }) => glyph - point)),
    uint16s(segments.map(() => 0)),
  ]);
}

function encodeFormat12(sorted: Mapping[]): Buffer {
  const groups = sorted.flatMap(({ point, glyph }) => [point, point, glyph]);
  return Buffer.concat([uint16s([12, 0]), uint32s([16 + 4 * groups.length, 0, sorted.length, ...groups])]);
}

function uint16s(values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [place, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * place);
  return bytes;
}

function uint32s(values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, 4 * place);
  return bytes;
}
