import { type Guesser, consumeCodeTry } from '#server/accounts/limits.ts';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { paths } from '#shared/paths.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, logIn, NEW_PASSWORD, openSecurity } from './account-security.steps.ts';
import { expectNoViolations } from './axe.ts';
import { visit, translatorOf } from './site.ts';
import { test, testInEachView } from './test.ts';

test('logging out everywhere in one tab is heard in the other, and another browser is led to the login by its next call', async () => {
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
});

testInEachView('who guessed too often reads how long to wait, and still asks for a link', async ({ language }) => {
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

testInEachView(
  'codes tried too often are refused for a while, at the login and to confirm, and a recovery code is not',
  async ({ language, width }) => {
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

testInEachView('a new password that is not repeated, or a common one, is refused at the form', async ({ language, width }) => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  const { page, t, button, fill } = await openSecurity(app, guest, { language, width });
  await fill(guest.password, NEW_PASSWORD, `${NEW_PASSWORD}1`);
  await button(t('accounts:change.submit')).click();
  await page.getByRole('alert').getByText(t('forms:validation.password_mismatch')).waitFor();
  await expectNoViolations(page, 'a password that is not repeated');
  await fill(guest.password, 'P@ssw0rd1!');
  await button(t('accounts:change.submit')).click();
  await page.getByRole('alert').getByText(t('forms:validation.password_common')).waitFor();
});

/** Matches the message with any number of seconds or minutes. */
function waitText(t: Awaited<ReturnType<typeof translatorOf>>): RegExp {
  const forms = ['seconds_one', 'seconds_other', 'minutes_one', 'minutes_other'];
  return new RegExp(
    forms.map((form) => t(`errors:too_many_requests_${form}`, { count: String.raw`\d+` }).replaceAll('.', '[.]')).join('|'),
  );
}
