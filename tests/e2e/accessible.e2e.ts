import { LANGUAGES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { open, openNights, visitorPaths } from './public-screens.ts';
import { visit, wordsOf } from './site.ts';
import { test } from './test.ts';

const views = LANGUAGES.flatMap((language) => [390, 1440].map((width) => [language, width] as const));
/** What the browser says of answers that are none. */
const allowed = /status of (404|400|401)|Failed to load resource/;

for (const [language, width] of views)
  test(`no public or sign-in screen breaks a rule of accessibility in ${language} at ${width} px`, async () => {
    const app = await startTestSite();
    const nights = await openNights(app);
    const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed });
    for (const path of visitorPaths(nights)) {
      await open(page, path);
      await expectNoViolations(page, path);
    }
  });

for (const [language, width] of views)
  test(`neither do forms with errors, a picture, a toast or the menu, in ${language} at ${width} px`, async () => {
    const app = await startTestSite();
    await createPictures(app.ctx, 2);
    const { onSale } = await openNights(app);
    const t = await wordsOf(language);
    const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed });
    for (const path of [paths.register, paths.login, paths.forgotPassword, paths.rentals, paths.djs]) {
      await open(page, path);
      await page.locator('main form button[type=submit]').last().click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      await expectNoViolations(page, `${path} with errors`);
    }
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
