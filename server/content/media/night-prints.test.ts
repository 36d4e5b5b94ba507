import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PICTURE_FORMATS, pictureFile } from '#shared/gallery/picture-files.ts';
import { ALBUMS, type Album } from '#shared/gallery/albums.ts';
import { pictureFolder } from '#server/content/gallery/picture-folder.ts';
import { showPrint } from '#server/content/gallery/gallery.service.ts';
import { hidePictures } from '#server/content/gallery/picture-store.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readyIn, widthsOf } from '#tools/night-prints/make.ts';
import { nightPrints, type Print } from '#tools/night-prints/prints.ts';
import { startNightPrints } from './night-prints.ts';

/** The program gives way to everybody, so it takes long on a busy machine. */
const WAIT = { timeout: 100_000 };
const LIMIT = { timeout: 120_000 };

function fillFolder({ deps }: TestApp, prints: readonly Print[]): void {
  const folder = pictureFolder(deps.env);
  mkdirSync(folder, { recursive: true });
  for (const print of prints)
    for (const width of widthsOf(print))
      for (const format of PICTURE_FORMATS) writeFileSync(join(folder, pictureFile(print.file, width, format)), 'made already');
}

async function showFirst({ ctx }: TestApp, wanted: Album): Promise<Print | undefined> {
  const print = nightPrints.find(({ album }) => album === wanted);
  const ready = print && readyIn(pictureFolder(ctx.env), print);
  if (ready) await showPrint(ctx, ready);
  return print;
}

const albumOf = async ({ api, dropCaches }: TestApp, album: Album) => {
  dropCaches();
  return (await api().gallery.images({ limit: 100, album })).images;
};

const totals = (app: TestApp) => Promise.all(ALBUMS.map(async (album) => (await albumOf(app, album)).length));

test('pictures that are made already fill the albums, once, however often it is started', LIMIT, async () => {
  const app = await startTestApp({ env: { DEMO: 'true' } });
  fillFolder(app, nightPrints);
  for (let start = 0; start < 2; start++) {
    const said: string[] = [];
    const stop = startNightPrints(app.deps, { onProgress: (sentence) => said.push(sentence) });
    await expect.poll(() => totals(app), WAIT).toEqual([20, 7, 3, 2, 1]);
    await stop();
    expect(said).toEqual([]);
  }
  const images = await albumOf(app, 'gallery');
  expect(images.map(({ name }) => name)).toEqual(nightPrints.filter(({ album }) => album === 'gallery').map(({ name }) => name));
  expect(await (await fetch(app.url + images[0]?.url)).text()).toBe('made already');
});

test('without the demo the screens have their pictures and the gallery waits for its own', LIMIT, async () => {
  const app = await startTestApp();
  fillFolder(app, nightPrints);
  await showFirst(app, 'gallery');
  const stop = startNightPrints(app.deps);
  await expect.poll(() => totals(app), WAIT).toEqual([0, 7, 3, 2, 1]);
  await stop();
});

test('switched off, the prints are shown no more', LIMIT, async () => {
  const app = await startTestApp({ env: { NIGHT_PRINTS: 'false' } });
  fillFolder(app, nightPrints);
  await showFirst(app, 'about');
  await startNightPrints(app.deps)();
  expect(await totals(app)).toEqual([0, 0, 0, 0, 0]);
});

test('a width that is missing is made and shown, and the person at the terminal hears of it', LIMIT, async () => {
  const app = await startTestApp();
  fillFolder(app, nightPrints);
  const band = nightPrints.find(({ album }) => album === 'profile');
  for (const format of PICTURE_FORMATS) rmSync(join(pictureFolder(app.deps.env), pictureFile(band?.file ?? '', 480, format)));
  const said: string[] = [];
  const stop = startNightPrints(app.deps, { onProgress: (sentence) => said.push(sentence) });
  await expect.poll(() => said, WAIT).toEqual(['Printing 1 picture for the pages, in the background …', 'All pictures are printed.']);
  expect((await albumOf(app, 'profile')).map(({ widths }) => widths)).toEqual([[480, 720, 1080, 1600]]);
  await stop();
});

test('stopped at work, it leaves only whole pictures behind', LIMIT, async () => {
  const app = await startTestApp();
  const said: string[] = [];
  const stop = startNightPrints(app.deps, { onProgress: (sentence) => said.push(sentence) });
  await expect.poll(() => said, WAIT).not.toEqual([]);
  await stop();
  expect(said).toEqual(['Printing 13 pictures for the pages, in the background …']);
  const files = new Set(readdirSync(pictureFolder(app.deps.env)));
  for (const album of ALBUMS)
    for (const { url } of await albumOf(app, album))
      for (const format of PICTURE_FORMATS) expect(files).toContain(url.replace('/media/gallery/', '').replace('jpg', format));
});

test("an owner's picture replaces the prints of its album until it is gone", LIMIT, async () => {
  const app = await startTestApp();
  fillFolder(app, nightPrints);
  const shown = async () => (await albumOf(app, 'about')).map(({ name }) => name);
  const print = await showFirst(app, 'about');
  expect(await shown()).toEqual([print?.name]);
  await createPictures(app.ctx, 1, 'about');
  expect(await shown()).toEqual(['Picture 1']);
  await hidePictures(app.ctx, 'folder', []);
  expect(await shown()).toEqual([print?.name]);
});
