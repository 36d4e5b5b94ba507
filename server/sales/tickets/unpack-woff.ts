import { inflateSync } from 'node:zlib';

const SIGNATURE = 'wOFF';
const HEAD = { woff: 44, font: 12 } as const;
const ENTRY = { woff: 20, font: 16 } as const;

/**
 * The plain font in a WOFF file. The PDF library would unpack each table anew, slowly and in JavaScript, whenever it looks something up.
 * @throws RangeError for anything but WOFF 1
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== SIGNATURE) throw new RangeError('This is no WOFF file.');
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, place) => readTable(file, HEAD.woff + place * ENTRY.woff));
  const head = Buffer.alloc(HEAD.font + count * ENTRY.font);
  writeHead(head, file.readUInt32BE(4), count);
  let offset = head.length;
  const parts: Buffer[] = [head];
  for (const [place, { tag, checksum, content }] of tables.entries()) {
    const at = HEAD.font + place * ENTRY.font;
    head.writeUInt32BE(tag, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(content.length, at + 12);
    const padding = Buffer.alloc(-content.length & 3);
    parts.push(content, padding);
    offset += content.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(file: Buffer, at: number): { tag: number; checksum: number; content: Buffer } {
  const [offset, packed, length] = [file.readUInt32BE(at + 4), file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
  const stored = file.subarray(offset, offset + packed);
  return {
    tag: file.readUInt32BE(at),
    checksum: file.readUInt32BE(at + 16),
    content: packed < length ? inflateSync(stored, { maxOutputLength: length }) : stored,
  };
}

/** The three numbers after the count help a binary search over the tables. */
function writeHead(head: Buffer, flavour: number, count: number): void {
  const power = Math.floor(Math.log2(count));
  const range = 2 ** power * ENTRY.font;
  head.writeUInt32BE(flavour, 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(range, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(count * ENTRY.font - range, 10);
}
