import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { EVENT, heading, nav, open, SOON, viewsOf, focusIs } from './chrome.steps.ts';
import { visitWithoutScript, translatorOf } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView(
  'the menu of a phone opens, keeps the focus, closes and leads on by keyboard alone [§2.phone-menu]',
  async ({ language }) => {
    const t = await translatorOf(language);
    const { page } = await open(paths.about, { language, width: 390 });
    const menu = page.getByRole('button', { name: t('common:menu') });
    const dialog = page.getByRole('dialog');
    for (const key of ['Enter', ' ']) {
      await menu.focus();
      await page.keyboard.press(key);
      await dialog.waitFor();
      await focusIs(page, 'dialog *');
      for (let step = 0; step < 30; step += 1) await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
      ).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await focusIs(page, '[aria-haspopup=dialog]');
    }
    await page.keyboard.press('Enter');
    await nav(page, t('common:nav.gallery')).focus();
    await page.keyboard.press('Enter');
    await heading(page, t('pages:gallery.title')).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await focusIs(page, 'h1');
  },
);

test('without script the menu leads to the navigation at the end of the page [§2.phone-menu]', async () => {
  const t = await translatorOf('en');
  const page = await visitWithoutScript({ origin: (await startTestSite()).url });
  await page.goto(paths.about);
  await page.getByRole('button', { name: t('common:menu') }).click();
  await page
    .getByRole('link', { name: t('common:nav.rentals'), exact: true })
    .last()
    .click();
  await page.waitForURL(/rentals/i);
  await page.goto(`${paths.about}?lang=ka`);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ka');
});

test('the language switch keeps the place: scroll, focus, query and hash, and counts no page view [§2.language-switch]', async () => {
  const { page } = await open(`${paths.terms}?from=poster#main`, { height: 500 });
  const choice = page.getByRole('link', { name: 'ქართული' }).first();
  await choice.focus();
  await page.evaluate(() => scrollTo(0, 400));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.documentElement.lang === 'ka');
  await expect.poll(() => page.evaluate(() => [document.activeElement?.getAttribute('lang'), scrollY > 200]), SOON).toEqual(['ka', true]);
  const { search, hash } = new URL(page.url());
  expect([search, hash]).toEqual(['?from=poster', '#main']);
  expect(await page.title()).toMatch(/რკალი/);
  expect(await viewsOf(page)).toEqual([paths.terms]);
});

test('each navigation starts at the top, at its heading, and is one page view; a hash or a language is none [§2.top §2.page-view]', async () => {
  const t = await translatorOf('en');
  const { page } = await open('/');
  await page.evaluate(() => scrollTo(0, 600));
  await nav(page, t('common:nav.rentals')).click();
  await heading(page, t('pages:rentals.title')).waitFor();
  await focusIs(page, 'h1');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => (location.hash = 'main'));
  await nav(page, t('common:nav.gallery')).click();
  await heading(page, t('pages:gallery.title')).waitFor();
  await page.goBack();
  await heading(page, t('pages:rentals.title')).waitFor();
  await focusIs(page, '#main');
  await page.goForward();
  await heading(page, t('pages:gallery.title')).waitFor();
  expect(await viewsOf(page)).toEqual(['/', paths.rentals, paths.gallery, paths.rentals, paths.gallery]);
});

test('a slow screen shows its outline after a blink, the old one is given up only then, and another click goes elsewhere [§2.event-loading]', async () => {
  const t = await translatorOf('en');
  const { id, page } = await open('/');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**/api/Events/${id}`, async (route) => {
    await answered;
    await route.continue().catch(() => undefined);
  });
  await page
    .locator(`main a[href="${paths.event(id)}"]`)
    .first()
    .click();
  const busy = page.locator('main[aria-busy=true]');
  await busy.getByText(t('common:loading')).waitFor({ state: 'attached' });
  await nav(page, t('common:nav.about')).click();
  await heading(page, t('pages:about.title')).waitFor();
  expect(await busy.count()).toBe(0);
  await page.goBack();
  await page
    .locator(`main a[href="${paths.event(id)}"]`)
    .first()
    .click();
  await busy.waitFor();
  answer();
  await heading(page, EVENT.nameLat).waitFor();
  expect(await busy.count()).toBe(0);
  await focusIs(page, 'h1');
});
