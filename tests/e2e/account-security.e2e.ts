import type { Page } from 'playwright-core';
import { type Guesser, consumeCodeTry } from '#server/accounts/limits.ts';
import { authenticate } from '#server/accounts/sessions.service.ts';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { visit, translatorOf } from './site.ts';
import { expect, languages, rare, test, views } from './test.ts';

const NEW_PASSWORD = 'Moonlit-Kura-47';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
/** Some of these tests provoke refusals. */
const allowed = /status of (401|422|429)/;

async function enter({ url, clock }: TestApp, { language, width }: { language: Language; width: number }): Promise<Page> {
  const page = await visit({ origin: url, folder: '' }, { language, width, allowed });
  await page.clock.setFixedTime(clock.now());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

async function logIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.goto(paths.login);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/profile/);
}

const fill = async (page: Page, current: string, fresh: string, again = fresh): Promise<void> => {
  await page.locator('[name=currentPassword]').fill(current);
  await page.locator('[name=newPassword]').fill(fresh);
  await page.locator('[name=confirmNewPassword]').fill(again);
};

for (const [language, width] of views)
  test(`a guest changes the password, logs a device out, then all of them, in ${language} at ${width} px [§7.change-password]`, async () => {
    const app = await startTestSite();
    const t = await translatorOf(language);
    const guest = await createUser(app.ctx);
    const phone = await rawCall(app.url, '/api/auth/login', {
      body: { email: guest.email, password: guest.password },
      headers: { 'user-agent': IPHONE },
    });
    const page = await enter(app, { language, width });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await logIn(page, guest);

    await button(t('accounts:security.open')).click();
    const devices = page.getByRole('list', { name: t('accounts:security.devices_title') }).getByRole('listitem');
    await expect.poll(() => devices.count()).toBe(3);
    expect(await devices.filter({ hasText: t('accounts:security.this_device') }).count()).toBe(1);
    expect(await devices.filter({ hasText: t('accounts:security.unknown_device') }).count()).toBe(1);
    await expectNoViolations(page, 'password and devices');

    await button(t('accounts:security.log_out_of', { device: 'Safari · iOS' })).click();
    await expect.poll(() => devices.count()).toBe(2);
    expect((await rawCall(app.url, '/api/auth/refresh', { cookie: phone.cookie })).status).toBe(401);

    await fill(page, 'Wrong-Guess-1', 'P@ssw0rd1!', 'P@ssw0rd1');
    await button(t('accounts:change.submit')).click();
    await page.getByRole('alert').getByText(t('forms:validation.password_mismatch')).waitFor();
    await expectNoViolations(page, 'a password that is not repeated');
    await fill(page, 'Wrong-Guess-1', 'P@ssw0rd1!');
    await button(t('accounts:change.submit')).click();
    await page.getByRole('alert').getByText(t('forms:validation.password_common')).waitFor();
    await fill(page, 'Wrong-Guess-1', NEW_PASSWORD);
    await button(t('accounts:change.submit')).click();
    await page.getByRole('alert').getByText(t('forms:validation.current_password_wrong')).waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.profile);

    await fill(page, guest.password, NEW_PASSWORD);
    await button(t('accounts:change.submit')).click();
    await page.getByText(t('accounts:security.changed')).waitFor();
    await expect.poll(() => devices.count()).toBe(1);
    expect(await page.locator('[name=currentPassword]').inputValue()).toBe('');

    await button(t('accounts:security.everywhere')).click();
    const dialog = page.getByRole('dialog', { name: t('accounts:security.everywhere_title') });
    await dialog.waitFor();
    await expectNoViolations(page, 'the question before all devices');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await button(t('accounts:security.everywhere')).click();
    await dialog.getByRole('button', { name: t('accounts:security.everywhere') }).click();
    await page.getByText(t('accounts:security.everywhere_done')).waitFor();
    await page.waitForURL(/login/);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await logIn(page, { email: guest.email, password: NEW_PASSWORD });
  });

test(
  'logging out everywhere in one tab is heard in the other, and another browser is led to the login by its next call',
  rare,
  async () => {
    const app = await startTestSite();
    const t = await translatorOf('en');
    const guest = await createUser(app.ctx);
    const [page, elsewhere] = [await enter(app, { language: 'en', width: 1440 }), await enter(app, { language: 'en', width: 1440 })];
    for (const browser of [page, elsewhere]) await logIn(browser, guest);
    const secondTab = await page.context().newPage();
    await secondTab.goto(paths.profile);
    await secondTab.getByRole('button', { name: t('accounts:profile.logout'), exact: true }).waitFor();

    await page.getByRole('button', { name: t('accounts:security.open') }).click();
    await page.getByRole('button', { name: t('accounts:security.everywhere') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('accounts:security.everywhere') })
      .click();
    await page.waitForURL(/login/);
    await secondTab.waitForURL(/login/);
    await elsewhere.getByRole('button', { name: t('accounts:profile.my_tickets') }).click();
    await elsewhere.waitForURL(/login/);
  },
);

