import { paths } from '#shared/paths.ts';
import { codeOf } from '#tests/factories/second-factors.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { arrive, letTimePass } from './guest.ts';
import { press } from './log-in.ts';
import { allowed, logInWithFactor } from './second-factor.steps.ts';
import { expect, onPhone, test } from './test.ts';

test('a guest sets up an app with its code, and gets ten recovery codes that stay until they are stored', async () => {
  const app = await startTestSite();
  const { page, t } = await arrive(app, { ...onPhone, allowed });
  await page.goto(`${paths.profile}#security`);
  const section = page.getByRole('region', { name: t('accounts:second_factor.title') });
  await section.getByRole('button', { name: t('accounts:second_factor.add'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await press(page, t('accounts:second_factor.begin'));
  await dialog.getByRole('img', { name: t('accounts:second_factor.qr_alt') }).waitFor();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await expectNoViolations(page, 'the secret of an app');
  const code = dialog.getByLabel(t('accounts:second_factor.fields.code'));
  await code.fill(codeOf(app, secret.replaceAll(' ', '')));
  await code.press('Enter');
  const codes = dialog.getByRole('list', { name: t('accounts:second_factor.codes_title') }).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(10);
  await expectNoViolations(page, 'recovery codes');
  await page.mouse.click(2, 2);
  await dialog.getByText(t('accounts:second_factor.codes_warning')).waitFor();
  expect(await codes.count()).toBe(10);
  const file = page.waitForEvent('download');
  await press(page, t('accounts:second_factor.save'));
  expect((await file).suggestedFilename()).toBe('recovery-codes.txt');
  await press(page, t('accounts:second_factor.stored'));
  await section.getByText(t('accounts:second_factor.codes_left_other', { count: '10' })).waitFor();
  await expectNoViolations(page, 'an account with an app');
});

test('an app is removed after a confirmation with a recovery code', async () => {
  const app = await startTestSite();
  const guest = await logInWithFactor(app, onPhone);
  const { page, t, recoveryCodes } = guest;
  const section = page.getByRole('region', { name: t('accounts:second_factor.title') });
  const remove = section.getByRole('button', { name: new RegExp(t('accounts:second_factor.remove')) });
  // The jump of the clock must not meet the screen while it loads.
  await remove.waitFor();
  await letTimePass(app, guest, 6);
  await remove.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('accounts:second_factor.remove'), exact: true }).click();
  const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
  await question.getByRole('button', { name: t('accounts:second_factor.ways.recovery') }).click();
  await expectNoViolations(page, 'a confirmation');
  await question.getByLabel(t('accounts:second_factor.fields.recovery')).fill((recoveryCodes[0] ?? '').toLowerCase());
  await question.getByRole('button', { name: t('accounts:second_factor.confirm'), exact: true }).click();
  await section.getByRole('button', { name: t('accounts:second_factor.add'), exact: true }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});
