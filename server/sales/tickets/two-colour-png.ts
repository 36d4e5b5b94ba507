import { crc32, deflateSync } from 'node:zlib';

/** A square picture of `size` × `size` fields, each `scale` pixels wide; `isDark` says which of the two colours (`#RRGGBB`) a field has. */
type Picture = { size: number; scale: number; isDark(row: number, column: number): boolean; dark: string; light: string };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const ONE_BIT_OF_A_PALETTE = Buffer.from([1, 3, 0, 0, 0]);
const FIRST_PIXEL_BIT = 8;

/** A picture of two colours as a PNG file with one bit a pixel: a hundredth of the work that a picture of all colours takes. */
export function twoColourPng(picture: Picture): Buffer {
  const width = picture.size * picture.scale;
  const lines = Array.from({ length: picture.size }, (_, row) => pixelLine(picture, row));
  const pixels = lines.flatMap((line) => Array.from({ length: picture.scale }, () => line));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([uint32(width), uint32(width), ONE_BIT_OF_A_PALETTE])),
    chunk('PLTE', Buffer.from((picture.light + picture.dark).replaceAll('#', ''), 'hex')),
    chunk('IDAT', deflateSync(Buffer.concat(pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A line of pixels; its first byte names the filter, which is none. */
function pixelLine({ size, scale, isDark }: Picture, row: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil((size * scale) / 8));
  for (let x = 0; x < size * scale; x++) {
    const bit = FIRST_PIXEL_BIT + x;
    if (isDark(row, Math.floor(x / scale))) line[bit >> 3] = (line[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  }
  return line;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
