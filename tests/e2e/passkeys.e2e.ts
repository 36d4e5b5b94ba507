import { mailedProof } from '#tests/factories/email-proof.ts';
import { setRoles } from '#tests/factories/users.ts';
import { expectNoViolations } from './axe.ts';
import { arrive, letTimePass } from './guest.ts';
import { logIn, press } from './log-in.ts';
import { addOwnPasskey, allowed, forgetSession, openSecurity, plugIn, startNamedSite } from './passkeys.steps.ts';
import { expect, onPhone, test } from './test.ts';

test('an Owner adds a passkey with a name and the digits of a mail, and gets ten recovery codes', async () => {
  const app = await startNamedSite();
  const owner = await arrive(app, { ...onPhone, allowed });
  const { page, t } = owner;
  await setRoles(app.ctx, owner.id, ['Owner']);
  const device = await plugIn(page);
  const section = await openSecurity(owner);
  await section.getByRole('button', { name: t('accounts:second_factor.add_passkey') }).click();
  const dialog = page.getByRole('dialog');
  await expectNoViolations(page, 'a new passkey');
  const name = dialog.getByLabel(t('accounts:second_factor.name'), { exact: true });
  await name.fill('');
  await press(page, t('accounts:second_factor.begin'));
  await dialog.getByText(t('forms:validation.factor_name_required')).waitFor();
  await name.fill('ალექსანდრე-კონსტანტინეს ძველი ლეპტოპი');
  await press(page, t('accounts:second_factor.begin'));
  const mailed = page.getByRole('dialog', { name: t('accounts:email_verification.dialog') });
  const digits = mailed.getByLabel(t('accounts:second_factor.fields.mail'));
  await digits.waitFor();
  await digits.fill((await mailedProof(app, owner.email)).code);
  await digits.press('Enter');
  const codes = dialog.getByRole('list', { name: t('accounts:second_factor.codes_title') }).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(10);
  await press(page, t('accounts:second_factor.stored'));
  await section
    .getByRole('listitem')
    .filter({ hasText: t('accounts:second_factor.kinds.passkey') })
    .waitFor();
  await expect(section.getByRole('heading', { name: t('accounts:second_factor.title') })).toBeFocused();
  await expectNoViolations(page, 'an account with a passkey');
  expect(await device.credentials()).toHaveLength(1);
});

test('a guest signs in with a passkey', async () => {
  const guest = await arrive(await startNamedSite(), { ...onPhone, allowed });
  const { page, t } = guest;
  await plugIn(page);
  await addOwnPasskey(guest);
  await forgetSession(page);
  await logIn(page, guest);
  const use = page.getByRole('button', { name: t('accounts:second_factor.use_passkey'), exact: true });
  await expect(use).toBeFocused();
  await expectNoViolations(page, 'a login with a passkey');
  await use.click();
  await page.waitForURL(/profile/);
});

test('a passkey is removed after a confirmation with it', async () => {
  const app = await startNamedSite();
  const guest = await arrive(app, { ...onPhone, allowed });
  const { page, t } = guest;
  await plugIn(page);
  const section = await addOwnPasskey(guest);
  await letTimePass(app, guest, 6);
  await section.getByRole('button', { name: new RegExp(t('accounts:second_factor.remove')) }).click();
  await expectNoViolations(page, 'the question before a passkey is removed');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('accounts:second_factor.remove'), exact: true }).click();
  const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
  await expect(question.getByRole('button', { name: t('accounts:second_factor.use_passkey'), exact: true })).toBeFocused();
  await expectNoViolations(page, 'a confirmation with a passkey');
  await page.keyboard.press('Enter');
  await section
    .getByRole('listitem')
    .filter({ hasText: t('accounts:second_factor.kinds.passkey') })
    .waitFor({ state: 'detached' });
  await expect(section.getByRole('heading', { name: t('accounts:second_factor.title') })).toBeFocused();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
