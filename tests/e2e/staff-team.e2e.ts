import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { users } from '#server/accounts/accounts.table.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { enter, expectSound, mailedLink } from './invitations.ts';
import { expect, test, testInEachView } from './test.ts';

const EMAIL = 'lela@example.com';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

testInEachView('an Owner invites a colleague, once the form has no errors any more', async ({ language, width }) => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { language, width });
  await page.goto('/staff/settings/team');
  await page.getByText(t('staff-team:no_invitations')).waitFor();
  await press(page, t('staff-team:invite.open'));
  const dialog = page.getByRole('dialog');
  await press(page, t('staff-team:invite.submit'));
  await dialog.getByText(t('forms:validation.roles_required')).waitFor();
  const address = dialog.getByLabel(t('staff-team:invite.email'), { exact: true });
  await expect(address).toBeFocused();
  await expectSound(page, 'an invitation with errors');
  await address.fill(EMAIL);
  await dialog.getByLabel(t('staff:role_texts.Desk')).press('Space');
  await press(page, t('staff-team:invite.submit'));
  await page.getByText(t('staff-team:invite.done', { email: EMAIL })).waitFor();
  await page
    .getByRole('list', { name: t('staff-team:invitations') })
    .getByText(EMAIL)
    .waitFor();
  await expectSound(page, 'the team with an invitation');
});

testInEachView('an invited colleague joins with five fields, and comes into the console', async ({ language, width }) => {
  const app = await startTestSite();
  const owner = await createUser(app.ctx, { roles: ['Owner'] });
  await app.api(owner.accessToken).staffTeam.invite({ body: { email: EMAIL, roles: ['Desk'], language } });
  const { page, t } = await enter(app, { language, width });
  await page.goto(await mailedLink(app, EMAIL));
  await expect.poll(() => page.url()).not.toContain('token');
  await page.getByText(t('staff:role_texts.Desk')).waitFor();
  await page.getByText(EMAIL).waitFor();
  await page.reload();
  const write = (name: string, text: string) => page.locator(`main [name="${name}"]`).fill(text);
  await page.locator('main [name=firstName]').waitFor();
  await expectSound(page, 'an invitation to join');
  await write('firstName', 'Lela');
  await write('lastName', 'Maisuradze');
  await write('phoneNumber', '555123456');
  await write('password', 'Night-Guest-1');
  await write('confirmPassword', 'Night-Guest-1');
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/staff$/);
  await page.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
});

test('who is removed from the team is out of the console', async () => {
  const app = await startTestSite();
  const { page: owner, t } = await openConsole(app);
  const { page: member, admin } = await openConsole(app, { roles: ['Desk'], allowed: /status of 403/ });
  const name = 'Lela Maisuradze';
  await app.ctx.db.update(users).set({ firstName: 'Lela', lastName: 'Maisuradze' }).where(eq(users.id, admin.id));
  await member.goto('/staff');
  await member.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
  await owner.goto('/staff/settings/team');
  await press(owner, t('staff:do_with', { what: t('staff-team:remove.open'), name }));
  await owner.getByRole('dialog').getByText(t('staff-team:remove.text')).waitFor();
  await expectSound(owner, 'the question before a removal');
  await press(owner, t('staff-team:remove.submit'));
  await owner.getByText(t('staff-team:remove.done', { name })).waitFor();
  await expect.poll(() => owner.evaluate(() => document.activeElement?.id)).toBe('members');
  await expect(owner.getByRole('link', { name })).toHaveCount(0);
  await member.reload();
  await member.waitForURL(/profile/);
  await member.goto('/staff');
  await member.waitForURL(/profile/);
});
