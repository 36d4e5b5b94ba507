import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, expectRedirectAfter, fillIn, good, holdTime, input, submit, t } from './account-forms.steps.ts';
import { expect, test } from './test.ts';

test('two fields beside each other stay in one line when one of them is wrong', async () => {
  const page = await enter(await startTestSite());
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(paths.register);
  await submit(page);
  await page.locator('#phoneNumber-error').waitFor();
  const top = async (name: string) => (await input(page, name).boundingBox())?.y;
  expect(await top('phoneCode')).toBe(await top('phoneNumber'));
});

test('after setting a new password the login comes in three seconds [§4.reset §9.redirects]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.route('**/api/Auth/reset-password', (route) => route.fulfill({ json: {} }));
  await page.goto(`${paths.changePassword}?token=abc`);
  await input(page, 'newPassword').fill('Morning-Guest-2');
  await input(page, 'confirmNewPassword').fill('Morning-Guest-2');
  await holdTime(page, app);
  await submit(page);
  await page.getByText(t('accounts:change.success')).waitFor();
  await expectRedirectAfter(page, 3_000);
});

test('without its rules the form says that the network is away and sends nothing', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  const guest = await createUser(app.ctx);
  await page.route('**/assets/auth-schema-*', (route) => route.abort());
  await page.goto(paths.login);
  await input(page, 'email').fill(guest.email);
  await input(page, 'password').fill(guest.password);
  await submit(page);
  await page.getByRole('alert').getByText(t('errors:network')).waitFor();
  expect(await input(page, 'password').inputValue()).toBe(guest.password);
});

test('the way back to the event stays open over registering and logging in', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  const { id } = await createEvent(app.ctx);
  await page.goto(paths.event(id));
  await page
    .getByRole('main')
    .getByRole('button', { name: t('events:get_ticket') })
    .first()
    .click();
  await page.waitForURL(/login/);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('accounts:login.to_register') })
    .click();
  await page.waitForURL(/register/);
  await fillIn(page);
  await submit(page);
  await page.waitForURL(/login/);
  await input(page, 'email').fill(good.email);
  await input(page, 'password').fill(good.password);
  await submit(page);
  await page.getByRole('link', { name: t('accounts:way_back.link') }).click();
  await page.waitForURL(new RegExp(`${paths.event(id)}$`));
});

test('the rule of the personal number follows the country, also when that changes later [§5.personal-number]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.goto(paths.register);
  await fillIn(page, { personalNumber: '12345678' });
  await submit(page);
  const hint = page.locator('#personalNumber-error');
  await hint.getByText(t('forms:validation.personal_number_format'), { exact: true }).waitFor();
  await input(page, 'country').selectOption('Other');
  await hint.waitFor({ state: 'hidden' });
  await page.getByText(t('accounts:fields.personal_number_hint_other')).waitFor();
  await input(page, 'country').selectOption('Georgia');
  await hint.getByText(t('forms:validation.personal_number_format'), { exact: true }).waitFor();
  await input(page, 'country').selectOption('Other');
  await input(page, 'personalNumber').fill('1234567');
  await hint.getByText(t('forms:validation.personal_number_format_non_georgia'), { exact: true }).waitFor();
});

test('one tap writes a Georgian name in Latin letters', async () => {
  const page = await enter(await startTestSite());
  await page.goto(paths.register);
  await input(page, 'firstName').fill('ანა-მარია');
  await input(page, 'lastName').fill('ჭყონია');
  await page.getByRole('button', { name: t('accounts:fields.use_latin', { name: 'Ana-Maria Chqonia' }), exact: true }).click();
  await expect(input(page, 'firstName')).toHaveValue('Ana-Maria');
  await expect(input(page, 'lastName')).toHaveValue('Chqonia');
  await expect(input(page, 'lastName')).toBeFocused();
});

test('the login knows the address that is registered already', async () => {
  const app = await startTestSite();
  await createUser(app.ctx, { email: good.email });
  const page = await enter(app);
  await page.goto(paths.register);
  await fillIn(page);
  await submit(page);
  await page
    .locator('main')
    .getByRole('link', { name: t('accounts:register.taken_login') })
    .click();
  await expect(input(page, 'email')).toHaveValue(good.email);
});

test('the last rule of a password is judged by the server, and stands in the live list', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.goto(paths.register);
  await fillIn(page);
  const rule = page.getByRole('list', { name: t('accounts:password_rules.title') }).getByText(t('accounts:password_rules.uncommon'));
  await expect(rule).not.toContainText(t('accounts:password_rules.failed'));
  for (const name of ['password', 'confirmPassword']) await input(page, name).fill('P@ssw0rd1!');
  await submit(page);
  await expect(rule).toContainText(t('accounts:password_rules.failed'));
  await input(page, 'password').fill('Moonlit-Kura-47');
  await expect(rule).not.toContainText(t('accounts:password_rules.failed'));
});
