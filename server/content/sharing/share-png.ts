import type { Sharp } from 'sharp';
import { artFrame } from './share-picture.ts';

/** What messengers still load without asking. */
const BYTES_MAX = 150 * 1024;
/** Flat colours need few colours; a photo is given more of them as long as it stays light. */
const COLOURS = { print: [64, 32], photo: [192, 96, 48, 24] };

/** Prints a share image, with a photo in the place of the art if there is one; one that cannot be read leaves the art. */
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

/** The library is large: it is loaded when the first image is asked for. One thread, no cache, because the site goes on serving. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
