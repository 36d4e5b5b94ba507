import type { Sharp } from 'sharp';
import { artFrame } from './share-picture.ts';

/** The largest image that messengers load automatically. */
const BYTES_MAX = 150 * 1024;
/** Numbers of palette colours to try: flat art needs few; a photo gets more while the file stays small. */
const COLOURS = { print: [64, 32], photo: [192, 96, 48, 24] };

/** Makes the PNG of a share image, with a photo in place of the art if there is one; an unreadable photo leaves the art. */
export async function printPng(svg: string, photo: Buffer | undefined): Promise<Buffer> {
  const sharp = await loadSharp();
  const fitted =
    photo &&
    (await sharp(photo)
      .autoOrient()
      .resize(artFrame.width, artFrame.height)
      .png()
      .toBuffer()
      .catch(() => undefined));
  const image = sharp(Buffer.from(svg)).removeAlpha();
  if (fitted) image.composite([{ input: fitted, left: artFrame.left, top: artFrame.top }]);
  return lightest(image, fitted ? COLOURS.photo : COLOURS.print, fitted ? 1 : 0);
}

async function lightest(image: Sharp, [colours = 16, ...fewer]: number[], dither: number): Promise<Buffer> {
  const png = await image.clone().png({ palette: true, colours, dither, effort: 7 }).toBuffer();
  return png.length <= BYTES_MAX || fewer.length === 0 ? png : lightest(image, fewer, dither);
}

/** The library is large, so it is loaded with the first image. One thread and no cache, because the site keeps serving. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
