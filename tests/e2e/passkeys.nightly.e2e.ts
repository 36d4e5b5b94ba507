import { paths } from '#shared/paths.ts';
import { addPasskey } from '#tests/factories/authenticator.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive } from './guest.ts';
import { logIn, press } from './log-in.ts';
import { addOwnPasskey, allowed, forgetSession, plugIn, startNamedSite } from './passkeys.steps.ts';
import { translatorOf, visit } from './site.ts';
import { expect, onPhone, test } from './test.ts';

test("closing the browser's window is said, loses nothing, and the guest tries again or otherwise", async () => {
  const app = await startNamedSite();
  const { page, t, ...guest } = await arrive(app, { ...onPhone, allowed });
  const device = await plugIn(page);
  await page.goto(`${paths.profile}#security`);
  await press(page, t('accounts:second_factor.add_passkey'));
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel(t('accounts:second_factor.name'), { exact: true });
  await name.fill('Laptop');
  await device.refuse(true);
  await press(page, t('accounts:second_factor.begin'));
  await dialog.getByRole('alert').getByText(t('accounts:second_factor.passkey_problems.not_made')).waitFor();
  expect(await name.inputValue()).toBe('Laptop');
  await expect(dialog.getByRole('button', { name: t('accounts:second_factor.begin'), exact: true })).toBeFocused();
  await expectNoViolations(page, 'no passkey was made');
  await device.refuse(false);
  await page.keyboard.press('Enter');
  await press(page, t('accounts:second_factor.stored'));
  const { secret } = await addFactor(app, await signInAgain(app.ctx, guest.id));

  await forgetSession(page);
  await logIn(page, guest);
  await device.refuse(true);
  const use = page.getByRole('button', { name: t('accounts:second_factor.use_passkey'), exact: true });
  await use.click();
  await page.getByRole('alert').getByText(t('accounts:second_factor.passkey_problems.not_used')).waitFor();
  await expect(use).toBeFocused();
  await expectNoViolations(page, 'no passkey answered');
  await press(page, t('accounts:second_factor.ways.recovery'));
  await page.getByText(t('accounts:second_factor.step_texts.recovery')).waitFor();
  await press(page, t('accounts:second_factor.ways.code'));
  const code = page.getByLabel(t('accounts:second_factor.fields.code'));
  await expect(code).toBeFocused();
  await press(page, t('accounts:second_factor.ways.passkey'));
  await expect(use).toBeFocused();
  await press(page, t('accounts:second_factor.ways.code'));
  await code.fill(codeOf(app, secret));
  await code.press('Enter');
  await page.waitForURL(/profile/);
});

test('when the answer with the recovery codes is lost, trying again asks the device for nothing and says so', async () => {
  const app = await startNamedSite();
  const { page, t } = await arrive(app, { allowed: /status of (400|401|403|409)|ERR_FAILED/ });
  const device = await plugIn(page);
  let losses = 0;
  await page.route('**/api/auth/passkeys', async (route) => {
    losses += 1;
    if (losses > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.goto(`${paths.profile}#security`);
  await press(page, t('accounts:second_factor.add_passkey'));
  await press(page, t('accounts:second_factor.begin'));
  await page.getByRole('dialog').getByText(t('errors:network')).waitFor();
  await press(page, t('accounts:second_factor.begin'));
  await page.getByText(t('accounts:second_factor.active_without_codes')).waitFor();
  await page.getByText(t('accounts:second_factor.codes_left_other', { count: '10' })).waitFor();
  expect(await device.credentials()).toHaveLength(1);
});

test('a login that waited too long for its passkey begins anew and says why', async () => {
  const app = await startNamedSite();
  const t = await translatorOf('en');
  const user = await createUser(app.ctx);
  await addPasskey(app, user.accessToken);
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed });
  await plugIn(page);
  await logIn(page, user);
  await page.getByText(t('accounts:second_factor.step_texts.passkey')).waitFor();
  app.clock.advanceMinutes(6);
  await press(page, t('accounts:second_factor.use_passkey'));
  await page.getByRole('alert').getByText(t('account-errors:challenge_expired')).waitFor();
  await expect.poll(() => page.locator('[name=password]').isVisible()).toBe(true);
});

test('a browser without passkeys offers none; the recovery code is the way in', async () => {
  const app = await startNamedSite();
  const t = await translatorOf('en');
  const user = await createUser(app.ctx);
  const { recoveryCodes } = await addPasskey(app, user.accessToken);
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390, allowed });
  await page.clock.setFixedTime(app.clock.now());
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await logIn(page, user);
  await page.getByText(t('accounts:second_factor.step_texts.only_recovery')).waitFor();
  await expectNoViolations(page, 'a browser without passkeys');
  const code = page.getByLabel(t('accounts:second_factor.fields.recovery'));
  await code.fill(recoveryCodes[0] ?? '');
  await code.press('Enter');
  await page.waitForURL(/profile/);
  await page.goto(`${paths.profile}#security`);
  // The login may still be redirecting to the same page.
  await page.reload();
  await page.getByRole('button', { name: t('accounts:second_factor.add'), exact: true }).waitFor();
  expect(await page.getByRole('button', { name: t('accounts:second_factor.add_passkey') }).count()).toBe(0);
});

test('at an address in numbers the browser refuses passkeys, and the screen says why', async () => {
  const app = await startTestSite();
  const { page, t } = await arrive(app, { allowed });
  await plugIn(page);
  await page.goto(`${paths.profile}#security`);
  await press(page, t('accounts:second_factor.add_passkey'));
  await press(page, t('accounts:second_factor.begin'));
  await page.getByRole('dialog').getByText(t('accounts:second_factor.passkey_problems.wrong_place')).waitFor();
});

test('a device that has a passkey already gets no second one, and the screen says so', async () => {
  const guest = await arrive(await startNamedSite(), { ...onPhone, allowed });
  const { page, t } = guest;
  const device = await plugIn(page);
  const section = await addOwnPasskey(guest);
  await section.getByRole('button', { name: t('accounts:second_factor.add_passkey') }).click();
  await press(page, t('accounts:second_factor.begin'));
  await page.getByRole('dialog').getByText(t('accounts:second_factor.passkey_problems.known')).waitFor();
  await expectNoViolations(page, 'a device that has a passkey already');
  expect(await device.credentials()).toHaveLength(1);
});
