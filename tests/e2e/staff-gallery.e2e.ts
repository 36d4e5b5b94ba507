import sharp from 'sharp';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { sitDown } from './staff-gallery.steps.ts';
import { expect, test } from './test.ts';

test('pictures are uploaded, a file that is none is refused, and they are moved by buttons, hidden, deleted and restored', async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 2);
  const page = await sitDown(app, 'en', 1440);
  await page.goto('/staff/site/gallery');
  const rows = page.getByRole('grid', { name: 'Pictures in order' }).getByRole('row');
  await rows.nth(1).waitFor();
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff5a1f' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'Hall.png', mimeType: 'image/png', buffer },
    { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  ]);
  await page.getByText('This is not a JPEG, PNG, WebP, AVIF or GIF picture').waitFor();
  await page.getByRole('button', { name: 'Remove: notes.png' }).click();
  await page.getByRole('button', { name: 'Move Hall up' }).click();
  await page.getByText('Hall: place 2 of 3').waitFor();
  expect(await rows.nth(1).innerText()).toContain('Hall');
  await page.getByRole('button', { name: 'Hide: Picture 1' }).click();
  await page.getByRole('button', { name: 'Show: Picture 1' }).waitFor();
  await page.getByRole('button', { name: 'Delete: Hall' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Delete: Hall' }).waitFor();
});
