import { paths } from '#shared/paths.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, shown, t, thumb } from './pictures.steps.ts';
import { visitWithoutScript } from './site.ts';
import { expect, test } from './test.ts';

test('the keyboard opens a picture, goes past the ends and comes back to where it was [§2.gallery]', async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 4);
  const page = await enter(app);
  await page.goto(paths.gallery);
  await thumb(page, 1).focus();
  await page.keyboard.press('Enter');
  await shown(page).waitFor();
  const steps = { ArrowLeft: 4, ArrowRight: 1, End: 4, Home: 1 };
  for (const [key, number] of Object.entries(steps)) {
    await page.keyboard.press(key);
    expect([key, await shown(page).getAttribute('alt')]).toEqual([key, `Picture ${number}`]);
  }
  await page.getByText('1 / 4').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await thumb(page, 1).evaluate((link) => link === document.activeElement)).toBe(true);

  await page.keyboard.press('Space');
  await shown(page).waitFor();
});

test('buttons move in a ring, a click beside the picture closes, and the neighbours are there before they are asked for [§2.rental-pictures §2.gallery]', async () => {
  const app = await startTestSite();
  // The first picture is the page's cover.
  await createPictureFiles(app.ctx, 4, 'rentals');
  const page = await enter(app);
  await page.goto(paths.rentals);
  await thumb(page, 4).click();
  await page.getByRole('button', { name: t('pages:lightbox.next') }).click();
  expect(await shown(page).getAttribute('alt')).toBe('Picture 2');
  await page.getByRole('button', { name: t('pages:lightbox.previous') }).click();
  expect(await shown(page).getAttribute('alt')).toBe('Picture 4');
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('dialog img')].every((picture) => picture.naturalWidth > 0),
  );
  const files = await page.locator('dialog img').evaluateAll((all) => all.map((picture) => Reflect.get(picture, 'currentSrc')));
  expect(files).toHaveLength(3);
  for (const file of files) expect(file).toMatch(/-1080\.avif$/);
  await page.mouse.click(720, 60);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('without scripts every picture is a link to its file [§2.gallery]', async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 2);
  const page = await visitWithoutScript({ origin: app.url });
  await page.goto(paths.gallery);
  await page.getByRole('link', { name: t('pages:gallery.open', { name: 'Picture 2' }) }).click();
  await page.waitForURL('**/media/gallery/gallery-2-1080.jpg');
});
