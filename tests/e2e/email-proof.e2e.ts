import { paths } from '#shared/paths.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive, letTimePass } from './guest.ts';
import { expectSound } from './invitations.ts';
import { expect, onPhone, test } from './test.ts';

/** These tests provoke refusals. */
const allowed = /status of (400|401|403|429)/;
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a guest proves the address in the profile with mailed digits', async () => {
  const app = await startTestSite();
  const guest = await arrive(app, { ...onPhone, allowed });
  const { page, t, email } = guest;
  await page.goto(paths.profile);
  await page.getByText(t('accounts:email_verification.not_verified')).waitFor();
  await expectSound(page, 'a profile whose address is not proved');
  await page.getByRole('button', { name: t('accounts:email_verification.verify') }).click();
  const dialog = page.getByRole('dialog', { name: t('accounts:email_verification.dialog') });
  await dialog.getByText(t('accounts:email_verification.sent', { email })).waitFor();
  const code = dialog.getByLabel(t('accounts:second_factor.fields.mail'));
  await expect(code).toBeFocused();
  await expectSound(page, 'digits to type');
  const first = (await mailedProof(app, email)).code;
  await code.fill(otherThan(first));
  await code.press('Enter');
  await dialog.getByText(t('forms:validation.code_wrong')).waitFor();
  await expectSound(page, 'wrong digits');

  await letTimePass(app, { page }, 1);
  const again = dialog.getByRole('button', { name: t('accounts:email_verification.again'), exact: true });
  await again.click();
  await dialog.getByRole('button', { name: new RegExp(t('accounts:email_verification.again_in_other', { count: '(59|60)' })) }).waitFor();
  const { code: digits } = await mailedProof(app, email);
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await code.press('Enter');
  await page.getByText(t('accounts:email_verification.verified', { email })).first().waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.getByText(t('accounts:email_verification.is_verified'), { exact: true }).waitFor();
  await expectSound(page, 'a proved address');
});
