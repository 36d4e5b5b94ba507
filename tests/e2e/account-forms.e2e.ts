import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, expectRedirectAfter, fillIn, good, holdTime, input, submit, t } from './account-forms.steps.ts';
import { expect, test } from './test.ts';

/** Checks that every field keeps what was typed. */
async function expectKept(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(good)) expect(await input(page, name).inputValue(), name).toBe(text);
  expect(await input(page, 'acceptTerms').isChecked()).toBe(true);
}

test('without the list of countries the code is typed, and somebody can still register [§2.no-country-codes]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.route('**/api/countries/codes', (route) => route.fulfill({ json: { error: true, msg: 'down', data: [] } }));
  await page.goto(paths.register);
  await page.getByText(t('accounts:fields.phone_code_failed')).waitFor();
  await fillIn(page);
  await input(page, 'phoneCode').fill('+49');
  await submit(page);
  await page.getByText(t('accounts:register.success')).waitFor();
  const { accessToken } = await app.api().accounts.login({ body: good });
  expect((await app.api(accessToken).accounts.me()).phoneNumber).toBe('+49 555123456');
});

test('a wrong password marks both fields, says it once, and leads to a new password from there [§8.auth]', async () => {
  const page = await enter(await startTestSite());
  await page.goto(paths.login);
  await input(page, 'email').fill(good.email);
  await input(page, 'password').fill(good.password);
  await submit(page);
  const alert = page.getByRole('alert');
  await alert.getByText('Wrong credentials', { exact: true }).waitFor();
  for (const name of ['email', 'password']) {
    await expect(input(page, name)).toHaveAttribute('aria-invalid', 'true');
    await expect(input(page, name)).toHaveAttribute('aria-describedby', (await alert.getAttribute('id')) ?? '');
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: t('accounts:login.to_forgot') })
    .click();
  await page.waitForURL(/forgot-password/);
});

test('what the server refuses lands on its field, and nothing that was typed is lost [§8.auth]', async () => {
  const app = await startTestSite();
  await createUser(app.ctx, { email: good.email });
  const page = await enter(app);
  await page.goto(paths.register);
  await fillIn(page);
  const refusal = { message: 'Bad Request', code: 'invalid_fields', errors: { personalNumber: 'validation.personal_number_format' } };
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 });
  await submit(page);
  await page.locator('#personalNumber-error').waitFor();
  expect(await page.getByRole('alert').getByRole('link').allInnerTexts()).toEqual([t('forms:validation.personal_number_format')]);
  await expectKept(page);

  await page.route('**/api/auth/register', (route) => route.abort(), { times: 1 });
  await submit(page);
  await page.getByRole('alert').getByText(t('errors:network')).waitFor();
  await expectKept(page);

  await submit(page);
  await page.getByRole('alert').getByText('Email already exists').waitFor();
  const ownLink = page.locator('main').getByRole('link', { name: t('accounts:register.taken_link') });
  expect(await ownLink.getAttribute('href')).toBe(paths.forgotPassword);
  await expectKept(page);
  const login = page.locator('main').getByRole('link', { name: t('accounts:register.taken_login') });
  expect(await login.getAttribute('href')).toBe(paths.login);

  const terms = page.context().waitForEvent('page');
  await page.locator('main form').getByRole('link').first().click();
  expect((await terms).url()).toContain(paths.terms);
  await expectKept(page);
});

test('after registering the login comes in one second, and the form is empty meanwhile [§4.registered §9.redirects]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.goto(paths.register);
  await fillIn(page);
  await holdTime(page, app);
  await submit(page);
  await page.getByText(t('accounts:register.success')).waitFor();
  expect(await input(page, 'email').inputValue()).toBe('');
  await expectRedirectAfter(page, 1_000);
  await expect(input(page, 'email')).toHaveValue(good.email);
});

test('after asking for a new password the login comes in three seconds [§2.forgot §4.reset §9.redirects]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.goto(paths.forgotPassword);
  await input(page, 'email').fill('nobody@example.com');
  await holdTime(page, app);
  await submit(page);
  await page.getByText(t('accounts:forgot.success')).waitFor();
  await expectRedirectAfter(page, 3_000);
});

test('the list of rules is neutral until the password is touched, then each line is met or missing [§2.password-rules]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.goto(paths.register);
  const lines = page.getByRole('list', { name: t('accounts:password_rules.title') }).getByRole('listitem');
  const marks = async () => (await lines.allInnerTexts()).map((text) => /\((\w+)\)/.exec(text)?.[1]);
  expect(await marks()).toEqual([undefined, undefined, undefined, undefined]);
  await input(page, 'password').fill('abc');
  await expect.poll(marks).toEqual(['missing', 'done', 'missing', 'missing']);
  await input(page, 'password').fill('Abcdefg!');
  await expect.poll(marks).toEqual(['done', 'done', 'done', 'done']);
  await input(page, 'password').fill('');
  await page.keyboard.press('Tab');
  await expect.poll(marks).toEqual(['missing', 'missing', 'missing', 'missing']);
});
