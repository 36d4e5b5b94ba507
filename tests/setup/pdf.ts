import { inflateSync } from 'node:zlib';

type ReadPdf = {
  pages: number;
  /** The names of the embedded fonts with the six letters that mark a subset. */
  faces: string[];
  /** Every letter to which the file maps a glyph. */
  letters: Set<string>;
  /** The drawing operators of each page, in order. */
  drawings: string[];
  /** The text of each page as copied from a viewer, one entry per line. */
  lines: string[][];
};

/** Parses a PDF of our own library: a compressed stream may end with any byte, even a carriage return. */
export function readPdf(file: Buffer): ReadPdf {
  const text = file.toString('latin1');
  if (!text.startsWith('%PDF-') || !text.trimEnd().endsWith('%%EOF')) throw new Error('This is no whole PDF.');
  const streams = [...text.matchAll(/stream\n([^]*?)\nendstream/g)].flatMap(([, body = '']) => unpack(Buffer.from(body, 'latin1')));
  return {
    pages: text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    faces: [...new Set([...text.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name = '']) => name))],
    letters: new Set(streams.filter((stream) => stream.includes('beginbfrange')).flatMap(lettersIn)),
    drawings: streams.filter((stream) => / re$/m.test(stream) && stream.includes(' Tf')),
    lines: linesOf(text),
  };
}

/** Follows each page's fonts to the tables that map their glyphs to letters. */
function linesOf(text: string): string[][] {
  const objects = new Map([...text.matchAll(/^(\d+) 0 obj\r?\n([^]*?)\r?\nendobj/gm)].map(([, id = '', body = '']) => [id, body]));
  const at = (body: string | undefined, key: string): string | undefined =>
    objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(body ?? '')?.[1] ?? '');
  const streamOf = (body = ''): string => unpack(Buffer.from(/stream\n([^]*?)\nendstream/.exec(body)?.[1] ?? '', 'latin1')).join('');
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body));
  return pages.map((page) => {
    const fonts = at(page, 'Resources') ?? page;
    const letters = new Map<string, string[]>();
    const operators = [...streamOf(at(page, 'Contents')).matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[^\]]*)\] TJ/g)];
    let font = '';
    return operators.flatMap(([, chosen, glyphs]) => {
      if (chosen !== undefined) {
        font = chosen;
        if (!letters.has(font)) letters.set(font, lettersIn(streamOf(at(at(fonts, font), 'ToUnicode'))));
        return [];
      }
      const codes = [...(glyphs ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      return [codes.map((code) => letters.get(font)?.[Number.parseInt(code, 16)] ?? '').join('')];
    });
  });
}

function unpack(body: Buffer): string[] {
  try {
    return [inflateSync(body).toString('latin1')];
  } catch {
    return [];
  }
}

function lettersIn(map: string): string[] {
  const lists = [...map.matchAll(/\[([^\]]*)\]/g)].map(([, list = '']) => list).join(' ');
  // A glyph for several letters lists them separated by blanks.
  return [...lists.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
  );
}

/** Returns the small squares of a drawing as an SVG: a QR code drawn as vectors. */
export function squaresAsSvg(drawing: string): Buffer {
  const numbers = /^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm;
  const all = [...drawing.matchAll(numbers)].map(([, x, y, width, height]) => [x, y, width, height].map(Number));
  const squares = all.filter(([, , , height = 0]) => height < 10);
  const [left, top] = [Math.min(...squares.map(([x = 0]) => x)), Math.min(...squares.map(([, y = 0]) => y))];
  const side = Math.max(...squares.map(([x = 0, , width = 0]) => x + width)) - left;
  const drawn = squares.map(
    ([x = 0, y = 0, width, height]) => `<rect x="${x - left + 20}" y="${y - top + 20}" width="${width}" height="${height}"/>`,
  );
  const view = side + 40;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800" viewBox="0 0 ${view} ${view}"><path fill="#fff" d="M0 0H${view}V${view}H0Z"/>${drawn.join('')}</svg>`,
  );
}

/** Returns the total width of a drawing's small squares in millimetres. */
export function squaresWidthMm(drawing: string): number {
  const all = [...drawing.matchAll(/^([\d.]+) [\d.]+ ([\d.]+) ([\d.]+) re$/gm)].map((found) => found.slice(1).map(Number));
  const squares = all.filter(([, , height = 0]) => height < 10);
  return ((Math.max(...squares.map(([x = 0, width = 0]) => x + width)) - Math.min(...squares.map(([x = 0]) => x))) / 72) * 25.4;
}
