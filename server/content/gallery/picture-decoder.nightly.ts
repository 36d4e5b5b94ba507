import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePicture } from './picture-decoder.ts';

/** Makes the largest accepted picture in the costliest form: 16 bits, transparent, interlaced, with a colour profile. */
const slowPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: { r: 200, g: 10, b: 20, alpha: 0.5 } } })
    .toColourspace('rgb16')
    .withIccProfile('p3')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();

test('a picture that takes longer than the limit is given up, and the next one is read', async () => {
  const content = await slowPicture();
  expect(await decodePicture(content, 1)).toBe('damaged');
  expect(await decodePicture(content)).toMatchObject({ width: 1_600, height: 1_600 });
});
