import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { users } from '#server/accounts/accounts.table.ts';
import { findRoles } from '#server/accounts/roles.queries.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { chooseOption, openConsole } from './console.ts';
import { allowed, expectSound } from './invitations.ts';
import { expect, test, testInEachView } from './test.ts';

test('the roles of a member are changed by keyboard; what another Owner changed meanwhile is shown, and the own choice stays', async () => {
  const app = await startTestSite();
  const member = await createUser(app.ctx, { firstName: 'Ana', lastName: 'Kobalia', roles: ['Desk', 'DoorLead'] });
  const other = await createUser(app.ctx, { firstName: 'Luka', lastName: 'B', roles: ['Owner'] });
  const { page, t } = await openConsole(app, { allowed });
  await page.setViewportSize({ width: 320, height: 568 });
  const name = 'Ana Kobalia';
  await page.goto('/staff/settings/team');
  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-team:roles.open'), name }) }).press('Enter');
  const dialog = page.getByRole('dialog');
  const box = (role: string) => dialog.getByLabel(t(`staff:role_texts.${role}`));
  expect([await box('Desk').isChecked(), await box('DoorLead').isChecked(), await box('Money').isChecked()]).toEqual([true, true, false]);
  await box('DoorLead').press('Space');
  const { staffTeam } = app.api(other.accessToken);
  await staffTeam.changeRoles({ id: member.id, body: { seen: ['Desk', 'DoorLead'], wanted: ['Manager'] } });
  await dialog.getByRole('button', { name: t('staff-team:roles.submit') }).press('Enter');
  await expect(dialog.getByRole('alert').getByText(t('staff:roles.Manager'))).toBeInViewport();
  expect([await box('Desk').isChecked(), await box('DoorLead').isChecked(), await box('Manager').isChecked()]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await findRoles(app.ctx.db, member.id)).toEqual(['Manager']);
  await expectSound(page, 'a conflict');
  await dialog.getByRole('button', { name: t('staff-team:roles.submit') }).press('Enter');
  await page.getByText(t('staff-team:roles.done', { name })).waitFor();
  expect(await findRoles(app.ctx.db, member.id)).toEqual(['Desk']);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(t('staff:do_with', { what: t('staff-team:roles.open'), name }));

  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-team:roles.open'), name }) }).press('Enter');
  await staffTeam.remove({ id: member.id });
  await box('Money').press('Space');
  await dialog.getByRole('button', { name: t('staff-team:roles.submit') }).press('Enter');
  await page.getByText(t('staff-team:remove.done', { name })).waitFor();
  expect(await findRoles(app.ctx.db, member.id)).toEqual([]);
});

test('of two Owners who change one person the second sees what the first saved, and one signs the person out everywhere', async () => {
  const app = await startTestSite();
  const view = { language: 'ka', width: 390 } as const;
  const { page: first, t } = await openConsole(app, view);
  const { page: second } = await openConsole(app, { ...view, allowed });
  const { page: member, admin } = await openConsole(app, { ...view, roles: ['Desk'], allowed: /status of 401/ });
  const name = 'Ana Kobalia';
  await app.ctx.db.update(users).set({ firstName: 'Ana', lastName: 'Kobalia' }).where(eq(users.id, admin.id));
  await member.goto('/staff');
  const pressIn = (page: Page, key: string) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: t(`staff-team:${key}`), exact: true })
      .click();
  const box = (page: Page, role: string) => page.getByRole('dialog').getByLabel(t(`staff:role_texts.${role}`));
  for (const page of [first, second]) {
    await page.goto('/staff/settings/team');
    await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-team:roles.open'), name }) }).click();
  }
  await box(first, 'Editor').press('Space');
  await box(second, 'Money').press('Space');
  await pressIn(first, 'roles.submit');
  await first.getByText(t('staff-team:roles.done', { name })).waitFor();
  await pressIn(second, 'roles.submit');
  await expect(second.getByRole('dialog').getByRole('alert').getByText(t('staff:roles.Editor'))).toBeInViewport();
  expect([await box(second, 'Editor').isChecked(), await box(second, 'Money').isChecked()]).toEqual([false, true]);
  expect(await findRoles(app.ctx.db, admin.id)).toEqual(['Desk', 'Editor']);
  await expectSound(second, 'a conflict of two Owners');
  await pressIn(second, 'roles.submit');
  await second.getByText(t('staff-team:roles.done', { name })).waitFor();
  expect(await findRoles(app.ctx.db, admin.id)).toEqual(['Desk', 'Money']);

  await second.getByRole('button', { name: t('staff:do_with', { what: t('staff-team:sign_out.open'), name }) }).click();
  await second.getByRole('dialog').getByRole('listitem').waitFor();
  await expectSound(second, 'the question before signing out everywhere');
  await pressIn(second, 'sign_out.submit');
  await second.getByText(t('staff-team:sign_out.done', { name })).waitFor();
  await expectSound(second, 'the team after signing somebody out');
  await member.reload();
  await member.waitForURL(/login/);
});

