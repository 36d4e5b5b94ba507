import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { addFactor, codeOf, untilNextCode } from '#tests/factories/second-factors.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { logIn, press } from './log-in.ts';
import { allowed, withFactor } from './second-factor.steps.ts';
import { translatorOf, visit } from './site.ts';
import { expect, onPhone, test, testInEachView } from './test.ts';

/** Gives the browser a new session opened without a second factor. */
async function openNewSession(page: Page, app: TestApp, userId: number): Promise<string> {
  const accessToken = await signInAgain(app.ctx, userId);
  const kept = { accessToken, accessTokenReceivedAt: String(app.clock.now().getTime()) };
  await page.clock.setFixedTime(app.clock.now());
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
  return accessToken;
}

test('new recovery codes end the old ones at once, and each of them logs in once', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const user = await withFactor(app);
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed });
  await page.clock.setFixedTime(app.clock.now());
  const answer = async (kind: 'code' | 'recovery', text: string) => {
    const field = page.getByLabel(t(`accounts:second_factor.fields.${kind}`));
    await field.fill(text);
    await field.press('Enter');
  };
  const isRefused = () => page.getByText(t('forms:validation.code_wrong')).waitFor();
  await logIn(page, user);
  await answer('code', codeOf(app, user.secret));
  await page.waitForURL(/profile/);
  await page.locator('button[aria-controls=security-body]').click();
  await press(page, t('accounts:second_factor.renew'));
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('accounts:second_factor.renew_text')).waitFor();
  await expectNoViolations(page, 'the question before new recovery codes');
  await dialog.getByRole('button', { name: t('accounts:second_factor.renew'), exact: true }).click();
  const codes = dialog.getByRole('list', { name: t('accounts:second_factor.codes_title') }).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(10);
  await expect(dialog.getByText(t('accounts:second_factor.codes_text'))).toBeFocused();
  await expectNoViolations(page, 'new recovery codes');
  const [renewed = ''] = await codes.allTextContents();
  await press(page, t('accounts:second_factor.stored'));

  const [old = ''] = user.recoveryCodes;
  for (const isUsed of [false, true]) {
    await press(page, t('accounts:profile.logout'));
    await page.waitForURL(/login/);
    await logIn(page, user);
    await press(page, t('accounts:second_factor.ways.recovery'));
    await answer('recovery', isUsed ? renewed : old);
    await isRefused();
    if (isUsed) break;
    await expectNoViolations(page, 'an old recovery code');
    await answer('recovery', renewed);
    await page.waitForURL(/profile/);
    await page.locator('button[aria-controls=security-body]').click();
    await page.getByText(t('accounts:second_factor.codes_left_other', { count: '9' })).waitFor();
  }
});

test('when the answer with the recovery codes is lost, trying again says so and the app counts', async () => {
  const app = await startTestSite();
  const { page, t } = await arrive(app, { allowed: /status of (400|401|403|409)|ERR_FAILED/ });
  let losses = 0;
  await page.route('**/api/auth/second-factors/*/confirm', async (route) => {
    losses += 1;
    if (losses > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto(`${paths.profile}#security`);
  await press(page, t('accounts:second_factor.add'));
  await press(page, t('accounts:second_factor.begin'));
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.locator('code').textContent()) ?? '';
  const code = dialog.getByLabel(t('accounts:second_factor.fields.code'));
  await code.fill(codeOf(app, secret.replaceAll(' ', '')));
  await code.press('Enter');
  await dialog.getByText(t('errors:network')).waitFor();
  await code.press('Enter');
  await page.getByText(t('accounts:second_factor.active_without_codes')).waitFor();
  await page.getByText(t('accounts:second_factor.codes_left_other', { count: '10' })).waitFor();
});

test('a question whose answer changed in another window asks for the code instead', async () => {
  const app = await startTestSite();
  const { page, admin, t } = await openConsole(app, { allowed });
  app.clock.advanceMinutes(6);
  await page.clock.setFixedTime(app.clock.now());
  await page.goto(`${paths.profile}#security`);
  await press(page, t('accounts:second_factor.add'));
  await press(page, t('accounts:second_factor.begin'));
  const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
  const password = question.getByLabel(t('accounts:second_factor.fields.password'));
  await password.fill(admin.password);
  await app.api(admin.accessToken).secondFactor.confirm({ body: { password: admin.password } });
  const { secret } = await addFactor(app, admin.accessToken);
  await password.press('Enter');
  const code = question.getByLabel(t('accounts:second_factor.fields.code'));
  await code.fill(codeOf(app, secret));
  await code.press('Enter');
  await page.getByRole('img', { name: t('accounts:second_factor.qr_alt') }).waitFor();
});

test('after too many wrong codes the login begins anew and says why', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const user = await withFactor(app);
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed });
  await logIn(page, user);
  const code = page.getByLabel(t('accounts:second_factor.fields.code'));
  for (let wrong = 0; wrong < 5; wrong += 1) {
    await code.fill(`00000${wrong}`);
    await code.press('Enter');
    await page.getByText(t('forms:validation.code_wrong')).waitFor();
  }
  await code.fill('000009');
  await code.press('Enter');
  await page.getByRole('alert').getByText(t('account-errors:challenge_expired')).waitFor();
  await expect.poll(() => page.locator('[name=password]').isVisible()).toBe(true);
});

