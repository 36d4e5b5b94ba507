import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/**
 * Decodes one untrusted file in its own process, with the rights given by `picture-sandbox.ts`, which reads the answer: a line of JSON,
 * then the pixels. It imports only the library, because it is started for every picture.
 */
const { pixelsMax, ratioMax, width: widest, background, limitSeconds } = JSON.parse(process.argv[2] ?? '{}');
sharp.concurrency(1);
sharp.cache(false);
const { head, data } = await decode(await buffer(process.stdin));
process.stdout.write(`${JSON.stringify(head)}\n`);
process.stdout.end(data);

async function decode(content: Buffer) {
  const refuse = (refusal: string) => ({ head: { refusal }, data: Buffer.alloc(0) });
  try {
    const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
    if (width * height > pixelsMax) return refuse('too_many_pixels');
    if (Math.max(width, height) > ratioMax * Math.min(width, height)) return refuse('too_long');
    const { data, info } = await sharp(content, { limitInputPixels: pixelsMax, failOn: 'error' })
      .autoOrient()
      .resize({ width: widest, withoutEnlargement: true })
      .flatten({ background })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .timeout({ seconds: limitSeconds })
      .toBuffer({ resolveWithObject: true });
    return { head: { width: info.width, height: info.height }, data };
  } catch {
    return refuse('damaged');
  }
}
