import type { Page } from 'playwright-core';
import { findRoles } from '#server/accounts/roles.queries.ts';
import { paths } from '#shared/paths.ts';
import { codeOf, untilNextCode } from '#tests/factories/second-factors.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { enter, expectSound, mailedLink } from './invitations.ts';
import { arriveAt, enterOn, expectFocus, tabTo, typeInto } from './keyboard.ts';
import { expect, test } from './test.ts';

/** Types address and password on the login page, and sends them. */
async function logIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await typeInto(page, page.locator('[name=email]'), email);
  await typeInto(page, page.locator('[name=password]'), password);
  await page.keyboard.press('Enter');
}

test('by keyboard alone a guest sets up an app, stores the recovery codes, logs out and logs in with both steps', async () => {
  const app = await startTestSite();
  const { page, t, ...guest } = await arrive(app, { language: 'ka', width: 390, allowed: /status of 401/ });
  const named = (key: string) => page.getByRole('button', { name: t(`accounts:${key}`), exact: true });
  await page.goto(paths.profile);
  await named('profile.logout').waitFor();
  await enterOn(page, page.locator('button[aria-controls=security-body]'));
  await enterOn(page, named('second_factor.add'));

  const dialog = page.getByRole('dialog');
  await expectFocus(page, dialog.getByRole('button', { name: t('common:close') }));
  await typeInto(page, dialog.getByLabel(t('accounts:second_factor.name'), { exact: true }), ' 2');
  await enterOn(page, named('second_factor.begin'));
  await expectFocus(page, dialog.getByText(t('accounts:second_factor.scan_text')));
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await tabTo(page, dialog.getByRole('link', { name: t('accounts:second_factor.open_app') }));
  await typeInto(page, dialog.getByLabel(t('accounts:second_factor.fields.code')), codeOf(app, secret));
  await enterOn(page, named('second_factor.activate'));

  await expectFocus(page, dialog.getByText(t('accounts:second_factor.codes_text')));
  expect(await dialog.getByRole('listitem').count()).toBe(10);
  await tabTo(page, named('second_factor.copy'));
  await page.keyboard.press('Escape');
  await dialog.getByText(t('accounts:second_factor.codes_warning')).waitFor();
  await expectFocus(page, named('second_factor.copy'));
  await tabTo(page, named('second_factor.save'));
  const file = page.waitForEvent('download');
  await page.keyboard.press('Space');
  expect((await file).suggestedFilename()).toBe('recovery-codes.txt');
  await enterOn(page, named('second_factor.stored'));
  await expectFocus(page, page.getByRole('heading', { name: t('accounts:second_factor.title') }));
  await page.getByText(t('accounts:second_factor.codes_left_other', { count: '10' })).waitFor();
  await tabTo(page, page.locator('button[aria-controls=security-body]'), 'Shift+Tab');

  await enterOn(page, named('profile.logout'));
  await arriveAt(page, /login/);
  await logIn(page, guest);
  await expectFocus(page, page.getByLabel(t('accounts:second_factor.fields.code')));
  untilNextCode(app);
  await page.keyboard.type(codeOf(app, secret));
  await page.keyboard.press('Enter');
  await arriveAt(page, /profile/);
  await named('profile.logout').waitFor();
});

test('by keyboard alone an invited person logs in, accepts and comes to the console', async () => {
  const app = await startTestSite();
  const owner = await createUser(app.ctx, { roles: ['Owner'] });
  const invited = await createUser(app.ctx, { firstName: 'Lela', lastName: 'Maisuradze' });
  await app.api(owner.accessToken).staffTeam.invite({ body: { email: invited.email, roles: ['Desk'], language: 'en' } });
  const { page, t } = await enter(app, { language: 'en', width: 1440 });
  await page.goto(await mailedLink(app, invited.email));
  await page.getByText(t('staff:role_texts.Desk')).waitFor();
  await enterOn(page, page.getByRole('main').getByRole('link', { name: t('accounts:login.title'), exact: true }));
  await arriveAt(page, /login/);
  await logIn(page, invited);
  await arriveAt(page, /invitation/);
  const accept = page.getByRole('button', { name: t('accounts:invitation.accept'), exact: true });
  await tabTo(page, page.getByRole('button', { name: t('accounts:invitation.other_account') }));
  await tabTo(page, accept, 'Shift+Tab');
  await page.keyboard.press('Space');
  await arriveAt(page, /staff$/);
  const sections = page.getByRole('navigation', { name: t('staff:nav.label') }).getByRole('link');
  await enterOn(page, sections.filter({ hasText: t('staff:nav.guests') }));
  await arriveAt(page, /staff\/guests$/);
});

test('by keyboard alone an Owner invites somebody, withdraws the invitation and takes the roles of a member away', async () => {
  const app = await startTestSite();
  const member = await createUser(app.ctx, { firstName: 'Ana', lastName: 'Kobalia', roles: ['Desk'] });
  const { page, t } = await openConsole(app, { language: 'ka', width: 390 });
  const named = (key: string, name?: string) => {
    const what = t(`staff-team:${key}`);
    return page.getByRole('button', { name: name === undefined ? what : t('staff:do_with', { what, name }), exact: true });
  };
  const [email, name] = ['lela@example.com', 'Ana Kobalia'];
  await page.goto('/staff/settings/team');
  await page.getByText(t('staff-team:no_invitations')).waitFor();
  await enterOn(page, named('invite.open'));
  const dialog = page.getByRole('dialog');
  await typeInto(page, dialog.getByLabel(t('staff-team:invite.email'), { exact: true }), email);
  await tabTo(page, dialog.getByLabel(t('staff:role_texts.Desk')));
  await page.keyboard.press('Space');
  await enterOn(page, named('invite.submit'));
  await page.getByText(t('staff-team:invite.done', { email })).waitFor();
  await named('invitation.withdraw', email).waitFor();
  await expectFocus(page, named('invite.open'));
  await enterOn(page, named('invitation.withdraw', email));
  await page.getByText(t('staff-team:invitation.withdrawn', { email })).waitFor();
  await expectSound(page, 'the team after an invitation was withdrawn');

  await tabTo(page, named('remove.open', name), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await dialog.getByText(t('staff-team:remove.text')).waitFor();
  await enterOn(page, named('remove.submit'));
  await page.getByText(t('staff-team:remove.done', { name })).waitFor();
  await expect.poll(() => findRoles(app.ctx.db, member.id)).toEqual([]);
});
