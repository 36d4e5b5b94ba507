import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Album, ALBUMS, pictureFile } from '#shared/gallery/pictures.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { upsertImage } from '#server/content/gallery/gallery.queries.ts';
import { widthsOf } from '#server/content/gallery/picture-decoder.ts';
import { hidePictures, pictureFolder } from './picture-store.ts';
import { placeholderImages, showPlaceholderImages } from './placeholder-images.ts';

const masters = join(import.meta.dirname, 'placeholder-images');

const albumOf = async ({ api, dropCaches }: TestApp, album: Album) => {
  dropCaches();
  return (await api().gallery.images({ limit: 100, album })).images;
};
const totals = (app: TestApp) => Promise.all(ALBUMS.map(async (album) => (await albumOf(app, album)).length));

/** Row versions, which change with every write. */
const versions = async ({ ctx }: TestApp) => (await ctx.db.execute(sql`select xmin::text from gallery_images order by id`)).rows;

test('the masters are there in the size the list says, described in both languages, in no more than 3 MB', async () => {
  const files = readdirSync(masters).filter((name) => name.endsWith('.avif'));
  expect(files.toSorted()).toEqual(placeholderImages.map(({ file }) => `${file}.avif`).toSorted());
  for (const { file, width, height } of placeholderImages)
    expect(await sharp(readFileSync(join(masters, `${file}.avif`))).metadata()).toMatchObject({ width, height });
  for (const { name, nameKa } of placeholderImages)
    expect([name, nameKa]).toEqual([expect.stringMatching(/^[A-Z][A-Za-z ,]+$/), expect.stringMatching(/^[ა-ჰ ,]+$/)]);
  expect(files.reduce((sum, name) => sum + statSync(join(masters, name)).size, 0)).toBeLessThanOrEqual(3_000_000);
});

test('a first start fills the albums in their order, and a second writes nothing [§7.placeholders]', async () => {
  const app = await startTestApp({ env: { DEMO: 'true' } });
  await showPlaceholderImages(app.ctx);
  expect(await totals(app)).toEqual([8, 4, 3, 2, 1, 1]);
  const names = (await albumOf(app, 'gallery')).map(({ name }) => name);
  expect(names).toEqual(placeholderImages.filter(({ album }) => album === 'gallery').map(({ name }) => name));
  const before = await versions(app);
  await showPlaceholderImages(app.ctx);
  expect(await versions(app)).toEqual(before);
});

test('no guest waits for the AVIF of a placeholder image: set-up has made every width [§7.placeholders]', async () => {
  const app = await startTestApp();
  for (const { file, width, height } of placeholderImages)
    for (const narrower of widthsOf({ width }).filter((each) => each < width)) {
      const made = readFileSync(join('generated/placeholder-images', pictureFile(file, narrower, 'avif')));
      expect(await sharp(made).metadata()).toMatchObject({ width: narrower, height: Math.round((height * narrower) / width) });
      const answer = await fetch(`${app.url}/media/gallery/${pictureFile(file, narrower, 'avif')}`);
      expect(made.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
    }
});

test('a file that many ask for at once is made once, whole for each of them', async () => {
  const app = await startTestApp();
  const address = `${app.url}/media/gallery/lit-stair-01-480.webp`;
  const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(address)));
  const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('base64')));
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('etag')}`)).size).toBe(1);
  expect(new Set(bodies).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(readdirSync(pictureFolder(app.ctx.env))).toEqual(['lit-stair-01-480.webp']);
});

test.each(['lit-stair-01-500.webp', 'lit-stair-01-1600.webp', 'lit-stair-99-480.webp', 'lit-stair-01.avif', 'index.json'])(
  '%s is no picture',
  async (file) => {
    const app = await startTestApp();
    expect((await fetch(`${app.url}/media/gallery/${file}`)).status).toBe(404);
  },
);

test('without the demo the screens have their pictures, and the gallery and the map wait for those of the club', async () => {
  const app = await startTestApp();
  await showPlaceholderImages(app.ctx);
  expect(await totals(app)).toEqual([0, 4, 3, 2, 0, 1]);
});

test.each(['PLACEHOLDER_IMAGES', 'NIGHT_PRINTS'])('switched off by %s, none are shown nor made', async (variable) => {
  const app = await startTestApp({ env: { DEMO: 'true' } });
  await showPlaceholderImages(app.ctx);
  const without = await startTestApp({ env: { DEMO: 'true', [variable]: 'false' }, databaseUrl: app.ctx.env.databaseUrl ?? '' });
  await showPlaceholderImages(without.ctx);
  expect(await totals(without)).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await fetch(`${without.url}/media/gallery/lit-stair-01-480.webp`)).status).toBe(404);
});

test('rows of an earlier release are taken up, widened, and hidden when their picture is no more', async () => {
  const app = await startTestApp();
  const wanted = placeholderImages.find(({ album }) => album === 'about');
  if (!wanted) throw new Error('There are no pictures.');
  const half = { ...wanted, source: 'print' as const, sourceId: wanted.file, checksum: '', width: 720, height: 480, widths: [720] };
  await upsertImage(app.ctx.db, half);
  await upsertImage(app.ctx.db, { ...half, file: 'coat-check-01', sourceId: 'coat-check-01' });
  await showPlaceholderImages(app.ctx);
  const shown = await albumOf(app, 'about');
  expect(shown.map(({ name, width, widths }) => [name, width, widths])).toEqual([
    [wanted.name, 1080, [480, 720, 1080]],
    [expect.any(String), 1080, [480, 720, 1080]],
  ]);
});

test("an owner's picture replaces the placeholder images of its album until it is gone [§7.placeholders]", async () => {
  const app = await startTestApp();
  await showPlaceholderImages(app.ctx);
  const names = async () => (await albumOf(app, 'about')).map(({ name }) => name);
  const ours = placeholderImages.filter(({ album }) => album === 'about').map(({ name }) => name);
  expect(await names()).toEqual(ours);
  await createPictures(app.ctx, 1, 'about');
  expect(await names()).toEqual(['Picture 1']);
  await hidePictures(app.ctx, 'folder', []);
  expect(await names()).toEqual(ours);
});
