import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { GALLERY_PAGE_SIZE } from '#shared/constants.ts';
import { ALBUM_PLACES } from '#shared/gallery/pictures.ts';
import { paths } from '#shared/paths.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { startSlowReader } from './slow-reader.ts';
import { sitDown } from './staff-gallery.steps.ts';
import { expect, test } from './test.ts';

const MEGABYTE = 1024 * 1024;

test('files dropped anywhere on the page are uploaded, and rows go to their place by mouse and by keyboard', async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 3);
  const page = await sitDown(app, 'en', 1440);
  await page.goto('/staff/site/gallery');
  const rows = page.getByRole('grid', { name: 'Pictures in order' }).getByRole('row');
  await rows.nth(2).waitFor();
  const order = () => rows.allInnerTexts().then((texts) => texts.map((text) => /Picture \d|Roof/.exec(text)?.[0]));

  // At its number: a pointer on the handle or an arrow presses it.
  await rows.nth(2).dragTo(rows.nth(0), { sourcePosition: { x: 135, y: 30 }, targetPosition: { x: 135, y: 5 }, steps: 10 });
  await page.getByText('Picture 3: place 1 of 3').waitFor({ state: 'attached' });
  expect(await order()).toEqual(['Picture 3', 'Picture 1', 'Picture 2']);

  const down = page.getByRole('button', { name: 'Move Picture 3 down' });
  await down.click();
  await page.getByText('Picture 3: place 2 of 3').waitFor({ state: 'attached' });
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByText('Picture 3: place 3 of 3').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Move Picture 3 up' }).click();
  await page.keyboard.press('Enter');
  await page.getByText('Picture 3: place 1 of 3').waitFor({ state: 'attached' });
  await expect
    .poll(async () => (await app.api().gallery.images({})).images.map(({ name }) => name))
    .toEqual(['Picture 3', 'Picture 1', 'Picture 2']);

  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f3dff' } })
    .png()
    .toBuffer();
  const files = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(bytes)], 'Roof.png', { type: 'image/png' }));
    return transfer;
  }, Array.from(content));
  for (const type of ['dragover', 'drop']) await page.locator('#main').dispatchEvent(type, { dataTransfer: files });
  await page.getByRole('button', { name: 'Delete: Roof' }).waitFor();
  // The last move may not have reached the server yet.
  await expect.poll(order).toEqual(['Picture 3', 'Picture 1', 'Picture 2', 'Roof']);
});

test('an upload of which no more arrives and that is not answered fails after a minute, and the next file goes', async () => {
  const app = await startTestSite();
  const { page } = await openConsole(app);
  const server = await startSlowReader();
  await page.goto('/staff/site/gallery');
  await page.route('**/api/staff/gallery/files*', (route) => route.continue({ url: server.url }), { times: 1 });
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff5a1f' } })
    .png()
    .toBuffer();
  const folder = createTestFolder();
  // Files on disk, because Playwright would send contents over its own connection to the browser.
  const [large, hall] = [join(folder, 'Large.png'), join(folder, 'Yard.png')];
  await writeFile(large, Buffer.concat([buffer, Buffer.alloc(16 * MEGABYTE)]));
  await writeFile(hall, buffer);
  await page.locator('input[type=file]').first().setInputFiles([large, hall]);
  const progress = page.getByRole('progressbar', { name: 'Large.png' });
  const share = async () => Number(await progress.getAttribute('aria-valuenow'));
  for (let step = 0; step < 2; step += 1) {
    const before = await share();
    await server.read(3 * MEGABYTE);
    await expect.poll(share).toBeGreaterThan(before);
    await page.clock.fastForward(40_000);
    expect(await progress.count()).toBe(1);
  }
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Delete: Yard' }).waitFor();
  await page.getByText('Network error. Please check your internet connection.').waitFor();
  await page.getByRole('button', { name: 'Try again: Large.png' }).click();
  await page.getByRole('button', { name: 'Delete: Large' }).waitFor();
});

test('the console says how many pictures of an album the site shows, and so many it shows', async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 9, 'rentals');
  const { page, t } = await openConsole(app, { language: 'ka', width: 390 });
  await page.goto('/staff/site/gallery');
  await page.getByText(t('staff-gallery:shown_on_pages', { count: String(GALLERY_PAGE_SIZE) })).waitFor();
  await page.goto('/staff/site/gallery/rentals');
  await page.getByText(t('staff-gallery:shown_first', { count: String(ALBUM_PLACES.rentals) })).waitFor();
  await page.goto(paths.rentals);
  const pictures = page.getByRole('main').locator('img');
  await pictures.first().waitFor();
  expect(await pictures.count()).toBe(7);
});