for (const language of languages)
  test(`who guessed too often reads how long to wait, and still asks for a link, in ${language}`, rare, async () => {
    const app = await startTestSite({ env: { RATE_LIMIT_SCALE: '0.2' } });
    const t = await translatorOf(language);
    const guest = await createUser(app.ctx);
    const page = await enter(app, { language, width: 390 });
    await page.goto(paths.login);
    await page.locator('[name=email]').fill(guest.email);
    await page.locator('[name=password]').fill('Wrong-Guess-1');
    const submit = page.locator('main form button[type=submit]');
    await submit.click();
    await page.getByRole('alert').getByText(t('account-errors:wrong_credentials')).waitFor();
    await submit.click();
    await page.getByRole('alert').getByText(waitText(t)).waitFor();
    await expectNoViolations(page, 'a login that has to wait');
    await page.goto(paths.forgotPassword);
    await page.locator('[name=email]').fill(guest.email);
    await page.locator('main form button[type=submit]').click();
    await page.getByText(t('accounts:forgot.success')).waitFor();
  });

for (const [language, width] of views)
  test(
    `codes tried too often are refused for a while, at the login and to confirm, and a recovery code is not (${language} ${width})`,
    rare,
    async () => {
      const app = await startTestSite({ env: { RATE_LIMIT_SCALE: '1' } });
      const t = await translatorOf(language);
      const user = await createUser(app.ctx);
      const { secret, recoveryCodes } = await addFactor(app, user.accessToken);
      const useUp = async (guesser: Guesser) => {
        for (let time = 0; time < 10; time += 1) await consumeCodeTry(app.ctx, user.email, guesser);
      };
      const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed: /status of (401|403|429)/ });
      await page.clock.setFixedTime(app.clock.now());
      const answer = async (kind: 'code' | 'recovery', text = '') => {
        const field = page.getByRole('textbox', { name: t(`accounts:second_factor.fields.${kind}`) });
        await field.fill(text);
        await field.press('Enter');
      };
      await useUp({ address: '198.51.100.9' });
      await page.goto(paths.login);
      await page.locator('[name=email]').fill(user.email);
      await page.locator('[name=password]').fill(user.password);
      await page.locator('main form button[type=submit]').click();
      await answer('code', codeOf(app, secret));
      await page.getByText(waitText(t)).waitFor();
      await expectNoViolations(page, 'a second step that has to wait');
      await page.getByRole('button', { name: t('accounts:second_factor.ways.recovery'), exact: true }).click();
      await answer('recovery', recoveryCodes[0]);
      await page.waitForURL(/profile/);

      const accessToken = await page.evaluate(() => localStorage.getItem('accessToken'));
      const session = (await authenticate(app.ctx, accessToken ?? ''))?.sessionId ?? '';
      await useUp({ session });
      app.clock.advanceMinutes(6);
      await page.clock.setFixedTime(app.clock.now());
      await page.locator('button[aria-controls=security-body]').click();
      await page.getByRole('button', { name: t('accounts:second_factor.renew'), exact: true }).click();
      const dialog = page.getByRole('dialog').first();
      await dialog.getByRole('button', { name: t('accounts:second_factor.renew'), exact: true }).click();
      const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
      await answer('code', codeOf(app, secret));
      await question.getByText(waitText(t)).waitFor();
      await expectNoViolations(page, 'a confirmation that has to wait');
      await question.getByRole('button', { name: t('accounts:second_factor.ways.recovery') }).click();
      await answer('recovery', recoveryCodes[1]);
      await page.getByRole('list', { name: t('accounts:second_factor.codes_title') }).waitFor();
    },
  );

/** Matches the message with any number of seconds or minutes. */
function waitText(t: Awaited<ReturnType<typeof translatorOf>>): RegExp {
  const forms = ['seconds_one', 'seconds_other', 'minutes_one', 'minutes_other'];
  return new RegExp(
    forms.map((form) => t(`errors:too_many_requests_${form}`, { count: String.raw`\d+` }).replaceAll('.', '[.]')).join('|'),
  );
}
