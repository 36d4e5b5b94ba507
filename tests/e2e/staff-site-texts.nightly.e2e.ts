import type { Language } from '#shared/constants.ts';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { createAdmin } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { chooseOption, openConsole } from './console.ts';
import { typeParts } from './date-parts.ts';
import { visit } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

const sitDown = (app: TestApp, language: Language, width: number) => openConsole(app, { language, width, allowed: /status of (409|422)/ });

/** Does what NOTIFY does in every process (server/two-processes.nightly.ts). */
async function show(app: TestApp): Promise<void> {
  await loadTexts(app.ctx);
  app.dropCaches();
}

test('staff write the phone of the club, see what is wrong with it, and visitors read it', async () => {
  const app = await startTestSite();
  const { page } = await sitDown(app, 'en', 1440);
  await page.goto('/staff/settings/club');
  await page.getByLabel('Phone', { exact: true }).fill('call us');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: /phone number of 7 to 20/ }).click();
  await page.getByLabel('Phone', { exact: true }).fill('+995 555 22 22 22');
  await page.getByLabel('Thursday').check();
  await page.getByText('Guests see: Thursday – Saturday 23:00–07:00').waitFor();
  await page.getByLabel('Friday').uncheck();
  await page.getByText('Guests see: Thursday and Saturday 23:00–07:00').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. It’s on the site.').waitFor();
  expect(await page.getByLabel('Phone', { exact: true }).inputValue()).toBe('+995 555 22 22 22');
  await show(app);
  await page.goto('/Rentals');
  expect(await page.getByRole('main').innerText()).toContain('+995 555 22 22 22');
});

test('opening hours are written as people write times, and an error stands at the box that is wrong', async () => {
  const app = await startTestSite();
  const { page, t } = await sitDown(app, 'en', 1440);
  await page.goto('/staff/settings/club');
  const from = page.getByRole('group', { name: t('staff-site-content:from') });
  const until = page.getByRole('group', { name: t('staff-site-content:to') });
  const hour = until.getByRole('spinbutton').first();
  await typeParts(from, '22');
  for (let digits = 2; digits > 0; digits -= 1) await hour.press('Backspace');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: t('forms:validation.time_format') }).press('Enter');
  await expect(hour).toBeFocused();
  expect(await hour.getAttribute('aria-invalid')).toBe('true');
  expect(await from.getByRole('spinbutton').first().getAttribute('aria-invalid')).toBeNull();
  await typeParts(until, '08');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. It’s on the site.').waitFor();
  await expect(until.getByRole('spinbutton')).toHaveText(['08', '00']);
  await page.getByText('Guests see: Friday and Saturday 22:00–08:00').waitFor();
});

test('a text is previewed, read as it was written, and an older version is shown again, by keyboard', async () => {
  const app = await startTestSite({ env: { DEMO: 'true' } });
  const { page, t } = await sitDown(app, 'ka', 1440);
  const name = `${t('staff-site-content:texts.about_us')} (${t('staff-site-content:languages.ka')})`;
  const save = () => page.getByRole('button', { name: t('staff:save'), exact: true }).press('Enter');
  // The message of the previous save may still be shown.
  const saveWhole = async () => {
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/staff/words') && answer.request().method() !== 'GET');
    await save();
    expect((await answered).status()).toBe(200);
    await page.getByText(t('staff-site-content:saved')).last().waitFor();
  };
  // A new visitor each time: for two seconds a browser shows a page again without asking the server.
  const openAbout = async () => {
    const visitor = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 1440 });
    await visitor.goto('/About');
    return visitor.getByRole('main');
  };
  await page.goto('/staff/site/pages/about');
  const field = page.getByLabel(name, { exact: true });
  await field.fill('');
  await save();
  await page.getByRole('link', { name: t('forms:validation.text_required') }).press('Enter');
  const hostile = `{{name}} <script>alert(1)</script> שלום \u202Eأهلا\n- ერთი\n- ${'ძალიან '.repeat(1_400)}`;
  await field.fill(hostile);
  await page.getByText('რკალი <script>alert(1)</script>').waitFor();
  await saveWhole();
  await field.fill('{{name}} მეორე');
  await saveWhole();
  await show(app);
  expect(await (await openAbout()).innerText()).toContain('რკალი მეორე');

  await page.goto('/staff/site/pages/about');
  await page.getByRole('button', { name: t('staff:history') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: t('staff:history') });
  const choose = () => chooseOption(dialog, t('staff-site-content:history_text'), name);
  await choose();
  await dialog.getByRole('listitem').nth(1).waitFor();
  await expectNoViolations(page, 'history');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(t('staff:history'));
  await page.keyboard.press('Enter');
  await choose();
  await dialog.getByRole('button', { name: t('staff-site-content:take_version', { version: '1' }) }).press('Enter');
  expect(await field.inputValue()).toBe(hostile.trim());
  await saveWhole();
  await show(app);
  const about = await openAbout();
  expect(await about.innerText()).toContain('რკალი <script>alert(1)</script>');
  expect(await about.page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});

