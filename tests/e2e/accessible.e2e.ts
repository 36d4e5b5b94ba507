import { paths } from '#shared/paths.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { overflowing, smallTargets } from './layout.ts';
import { open, openEvents, visitorPaths } from './public-screens.ts';
import { visit, translatorOf } from './site.ts';
import { expect, testInEachView } from './test.ts';

/** The browser's messages about failed requests. */
const allowed = /status of (404|400|401)|Failed to load resource/;

/** These screens are also sent empty. */
const forms = new Set<string>([paths.register, paths.login, paths.forgotPassword, paths.rentals, paths.djs]);

/** A window as narrow as at fourfold zoom on a desktop, and double text size on a phone. */
const narrow = [
  [320, '100%'],
  [390, '200%'],
] as const;

testInEachView(
  'every public and sign-in screen keeps the rules of accessibility, a form with errors too [§5.login §5.forgot]',
  async ({ language, width }) => {
    testInEachView.slow();
    const app = await startTestSite();
    const events = await openEvents(app);
    for (const album of ['gallery', 'rentals', 'djs', 'about'] as const) await createPictureFiles(app.ctx, 2, album);
    const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed });
    for (const path of visitorPaths(events)) {
      await page.setViewportSize({ width, height: 844 });
      await open(page, path);
      await expect(page.locator('.animate-skeleton'), `${path}: everything has come`).toHaveCount(0);
      await expectNoViolations(page, path);
      expect.soft(await smallTargets(page), `${path}: whatever can be touched is 44 px wide and high`).toEqual([]);
      if (forms.has(path)) {
        await page.locator('main form button[type=submit]').last().click();
        await page.locator('[aria-invalid=true]').first().waitFor();
        await expectNoViolations(page, `${path} with errors`);
      }
      for (const [windowWidth, letters] of narrow) {
        await page.setViewportSize({ width: windowWidth, height: 844 });
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters);
        expect.soft(await overflowing(page), `${path}: nothing is wider than ${windowWidth} px, letters ${letters}`).toEqual([]);
      }
    }
  },
);

testInEachView('so do a picture, a toast and the menu', async ({ language, width }) => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 2);
  const { onSale } = await openEvents(app);
  const t = await translatorOf(language);
  const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed });
  await open(page, paths.gallery);
  await page.locator('main ul :is(a, button):has(img)').first().click();
  await page.getByRole('dialog').waitFor();
  await expectNoViolations(page, 'an open picture');
  await open(page, paths.event(onSale));
  await page.getByRole('button', { name: t('events:share'), exact: true }).click();
  await page.locator('section[aria-live] li').waitFor();
  await expectNoViolations(page, 'a toast');
  if (width >= 1024) return;
  await page.getByRole('button', { name: t('common:menu'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectNoViolations(page, 'the open menu');
});
