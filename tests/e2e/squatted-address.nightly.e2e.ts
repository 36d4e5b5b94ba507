import { eq } from 'drizzle-orm';
import { mails } from '#server/platform/platform.table.ts';
import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive } from './guest.ts';
import { enter, expectSound } from './invitations.ts';
import { register, registrationOf } from './registration.ts';
import { expect, onPhone, test } from './test.ts';

const PASSWORD = 'Night-Guest-1';

test('whose address another person has registered is told at the registration, and a mailed link gives the account over', async () => {
  const app = await startTestSite();
  const squatter = await arrive(app, { ...onPhone, allowed: /status of 401/ });
  const { email } = squatter;
  await squatter.page.goto(paths.profile);
  await squatter.page.getByText(squatter.t('accounts:email_verification.not_verified')).waitFor();

  const { page, t } = await enter(app, { ...onPhone, allowed: /status of 400/ });
  const write = (name: string, text: string) => page.locator(`main [name="${name}"]`).fill(text);
  await page.goto(paths.register);
  await register(page, registrationOf({ email, personalNumber: '01001000002' }));
  await page.getByRole('alert').getByText(t('accounts:register.email_exists')).first().waitFor();
  await expectSound(page, 'a registration with a taken address');

  await page.getByRole('link', { name: t('accounts:register.taken_link') }).click();
  await page.waitForURL(/forgot/);
  await write('email', email);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/login/);
  const [mail] = await app.ctx.db.select().from(mails).where(eq(mails.recipient, email));
  const token = /"token":"([\w-]+)"/.exec(JSON.stringify(mail?.payload))?.[1];
  await page.goto(`${paths.changePassword}?token=${token}`);
  await write('newPassword', PASSWORD);
  await write('confirmNewPassword', PASSWORD);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/login/);
  await write('email', email);
  await write('password', PASSWORD);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/profile/);
  await page.getByText(t('accounts:email_verification.is_verified'), { exact: true }).waitFor();

  await squatter.page.reload();
  await squatter.page.waitForURL(/login/);
  await expect(app.api(squatter.accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });
});
