import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { openSlowly, type, valuesOf } from './slow-script.steps.ts';
import { expect, test } from './test.ts';

test('a visitor who types while the script loads keeps the cursor and every letter', async () => {
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

test('registering: text, date, choice, password and consent given before the script all count', async () => {
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

test('a login sent before its script is there goes nowhere, and signs in once it is', async () => {
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
