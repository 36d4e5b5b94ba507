import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPictures } from '#tests/factories/pictures.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { cleanPictures } from './clean-files.jobs.ts';
import { hidePictures, pictureFolder } from '#server/content/gallery/picture-store.ts';

const DAY = 24 * 60;

function writeFile({ ctx }: TestApp, name: string): void {
  const folder = pictureFolder(ctx.env);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), 'picture');
  utimesSync(join(folder, name), ctx.clock.now(), ctx.clock.now());
}
const files = ({ ctx }: TestApp) => readdirSync(pictureFolder(ctx.env)).toSorted();

test('files go a week after their picture was last shown, not before', async () => {
  const app = await startTestApp();
  await createPictures(app.ctx, 2);
  for (const name of ['gallery-1-480.avif', 'gallery-1-480.jpg', 'gallery-2-480.avif']) writeFile(app, name);
  app.clock.advanceMinutes(30 * DAY);
  await cleanPictures.run(app.ctx, {});
  await hidePictures(app.ctx, 'folder', ['gallery/2']);
  app.clock.advanceMinutes(6 * DAY);
  await cleanPictures.run(app.ctx, {});
  expect(files(app)).toHaveLength(3);
  app.clock.advanceMinutes(2 * DAY);
  await cleanPictures.run(app.ctx, {});
  expect(files(app)).toEqual(['gallery-2-480.avif']);
});

test('what an interrupted process left behind goes too, what is being made stays', async () => {
  const app = await startTestApp();
  writeFile(app, 'left-480.avif.new-123-00ff00ff');
  writeFile(app, 'left-480.jpg');
  app.clock.advanceMinutes(8 * DAY);
  writeFile(app, 'fresh-480.avif');
  await cleanPictures.run(app.ctx, {});
  expect(files(app)).toEqual(['fresh-480.avif']);
});

test('without any picture there is nothing to clean', async () => {
  const app = await startTestApp();
  await cleanPictures.run(app.ctx, {});
  expect(files(app)).toEqual([]);
});
