import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { pictures, type Picture } from './placeholder-images/pictures.ts';
import { renderPicture } from './placeholder-images/render.ts';

/** The masters and the list that describes them. */
const folder = fileURLToPath(new URL('../server/content/gallery/placeholder-images', import.meta.url));

/**
 * Draws the masters of the placeholder images, or those whose file names begin with an argument, and rewrites the list. Browsers cache a
 * file for a year, so a changed picture needs a new name. `npm run placeholder-images [beginning]`
 */
async function draw(beginning = ''): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.json'), `${JSON.stringify(pictures.map(entryOf), null, 2)}\n`);
  for (const picture of pictures.filter(({ file }) => file.startsWith(beginning))) {
    const { width, height, file } = picture;
    const { size } = await sharp(renderPicture(picture), { raw: { width, height, channels: 3 } })
      .avif({ quality: 38, effort: 2, chromaSubsampling: '4:4:4' })
      .toFile(join(folder, `${file}.avif`));
    console.log(`${file} ${width} × ${height} ${Math.round(size / 1000)} KB`);
  }
}

const entryOf = ({ file, album, position, name, nameKa, width, height }: Picture) => ({
  file,
  album,
  position,
  name,
  nameKa,
  width,
  height,
});

await draw(process.argv[2]);
