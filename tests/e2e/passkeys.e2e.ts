import type { CDPSession, Page } from 'playwright-core';
import { freePort } from '#lab/trial/server-process.ts';
import { paths } from '#shared/paths.ts';
import { addPasskey } from '#tests/factories/authenticator.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createUser, setRoles, signInAgain, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive, scannerDevice } from './guest.ts';
import { translatorOf, visit } from './site.ts';
import { expect, onPhone, rare, test } from './test.ts';

/** These tests provoke refusals. */
const allowed = /status of (400|401|403|409)/;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Starts a site at the name `localhost`: passkeys do not work for IP addresses. */
async function startNamedSite(): Promise<TestApp> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  return { ...(await startTestSite({ env: { PORT: port, PUBLIC_URL: url } })), url };
}

/**
 * Gives the browser an authenticator whose user is present and agrees; `refuse` makes the user leave, as by closing the browser's dialog.
 */
async function plugIn(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  return {
    refuse: (isRefusing: boolean) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefusing }),
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    unplug: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

/** Removes the session from the browser without telling the server. */
async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ['accessToken', 'accessTokenReceivedAt']) localStorage.removeItem(key);
  });
  await page.context().clearCookies({ name: 'rkali_refresh' });
}

async function logIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.goto(paths.login);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password]').press('Enter');
}

for (const [language, width] of onPhone)
  test(`an Owner adds a passkey, signs in with it, confirms with it and removes it (${language} ${width})`, async () => {
    const app = await startNamedSite();
    const owner = await arrive(app, { language, width, allowed });
    const { page, t } = owner;
    await setRoles(app.ctx, owner.id, ['Owner']);
    const device = await plugIn(page);
    await page.goto(`${paths.profile}#security`);
    const section = page.getByRole('region', { name: t('accounts:second_factor.title') });
    await section.getByRole('button', { name: t('accounts:second_factor.add_passkey') }).click();
    const dialog = page.getByRole('dialog');
    await expectNoViolations(page, 'a new passkey');
    await dialog.getByLabel(t('accounts:second_factor.name'), { exact: true }).fill('');
    await press(page, t('accounts:second_factor.begin'));
    await dialog.getByText(t('forms:validation.factor_name_required')).waitFor();
    await dialog.getByLabel(t('accounts:second_factor.name'), { exact: true }).fill('ალექსანდრე-კონსტანტინეს ძველი ლეპტოპი');
    await press(page, t('accounts:second_factor.begin'));
    const mailed = page.getByRole('dialog', { name: t('accounts:email_proof.dialog') });
    const digits = mailed.getByLabel(t('accounts:second_factor.fields.mail'));
    await digits.waitFor();
    await digits.fill((await mailedProof(app, owner.email)).code);
    await digits.press('Enter');
    const codes = dialog.getByRole('list', { name: t('accounts:second_factor.codes_title') }).getByRole('listitem');
    await expect.poll(() => codes.count()).toBe(10);
    await press(page, t('accounts:second_factor.stored'));
    const item = section.getByRole('listitem').filter({ hasText: t('accounts:second_factor.kinds.passkey') });
    await item.waitFor();
    const heading = section.getByRole('heading', { name: t('accounts:second_factor.title') });
    await expect(heading).toBeFocused();
    await expectNoViolations(page, 'an account with a passkey');

    await section.getByRole('button', { name: t('accounts:second_factor.add_passkey') }).click();
    await press(page, t('accounts:second_factor.begin'));
    await dialog.getByText(t('accounts:second_factor.passkey_problems.known')).waitFor();
    await expectNoViolations(page, 'a device that has a passkey already');
    await page.keyboard.press('Escape');

    await forgetSession(page);
    await logIn(page, owner);
    const use = page.getByRole('button', { name: t('accounts:second_factor.use_passkey'), exact: true });
    await expect(use).toBeFocused();
    await expectNoViolations(page, 'a login with a passkey');
    await use.click();
    await page.waitForURL(/profile/);

    await scannerDevice(app, { page }, 6);
    await page.goto(paths.home);
    await page.goto(`${paths.profile}#security`);
    await section.getByRole('button', { name: new RegExp(t('accounts:second_factor.remove')) }).click();
    await expectNoViolations(page, 'the question before a passkey is removed');
    await dialog.getByRole('button', { name: t('accounts:second_factor.remove'), exact: true }).click();
    const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
    await expect(question.getByRole('button', { name: t('accounts:second_factor.use_passkey'), exact: true })).toBeFocused();
    await expectNoViolations(page, 'a confirmation with a passkey');
    await page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
    await expect(heading).toBeFocused();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await device.credentials()).toHaveLength(1);
  });

for (const [language, width] of onPhone)
  test(
    `closing the browser's window is said, loses nothing, and the guest tries again or otherwise (${language} ${width})`,
    rare,
    async () => {
      const app = await startNamedSite();
      const { page, t, ...guest } = await arrive(app, { language, width, allowed });
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
    },
  );

test('when the answer with the recovery codes is lost, trying again asks the device for nothing and says so', rare, async () => {
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

test('a login that waited too long for its passkey begins anew and says why', rare, async () => {
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

test('a browser without passkeys offers none; the recovery code is the way in', rare, async () => {
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

test('at an address in numbers the browser refuses passkeys, and the screen says why', rare, async () => {
  const app = await startTestSite();
  const { page, t } = await arrive(app, { allowed });
  await plugIn(page);
  await page.goto(`${paths.profile}#security`);
  await press(page, t('accounts:second_factor.add_passkey'));
  await press(page, t('accounts:second_factor.begin'));
  await page.getByRole('dialog').getByText(t('accounts:second_factor.passkey_problems.wrong_place')).waitFor();
});