testInEachView('staff confirm with the password before roles change, and a cancelled question loses nothing', async ({ language }) => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { language, width: 390, allowed });
  const member = await createUser(app.ctx, { firstName: 'Lela', lastName: 'Maisuradze', roles: ['Desk'] });
  app.clock.advanceMinutes(6);
  await page.clock.setFixedTime(app.clock.now());
  await page.goto('/staff/settings/team');
  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-team:roles.open'), name: 'Lela Maisuradze' }) }).click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByLabel(t('staff:role_texts.Editor')).press('Space');
  await dialog.getByRole('button', { name: t('staff-team:roles.submit') }).click();
  const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
  await expect(question.getByLabel(t('accounts:second_factor.fields.password'))).toBeFocused();
  await expectNoViolations(page, 'a confirmation by password');
  await page.keyboard.press('Escape');
  await page.getByText(t('account-errors:confirmation_required')).first().waitFor();
  expect(await dialog.getByLabel(t('staff:role_texts.Editor')).isChecked()).toBe(true);

  await dialog.getByRole('button', { name: t('staff-team:roles.submit') }).click();
  const password = question.getByLabel(t('accounts:second_factor.fields.password'));
  await password.fill('Wrong-Guess-1');
  await password.press('Enter');
  await question.getByText(t('forms:validation.current_password_wrong')).waitFor();
  await password.fill(member.password);
  await password.press('Enter');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('an Owner whose role needs a second factor is told in time, and without one led to the set-up', async () => {
  const app = await startTestSite({ env: { SECOND_FACTOR_ROLES: 'Owner' } });
  const { page, admin, t } = await openConsole(app, { ...onPhone, allowed });
  await page.goto(paths.staff);
  await page.getByText(t('accounts:second_factor.due_link')).waitFor();
  await expectNoViolations(page, 'the console before a second factor is due');

  app.clock.advanceMinutes(8 * 24 * 60);
  const accessToken = await openNewSession(page, app, admin.id);
  await page.goto(paths.staff);
  await page.getByText(t('accounts:second_factor.due_set_up')).waitFor();
  await expectNoViolations(page, 'the console without a second factor');
  await page.getByRole('link', { name: t('accounts:second_factor.due_link'), exact: true }).click();
  await page.getByRole('heading', { name: t('accounts:second_factor.title') }).waitFor();

  const { secret } = await addFactor(app, accessToken);
  await openNewSession(page, app, admin.id);
  await page.goto(paths.staff);
  await page.getByText(t('accounts:second_factor.due_confirm')).waitFor();
  untilNextCode(app);
  const code = page.getByLabel(t('accounts:second_factor.fields.code'));
  await code.fill(codeOf(app, secret));
  await code.press('Enter');
  await page.getByRole('link', { name: t('staff:title'), exact: true }).waitFor();
});

test('a login with two steps: wrong code, back, right code', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const user = await withFactor(app);
  const page = await visit({ origin: app.url, folder: '' }, { ...onPhone, allowed });
  await page.clock.setFixedTime(app.clock.now());
  await logIn(page, user);
  await expect(page.getByLabel(t('accounts:second_factor.fields.code'))).toBeFocused();
  await page.getByText(t('accounts:second_factor.step_texts.code')).waitFor();
  await expectNoViolations(page, 'the second step of a login');
  await press(page, t('accounts:second_factor.back'));
  await page.locator('[name=password]').fill(user.password);
  await page.locator('[name=password]').press('Enter');
  const code = page.getByLabel(t('accounts:second_factor.fields.code'));
  await code.fill('123');
  await code.press('Enter');
  await page.getByText(t('forms:validation.code_wrong')).waitFor();
  await expectNoViolations(page, 'a wrong code');
  untilNextCode(app);
  await code.fill(codeOf(app, user.secret));
  await code.press('Enter');
  await page.waitForURL(/profile/);
});

test('an app without a name is not set up, nor one with a wrong code', async () => {
  const app = await startTestSite();
  const { page, t } = await arrive(app, { ...onPhone, allowed });
  await page.goto(`${paths.profile}#security`);
  await press(page, t('accounts:second_factor.add'));
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel(t('accounts:second_factor.name'), { exact: true });
  await name.fill('');
  await press(page, t('accounts:second_factor.begin'));
  await dialog.getByText(t('forms:validation.factor_name_required')).waitFor();
  await expectNoViolations(page, 'an app without a name');
  await name.fill('ალექსანდრე-კონსტანტინეს ძველი ტელეფონი');
  await press(page, t('accounts:second_factor.begin'));
  const code = dialog.getByLabel(t('accounts:second_factor.fields.code'));
  await code.fill('000000');
  await code.press('Enter');
  await dialog.getByText(t('forms:validation.code_wrong')).waitFor();
});
