import { loadSharp } from '#server/content/gallery/sharp.ts';
import { posterColours } from '#shared/media/covers.ts';
import { drawMark } from './share-picture.ts';

/** Sizes in pixels of the plain icons, and of the one that a system may mask. */
export const ICON_SIZES = [32, 180, 192, 512] as const;
export const MASKABLE_SIZE = 512;

/** The mark's height as a share of the icon's: a mask may cut a tenth off each side, and more at the corners. */
const MARK_SHARE = { plain: 40 / 56, maskable: 0.48 };

type Kind = keyof typeof MARK_SHARE;
const made = new Map<string, Promise<Buffer>>();

/** Returns the arches in coal on sulphur as a PNG, cached. */
export function iconPng(size: number, kind: Kind = 'plain'): Promise<Buffer> {
  const name = `${kind}-${size}`;
  const icon = made.get(name) ?? draw(size, kind);
  made.set(name, icon);
  return icon;
}

async function draw(size: number, kind: Kind): Promise<Buffer> {
  const mark = size * MARK_SHARE[kind];
  const margin = (size - mark) / 2;
  // The arches are open at the bottom, so their visual centre is slightly above the box's.
  const top = margin - (kind === 'plain' ? (2 / 56) * size : 0);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">` +
    `<path fill="${posterColours.sulphur}" d="M0 0H${size}V${size}H0Z"/>${drawMark(posterColours.coal, margin, top, mark)}</svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).removeAlpha().png({ palette: true, colours: 32, dither: 0 }).toBuffer();
}

/** Returns a Windows icon file with one PNG: a header of 6 bytes, an entry of 16, the picture. */
export async function iconIco(): Promise<Buffer> {
  const [size] = ICON_SIZES;
  const png = await iconPng(size);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
