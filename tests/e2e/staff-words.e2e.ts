import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import { loadTexts } from '#server/site-texts/load-texts.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';

const sitDown = async (app: TestApp, language: Language, width: number) =>
  (await openConsole(app, { language, width, allowed: /status of 422/ })).page;

test('staff writes the phone of the club, is told what is wrong with it, and visitors read it', async () => {
  const app = await startTestSite();
  const page = await sitDown(app, 'en', 1440);
  await page.goto('/staff/words');
  await page.getByLabel('Phone', { exact: true }).fill('call us');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: /phone number of 7 to 20/ }).click();
  await page.getByLabel('Phone', { exact: true }).fill('+995 555 22 22 22');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. Visitors see it now.').waitFor();
  await loadTexts(app.ctx);
  app.dropCaches();
  await page.goto('/Rentals');
  expect(await page.getByRole('main').innerText()).toContain('+995 555 22 22 22');
});

test.each(LANGUAGES)('words, gallery and start are accessible, wide and narrow (%s)', async (language) => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 2);
  for (const width of [1440, 390]) {
    const page = await sitDown(app, language, width);
    for (const path of ['/staff', '/staff/words', '/staff/words/about', '/staff/gallery']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('form, ol').first().waitFor();
      await expectNoViolations(page, `${path} ${width}`);
    }
  }
});
