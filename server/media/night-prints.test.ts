import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { PICTURE_FORMATS, PICTURE_WIDTHS, pictureFile } from '#shared/gallery/picture-files.ts';
import { nightPrints } from '#tools/night-prints/prints.ts';
import { startNightPrints } from './night-prints.ts';

test('pictures that are made already fill the gallery, once, however often it is started', async () => {
  const folder = createTestFolder();
  const gallery = join(folder, 'media', 'gallery');
  mkdirSync(gallery, { recursive: true });
  for (const { file } of nightPrints)
    for (const width of PICTURE_WIDTHS)
      for (const format of PICTURE_FORMATS) writeFileSync(join(gallery, pictureFile(file, width, format)), 'made already');
  const { deps, api, url } = await startTestApp({ env: { DATA_DIR: folder } });
  const shown = () => api().gallery.images({ limit: 100 });

  for (let start = 0; start < 2; start++) {
    const stop = startNightPrints(deps);
    await expect.poll(async () => (await shown()).total, { timeout: 20_000 }).toBe(20);
    await stop();
  }
  const { images, total } = await shown();
  expect(total).toBe(20);
  expect(images.map(({ name }) => name)).toEqual(nightPrints.map(({ name }) => name));
  expect(await (await fetch(url + images[0]?.url)).text()).toBe('made already');
});

test('stopped at work, it leaves only whole pictures behind', async () => {
  const folder = createTestFolder();
  const { deps, api } = await startTestApp({ env: { DATA_DIR: folder } });
  const stop = startNightPrints(deps);
  await stop();
  const made = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.avif'));
  expect((await api().gallery.images({})).total).toBeLessThanOrEqual(made.length);
});
