import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { cleanPictures } from './clean-files.jobs.ts';
import { hidePictures, pictureFolder } from '#server/content/gallery/picture-store.ts';

const DAY = 24 * 60;

function writeFile({ ctx }: TestApp, name: string): void {
  const folder = pictureFolder(ctx.env);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), 'picture');
}
const files = ({ ctx }: TestApp) => readdirSync(pictureFolder(ctx.env)).toSorted();

/** Lets days pass, with the job on each. */
async function live({ ctx, clock }: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    clock.advanceMinutes(DAY);
    await cleanPictures.run(ctx, {});
  }
}

test('files go a week after their picture was last shown, not before', async () => {
  const app = await startTestApp();
  await createPictures(app.ctx, 2);
  for (const name of ['gallery-1-480.avif', 'gallery-1-480.jpg', 'gallery-2-480.avif']) writeFile(app, name);
  await live(app, 30);
  await hidePictures(app.ctx, 'folder', ['gallery/2']);
  await live(app, 7);
  expect(files(app)).toHaveLength(3);
  await live(app, 2);
  expect(files(app)).toEqual(['gallery-2-480.avif']);
});

test('a picture that is shown again keeps its files for another week', async () => {
  const app = await startTestApp();
  await createPictures(app.ctx, 2);
  writeFile(app, 'gallery-1-480.avif');
  await hidePictures(app.ctx, 'folder', ['gallery/2']);
  await live(app, 5);
  await app.owner.execute(sql`update gallery_images set is_hidden = false`);
  await live(app, 1);
  await hidePictures(app.ctx, 'folder', ['gallery/2']);
  await live(app, 7);
  expect(files(app)).toEqual(['gallery-1-480.avif']);
});

test('what an interrupted process left behind goes too, what is being made stays', async () => {
  const app = await startTestApp();
  writeFile(app, 'left-480.avif.new-123-00ff00ff');
  writeFile(app, 'left-480.jpg');
  await live(app, 8);
  writeFile(app, 'fresh-480.avif');
  await live(app, 1);
  expect(files(app)).toEqual(['fresh-480.avif']);
});

test('without any picture there is nothing to clean', async () => {
  const app = await startTestApp();
  await cleanPictures.run(app.ctx, {});
  expect(existsSync(pictureFolder(app.ctx.env))).toBe(false);
});

test('nothing is deleted while another database uses the same storage', async () => {
  const DATA_DIR = createTestFolder();
  const nova = await startTestApp({ env: { DATA_DIR } });
  const copy = await startTestApp({ env: { DATA_DIR } });
  writeFile(nova, 'of-the-other-480.avif');
  for (let day = 0; day < 60; day += 1) {
    await live(nova, 1);
    await live(copy, 1);
  }
  expect(files(nova)).toEqual(['of-the-other-480.avif']);
  // The copy is gone for longer than a backup is kept.
  await live(nova, 35 + 8);
  expect(files(nova)).toEqual([]);
});

test('a file that is used again while the job deletes stays', async () => {
  const app = await startTestApp();
  await createPictures(app.ctx, 2);
  for (const name of ['a-480.avif', 'gallery-1-480.avif']) writeFile(app, name);
  await hidePictures(app.ctx, 'folder', ['gallery/2']);
  await live(app, 7);
  const storage: Storage = {
    ...app.ctx.storage,
    async remove(name: string) {
      await app.owner.execute(sql`update gallery_images set is_hidden = false`);
      await app.ctx.storage.remove(name);
    },
  };
  app.clock.advanceMinutes(2 * DAY);
  await cleanPictures.run({ ...app.ctx, storage }, {});
  expect(files(app)).toEqual(['gallery-1-480.avif']);
});
