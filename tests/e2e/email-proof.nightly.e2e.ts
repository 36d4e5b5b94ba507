import { paths } from '#shared/paths.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { createUser } from '#tests/factories/users.ts';
import { codeOf } from '#tests/factories/second-factors.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { enter, expectSound, mailedLink } from './invitations.ts';
import { expect, onPhone, test } from './test.ts';

/** These tests provoke refusals. */
const allowed = /status of (400|401|403|429)/;

test('the link of the mail proves the address on another device', async () => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  await app.api(guest.accessToken).emailProof.request();
  const { page, t } = await enter(app, onPhone);
  const [, token = ''] = (await mailedLink(app, guest.email)).split('=');
  await page.goto(`${paths.emailProof}?token=${token}`);
  const submit = page.getByRole('button', { name: t('accounts:email_verification.link_submit') });
  await submit.waitFor();
  expect(page.url()).not.toContain(token);
  await expectSound(page, 'the question behind the link');
  await page.reload();
  await submit.click();
  await page.getByText(t('accounts:email_verification.verified', { email: guest.email })).waitFor();
  await expectSound(page, 'a proved address');
  expect((await app.api(guest.accessToken).accounts.me()).isEmailProved).toBe(true);
  await page.goto(paths.about);
  await page.goto(paths.emailProof);
  await page.getByText(t('accounts:email_verification.no_token')).waitFor();
  await expectSound(page, 'no link');
});

test('an Owner sets the first app up with digits of a mail, after the password', async () => {
  const app = await startTestSite();
  const { page, admin, t } = await openConsole(app, { ...onPhone, allowed });
  app.clock.advanceMinutes(6);
  await page.clock.setFixedTime(app.clock.now());
  await page.goto(`${paths.profile}#security`);
  await page.getByRole('button', { name: t('accounts:second_factor.add'), exact: true }).click();
  await page.getByRole('button', { name: t('accounts:second_factor.begin'), exact: true }).click();
  const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
  await question.getByLabel(t('accounts:second_factor.fields.password')).fill(admin.password);
  await page.keyboard.press('Enter');
  const mailed = page.getByRole('dialog', { name: t('accounts:email_verification.dialog') });
  await mailed.getByText(t('accounts:email_verification.sent', { email: admin.email })).waitFor();
  await expectSound(page, 'digits before the first app');
  const code = mailed.getByLabel(t('accounts:second_factor.fields.mail'));
  await expect(code).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByText(t('account-errors:confirmation_required')).first().waitFor();

  await page.getByRole('button', { name: t('accounts:second_factor.begin'), exact: true }).click();
  await code.fill((await mailedProof(app, admin.email)).code);
  await code.press('Enter');
  await page.getByRole('img', { name: t('accounts:second_factor.qr_alt') }).waitFor();
  const secret = ((await page.getByRole('dialog').locator('code').textContent()) ?? '').replaceAll(' ', '');
  const digits = page.getByLabel(t('accounts:second_factor.fields.code'));
  await digits.fill(codeOf(app, secret));
  await digits.press('Enter');
  await page.getByRole('list', { name: t('accounts:second_factor.codes_title') }).waitFor();
});
