import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, expectRedirectAfter, fillIn, good, holdTime, input, submit } from './account-forms.steps.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

const t = await translatorOf('en');

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