test('a member is logged out of all devices, an invitation is withdrawn, and a list that cannot be read says so', async () => {
  const app = await startTestSite();
  const member = await createUser(app.ctx, { firstName: 'Ana', lastName: 'Kobalia', roles: ['Desk'] });
  const { page, t } = await openConsole(app, { allowed: /status of 503/ });
  await page.route('**/api/staff/team', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await page.goto('/staff/settings/team');
  await page.getByRole('alert').waitFor();
  await expectSound(page, 'a team that cannot be read');
  await page.getByRole('button', { name: t('common:try_again') }).click();
  const name = 'Ana Kobalia';
  await page.route(`**/api/staff/team/${member.id}/sessions`, (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-team:sign_out.open'), name }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('common:try_again') }).click();
  await dialog.getByRole('listitem').getByText(t('staff-team:devices.unknown')).waitFor();
  await expectSound(page, 'where a member is logged in');
  await dialog.getByRole('button', { name: t('staff-team:sign_out.submit') }).click();
  await page.getByText(t('staff-team:sign_out.done', { name })).waitFor();
  await page.getByText(t('staff-team:sessions', { count: '0' })).waitFor();
  await expect(app.api(member.accessToken).accounts.me()).rejects.toMatchObject({ status: 401 });

  const email = 'lela@example.com';
  await page.getByRole('button', { name: t('staff-team:invite.open') }).click();
  await page.getByLabel(t('staff-team:invite.email'), { exact: true }).fill(email);
  // The typed text survives a reload.
  await page.reload();
  await page.getByRole('button', { name: t('staff-team:invite.open') }).click();
  expect(await page.getByLabel(t('staff-team:invite.email'), { exact: true }).inputValue()).toBe(email);
  await page.getByLabel(t('staff:role_texts.Money')).press('Space');
  await page.getByRole('button', { name: t('staff-team:invite.submit') }).click();
  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-team:invitation.withdraw'), name: email }) }).press('Enter');
  await page.getByText(t('staff-team:invitation.withdrawn', { email })).waitFor();
  await page.getByText(t('staff-team:no_invitations')).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('invitations');
});

testInEachView('a member chooses the own mails, from the row in the team', async ({ language, width }) => {
  const app = await startTestSite();
  const { page, admin, t } = await openConsole(app, { language, width });
  await page.goto('/staff/settings/team');
  await page.getByRole('link', { name: t('staff-team:notifications.title') }).click();
  const soldOut = page.getByLabel(t('staff-team:notifications.sold_out'));
  expect(await soldOut.isChecked()).toBe(true);
  await soldOut.press('Space');
  await chooseOption(page, t('staff-team:notifications.waiting'), t('staff-team:notifications.waiting_daily'));
  await expectSound(page, 'the own mails');
  await page.getByRole('button', { name: t('staff:save') }).click();
  await page.getByText(t('staff:saved')).waitFor();
  expect(await app.api(admin.accessToken).staffNotifications.get()).toMatchObject({ soldOut: false, waitingGuests: 'daily' });
  await page.reload();
  await page.getByLabel(t('staff-team:notifications.waiting')).waitFor();
  expect(await soldOut.isChecked()).toBe(false);
});
