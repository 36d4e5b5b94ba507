import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PICTURE_FORMATS, pictureUrl } from '#shared/gallery/pictures.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { showPlaceholderImages } from './placeholder-images.ts';

test('every width and format is there at once, as wide as it says', async () => {
  const app = await startTestApp();
  await showPlaceholderImages(app.ctx);
  const [band] = (await app.api().gallery.images({ album: 'profile' })).images;
  if (!band) throw new Error('The album is empty.');
  expect([band.width, band.height, band.widths]).toEqual([1600, 457, [480, 720, 1080, 1600]]);
  for (const width of band.widths)
    for (const format of PICTURE_FORMATS) {
      const answer = await fetch(app.url + pictureUrl(band.url, width, format));
      expect(answer.headers.get('content-type')).toBe(`image/${format === 'jpg' ? 'jpeg' : format}`);
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
        width,
        format: { avif: 'heif', jpg: 'jpeg', webp: 'webp' }[format],
      });
    }
});
