import type { Page } from 'playwright-core';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { DESKTOP_PX, enter, expectSound, mailedLink } from './invitations.ts';
import { expect, testInEachView } from './test.ts';

/** Fills in the five fields of a new member; the invitation sets the address. */
async function join(page: Page): Promise<void> {
  const write = (name: string, text: string) => page.locator(`main [name="${name}"]`).fill(text);
  await write('firstName', 'Lela');
  await write('lastName', 'Maisuradze');
  await write('phoneNumber', '555123456');
  await write('password', 'Night-Guest-1');
  await write('confirmPassword', 'Night-Guest-1');
  await page.locator('main form button[type=submit]').click();
}

testInEachView(
  'an Owner invites, the colleague joins with five fields and sees the sections of the role until it is taken away',
  async ({ language, width }) => {
    const app = await startTestSite();
    const { page: owner, t } = await openConsole(app, { language, width });
    const email = 'lela@example.com';
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
    await owner.goto('/staff/settings/team');
    await owner.getByText(t('staff-team:no_invitations')).waitFor();
    await expectSound(owner, 'the team');
    await press(owner, t('staff-team:invite.open'));
    const dialog = owner.getByRole('dialog');
    await press(owner, t('staff-team:invite.submit'));
    await dialog.getByText(t('forms:validation.roles_required')).waitFor();
    const address = dialog.getByLabel(t('staff-team:invite.email'), { exact: true });
    await expect.poll(() => address.evaluate((box) => box === document.activeElement)).toBe(true);
    await expectSound(owner, 'an invitation with errors');
    await address.fill(email);
    await dialog.getByLabel(t('staff:role_texts.Desk')).press('Space');
    await press(owner, t('staff-team:invite.submit'));
    await owner.getByText(t('staff-team:invite.done', { email })).waitFor();
    await owner
      .getByRole('list', { name: t('staff-team:invitations') })
      .getByText(email)
      .waitFor();
    await expectSound(owner, 'the team with an invitation');

    const { page: guest } = await enter(app, { language, width });
    await guest.goto(await mailedLink(app, email));
    await expect.poll(() => guest.url()).not.toContain('token');
    await guest.getByText(t('staff:role_texts.Desk')).waitFor();
    await guest.getByText(email).waitFor();
    await expectSound(guest, 'an invitation');
    await guest.reload();
    await guest.locator('main [name=firstName]').waitFor();
    await expectSound(guest, 'an invitation to join');
    await join(guest);
    await guest.waitForURL(/staff$/);
    await guest.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
    if (width < DESKTOP_PX) await press(guest, t('staff:bar.more'));
    const sections = guest.getByRole('navigation', { name: t('staff:nav.label') }).getByRole('link');
    await sections.first().waitFor();
    const parts = width < DESKTOP_PX ? (['all_guests', 'verification'] as const) : [];
    const listed = (['home', 'guests', ...parts, 'settings'] as const).map((name) => t(`staff:nav.${name}`));
    expect(await sections.allTextContents()).toEqual(listed);
    await guest.goto('/staff/guests');
    await guest.getByRole('heading', { level: 1, name: t('staff:nav.guests') }).waitFor();

    await owner.reload();
    const name = 'Lela Maisuradze';
    await press(owner, t('staff-team:remove.open_of', { name }));
    await dialog.getByText(t('staff-team:remove.text')).waitFor();
    await expectSound(owner, 'the question before a removal');
    await press(owner, t('staff-team:remove.submit'));
    await owner.getByText(t('staff-team:remove.done', { name })).waitFor();
    await expect.poll(() => owner.getByRole('link', { name }).count()).toBe(0);
    await expect.poll(() => owner.evaluate(() => document.activeElement?.id)).toBe('members');

    await guest.reload();
    await guest.waitForURL(/profile/);
    await guest.goto('/staff');
    await guest.waitForURL(/profile/);
  },
);
