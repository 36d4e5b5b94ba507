import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, expectSound, mailedLink } from './invitations.ts';
import { expect, onPhone, test } from './test.ts';

test('an invitation that cannot be accepted says why', async () => {
  const app = await startTestSite();
  const owner = await createUser(app.ctx, { roles: ['Owner'] });
  const other = await createUser(app.ctx);
  const { page, t } = await enter(app, onPhone);
  const email = 'lela@example.com';
  const { staffTeam } = app.api(owner.accessToken);
  const invite = () => staffTeam.invite({ body: { email, roles: ['Desk', 'Money'], language: onPhone.language } });
  await page.goto(paths.invitation);
  await page.getByText(t('accounts:invitation.no_token')).waitFor();
  await expectSound(page, 'no invitation');

  await invite();
  const link = await mailedLink(app, email);
  const entries = { accessToken: other.accessToken, accessTokenReceivedAt: String(app.clock.now().getTime()) };
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, entries);
  await page.goto(link);
  await page.getByRole('button', { name: t('accounts:invitation.accept') }).click();
  await page.getByText(t('account-errors:invitation_of_other', { email })).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(t('account-errors:invitation_of_other', { email }));
  await expectSound(page, 'an invitation of somebody else');
  await page.getByRole('button', { name: t('accounts:invitation.other_account') }).click();
  await page.waitForURL(/login/);

  await invite();
  await page.goto(link);
  await page.getByText(t('account-errors:invitation_withdrawn')).waitFor();
  await expectSound(page, 'a withdrawn invitation');
  app.clock.advanceMinutes(73 * 60);
  await page.goto(await mailedLink(app, email));
  await page.getByText(t('account-errors:invitation_expired')).waitFor();
  const again = app.api((await createUser(app.ctx, { roles: ['Owner'] })).accessToken).staffTeam;
  await again.invite({ body: { email, roles: ['Desk'], language: onPhone.language } });
  const used = await mailedLink(app, email);
  const guest = await createUser(app.ctx, { email });
  await app.api(guest.accessToken).invitations.accept({ body: { token: used.split('=')[1] ?? '' } });
  await page.goto(used);
  await page.getByText(t('account-errors:invitation_used')).waitFor();
});
