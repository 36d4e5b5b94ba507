import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { djForm, rentalForm } from '#tests/factories/enquiries.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { expect, rare, test } from './test.ts';

/** Opens a page whose scripts are held. Returns the function that releases them. */
async function openSlowly(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main form button[type=submit]').waitFor();
  return async () => {
    letCome();
    await page.waitForFunction(() => Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__react')));
    // By then the form has registered its controls.
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
  };
}

const valuesOf = (page: Page, names: string[]): Promise<string[]> =>
  Promise.all(names.map((name) => page.locator(`main form [name=${name}]`).inputValue()));

async function type(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await page.locator(`main form [name=${name}]`).pressSequentially(text);
}

test('what is typed into a form before its script is there stays and is sent', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 390 });
  for (const [path, fields, sent] of [
    [paths.rentals, rentalForm, t('pages:rentals.sent')],
    [paths.djs, djForm, t('pages:djs.sent')],
  ] as const) {
    const letScriptsCome = await openSlowly(page, path);
    await type(page, fields);
    await letScriptsCome();
    expect(await valuesOf(page, Object.keys(fields))).toEqual(Object.values(fields));
    await page.locator('main form button[type=submit]').click();
    await page.getByText(sent).waitFor();
    await page.unroute('**/assets/*.js');
  }
  const bodies = (await app.ctx.db.select().from(enquiries)).map(({ body }) => body);
  expect(bodies).toHaveLength(2);
  for (const text of [rentalForm.eventDescription, djForm.motivation]) expect(bodies.join()).toContain(text);
});

test('a visitor who types while the script loads keeps the cursor and every letter', rare, async () => {
  const app = await startTestSite();
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  const letScriptsCome = await openSlowly(page, paths.rentals);
  const name = page.locator('main form [name=name]');
  await name.pressSequentially('Nno');
  await name.evaluate((input) => input instanceof HTMLInputElement && input.setSelectionRange(1, 1));
  await letScriptsCome();
  await page.keyboard.type('i');
  expect(await name.inputValue()).toBe('Nino');
});

test('registering: text, date, choice, password and consent given before the script all count', rare, async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  const letScriptsCome = await openSlowly(page, paths.register);
  const typed = { firstName: 'Nino', 'birthdate-day': '1', 'birthdate-month': '12', 'birthdate-year': '1990', password: 'Long.enough1' };
  await type(page, typed);
  await page.locator('[name=country]').selectOption('Other');
  await page.locator('[name=acceptTerms]').check();
  await letScriptsCome();
  expect(await valuesOf(page, Object.keys(typed))).toEqual(Object.values(typed));
  expect(await valuesOf(page, ['country', 'phoneNumber'])).toEqual(['Other', '']);
  expect(await page.locator('[name=acceptTerms]').isChecked()).toBe(true);
  await page.getByText(t('accounts:fields.personal_number_hint_other')).waitFor();
  await page.locator('#password').press('End');

  await page.locator('main form button[type=submit]').click();
  const wrong = page.locator('main [aria-invalid=true]');
  await wrong.first().waitFor();
  const names = await wrong.evaluateAll((controls) => controls.map((control) => control.getAttribute('name')));
  expect(names.toSorted()).toEqual(['confirmPassword', 'email', 'lastName', 'personalNumber', 'phoneNumber', 'socialMediaProfileLink']);
});

test('a login sent before its script is there goes nowhere, and signs in once it is', rare, async () => {
  const app = await startTestSite();
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390, allowed: /status of 401/ });
  const letScriptsCome = await openSlowly(page, paths.login);
  await type(page, { email: 'nobody@example.com', password: 'secret word' });
  await page.keyboard.press('Enter');
  await page.locator('main form button[type=submit]').click();
  expect(page.url()).toBe(app.url + paths.login);
  await letScriptsCome();
  expect(await valuesOf(page, ['email', 'password'])).toEqual(['nobody@example.com', 'secret word']);
  const loginRequest = page.waitForRequest(/auth\/login/);
  await page.locator('main form button[type=submit]').click();
  expect((await loginRequest).postDataJSON()).toMatchObject({ email: 'nobody@example.com', password: 'secret word' });
});