test('of two who write the same text the second sees the conflict, after a reload too, and decides whose text stays', async () => {
  const app = await startTestSite();
  const { page, t } = await sitDown(app, 'en', 390);
  const other = await createAdmin(app.ctx, { firstName: 'Lela', lastName: 'Maisuradze' });
  const write = (value: string, version: number) =>
    app.api(other.accessToken).siteTexts.save({ body: { changes: [{ key: 'pages:about.p1', language: 'en', value, version }] } });
  const save = () => page.getByRole('button', { name: t('staff:save'), exact: true }).click();
  await page.goto('/staff/site/pages/about');
  const field = page.getByLabel('About the club (English)', { exact: true });
  const news = page.getByRole('region', { name: 'Edited by someone else: About the club (English)' });
  await field.fill('{{name}} of mine');
  await write('{{name}} of hers', 0);
  await save();
  await news.getByText('{{name}} of hers').waitFor();
  await news.getByText(/Lela Maisuradze/).waitFor();
  expect(await field.inputValue()).toBe('{{name}} of mine');
  await expectNoViolations(page, 'two who write');
  await page.reload();
  await news.waitFor();
  await save();
  await page.getByRole('link', { name: /someone else edited it/ }).waitFor();
  await news.getByRole('button', { name: 'Keep mine' }).click();
  await write('{{name}} of hers again', 1);
  await save();
  await news.getByText('{{name}} of hers again').waitFor();
  await news.getByRole('button', { name: 'Keep mine' }).click();
  await save();
  await page.getByText(t('staff-site-content:saved')).waitFor();
  const { items } = await app.api(other.accessToken).siteTexts.versions({ key: 'pages:about.p1', language: 'en' });
  expect(items.map(({ value }) => value)).toEqual(['{{name}} of mine', '{{name}} of hers again', '{{name}} of hers']);

  await field.fill('{{name}} once more');
  await write('{{name}} of hers at last', 3);
  await save();
  await news.getByRole('button', { name: 'Use theirs' }).click();
  expect(await field.inputValue()).toBe('{{name}} of hers at last');
  await save();
  await page.getByText(t('staff-site-content:unchanged')).waitFor();
});

test('a page that is loading while staff save hydrates with its old texts, and has the new ones with the next load', async () => {
  const app = await startTestSite({ env: { DEMO: 'true' } });
  const { accessToken } = await createAdmin(app.ctx);
  const page = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 390 });
  const requested = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  await page.route(/locales\/ka\/pages\.json/, async (route) => {
    requested.resolve();
    await written.promise;
    await route.continue();
  });
  const arrival = page.goto('/About');
  await requested.promise;
  const changes = [{ key: 'pages:about.p1', language: 'ka' as const, value: '{{name}} ახალი ტექსტით', version: 0 }];
  await app.api(accessToken).siteTexts.save({ body: { changes } });
  await show(app);
  written.resolve();
  await arrival;
  const main = page.getByRole('main');
  expect(await main.innerText()).toContain('დახურვამდე');
  expect(await main.innerText()).not.toContain('ახალი ტექსტით');
  await page.reload();
  await main.getByText('რკალი ახალი ტექსტით').waitFor();
});

testInEachView('words, gallery and start are accessible, wide and narrow', async ({ language, width }) => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 2);
  const { page } = await sitDown(app, language, width);
  for (const path of ['/staff', '/staff/settings/club', '/staff/site/pages/about', '/staff/site/gallery']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('form, ol, [role=grid]').first().waitFor();
    await expectNoViolations(page, `${path} ${width}`);
  }
});
