import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Shot } from './take.ts';

type Tile = { width: number; height: number; columns: number };
const GAP = 12;
const BACKGROUND = '#26262a';
const COLOURS = [256, 128, 64, 32];

/** Draws one picture from many: the upper part of each, in rows. */
export async function drawSheet(folder: string, shots: Shot[], { width, height, columns }: Tile): Promise<Sharp> {
  const tiles = await Promise.all(
    shots.map(async ({ file }, place) => ({
      input: await sharp(join(folder, file)).resize(width).resize(width, height, { fit: 'cover', position: 'top' }).png().toBuffer(),
      left: GAP + (place % columns) * (width + GAP),
      top: GAP + Math.floor(place / columns) * (height + GAP),
    })),
  );
  const rows = Math.ceil(shots.length / columns);
  const size = { width: GAP + columns * (width + GAP), height: GAP + rows * (height + GAP) };
  return sharp({ create: { ...size, channels: 3, background: BACKGROUND } }).composite(tiles);
}

/** Stacks sheets of one width. */
export async function stack(sheets: Sharp[]): Promise<Sharp> {
  const parts = await Promise.all(sheets.map((sheet) => sheet.png().toBuffer({ resolveWithObject: true })));
  let height = 0;
  const placed = parts.map(({ data, info }) => {
    const top = height;
    height += info.height;
    return { input: data, left: 0, top };
  });
  const width = Math.max(...parts.map(({ info }) => info.width));
  return sharp({ create: { width, height, channels: 3, background: BACKGROUND } }).composite(placed);
}

/** Writes with as many colours as fit into a number of bytes. */
export async function writeSmall(sheet: Sharp, file: string, maxBytes: number): Promise<number> {
  const whole = await sheet.png().toBuffer();
  for (const colours of COLOURS) {
    const bytes = await sharp(whole).png({ palette: true, colours, effort: 10 }).toBuffer();
    if (bytes.length > maxBytes && colours !== COLOURS.at(-1)) continue;
    await writeFile(file, bytes);
    return bytes.length;
  }
  return 0;
}

/** A page with all screenshots of one width side by side, for a browser. */
export function sheetPage(shots: Shot[]): string {
  const figure = ({ file }: Shot) =>
    `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${file}</figcaption></figure>`;
  const style =
    'body{background:#26262a;color:#fff;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}img{width:320px;height:auto}';
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${shots.map(figure).join('\n')}\n`;
}
