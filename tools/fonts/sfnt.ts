const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
const CHECKSUM_ADJUSTMENT_OFFSET = 8;

type Table = { tag: string; data: Buffer };

/** The same uncompressed font with one table swapped: new directory, offsets and checksums (ISO/IEC 14496-22 §4). */
export function replaceTable(font: Buffer, tag: string, data: Buffer): Buffer {
  const tables = readTables(font);
  if (!tables.some((table) => table.tag === tag)) throw new Error(`The font has no ${tag} table to replace`);
  const changed = tables.map((table) => (table.tag === tag ? { tag, data } : table));
  return writeTables(font.subarray(0, HEADER_BYTES), changed);
}

export function readTables(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, place) => {
    const record = HEADER_BYTES + place * RECORD_BYTES;
    const start = font.readUInt32BE(record + 8);
    const length = font.readUInt32BE(record + 12);
    return { tag: font.toString('latin1', record, record + 4), data: font.subarray(start, start + length) };
  });
}

function writeTables(header: Buffer, tables: Table[]): Buffer {
  const directory = Buffer.alloc(tables.length * RECORD_BYTES);
  const bodies: Buffer[] = [];
  let offset = HEADER_BYTES + directory.length;
  let headStart: number | undefined;
  for (const [place, { tag, data }] of tables.entries()) {
    const body = padToWord(data);
    if (tag === 'head') {
      body.writeUInt32BE(0, CHECKSUM_ADJUSTMENT_OFFSET);
      headStart = offset;
    }
    directory.write(tag, place * RECORD_BYTES, 'latin1');
    directory.writeUInt32BE(checksum(body), place * RECORD_BYTES + 4);
    directory.writeUInt32BE(offset, place * RECORD_BYTES + 8);
    directory.writeUInt32BE(data.length, place * RECORD_BYTES + 12);
    bodies.push(body);
    offset += body.length;
  }
  if (headStart === undefined) throw new Error('The font has no head table');
  const font = Buffer.concat([header, directory, ...bodies]);
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, headStart + CHECKSUM_ADJUSTMENT_OFFSET);
  return font;
}

const padToWord = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

/** Sum of the 32-bit words, modulo 2³²; the length must be a whole number of words. */
export function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
  return sum;
}
