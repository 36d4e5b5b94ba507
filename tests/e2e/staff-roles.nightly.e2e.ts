import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { rentalForm } from '#tests/factories/enquiries.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { createUser, setRoles, storedUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { all, roles, seePlaces } from './staff-roles.steps.ts';
import { expect, onPhone, test } from './test.ts';

for (const { role, places, paths, closed, wide } of roles)
  test(`${role}: the console shows what one may do and nothing else`, async () => {
    const { language, width } = wide ? { language: wide, width: 1440 } : onPhone;
    const app = await startTestSite();
    const { page, t } = await openConsole(app, { language, width, roles: [role] });
    const heading = page.getByRole('heading', { level: 1 });
    const nav = page.getByRole('navigation', { name: t('staff:nav.label') });
    await page.goto('/staff');
    await page.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
    if (width < 1000) await page.getByRole('button', { name: t('staff:bar.more') }).click();
    await nav.waitFor();
    const links = await nav.getByRole('link').allTextContents();
    expect(links.filter((name) => all.some((place) => t(`staff:nav.${place}`) === name))).toEqual(
      places.map((place) => t(`staff:nav.${place}`)),
    );
    await expectNoViolations(page, `home ${role}`);
    // A refused call would appear in the browser's console, which must be empty.
    for (const path of paths) {
      await page.goto(`/staff/${path}`);
      await heading.waitFor();
      await page.locator('#main [aria-busy]').waitFor({ state: 'detached' });
      await expectNoViolations(page, `${path} ${role}`);
    }
    await page.goto(closed.path);
    await page.getByRole('heading', { level: 1, name: t('staff:missing_right.title') }).waitFor();
    await page.getByText(t('staff:missing_right.text', { right: t(`staff:rights.${closed.right}`) })).waitFor();
    await expectNoViolations(page, `closed ${role}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page
      .locator('#main')
      .getByRole('link', { name: t('staff:to_home') })
      .press('Enter');
    await page.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
  });

test('the profile leads a door lead to scanner and console, the desk to the console alone', async () => {
  const app = await startTestSite();
  for (const [role, isShown] of [
    ['DoorLead', true],
    ['Desk', false],
  ] as const) {
    const { page, t } = await openConsole(app, { roles: [role] });
    await page.goto('/profile');
    await page
      .locator('#main')
      .getByRole('link', { name: t('accounts:profile.console') })
      .waitFor();
    expect([role, await page.getByRole('link', { name: t('accounts:profile.scan_qr') }).isVisible()]).toEqual([role, isShown]);
    await page.goto('/QRScan');
    if (isShown) await page.getByRole('heading', { level: 1, name: t('door:title') }).waitFor({ state: 'attached' });
    else await page.waitForURL(/profile/i);
  }
});

test('the desk sees no command for its own account, and says why', async () => {
  const app = await startTestSite();
  const { id } = await createUser(app.ctx, { firstName: 'Ana', status: 'Pending' });
  const { page, admin, t } = await openConsole(app, { roles: ['Desk'] });
  const commands = (['ban.open', 'change_status', 'notes.add', 'show_number'] as const).map((key) =>
    page.getByRole('button', { name: t(`staff-guests:${key}`), exact: true }),
  );
  const reason = page.getByText(t('staff-guests:not_yours'));
  await page.goto(`/staff/guests/${id}`);
  for (const command of commands) await command.waitFor();
  expect(await reason.count()).toBe(0);
  await page.goto(`/staff/guests/${admin.id}`);
  await reason.waitFor();
  for (const command of commands) expect(await command.count()).toBe(0);
  await page.goto('/staff/guests/verification?status=Verified');
  await page.getByText(t('staff-guests:verification.nobody')).waitFor();
  expect(await page.getByRole('button', { name: new RegExp(`^${t('accounts:status.Rejected')}`) }).count()).toBe(0);
  await page.keyboard.press('r');
  expect((await storedUser(app.ctx, admin.id)).status).toBe('Verified');
});

test('what is taken away while the console is open is refused by name, and gone from the console at once', async () => {
  const app = await startTestSite();
  const { id } = await createUser(app.ctx, { firstName: 'Ana', status: 'Pending' });
  const { page, admin, t } = await openConsole(app, { roles: ['Owner'], allowed: /403/ });
  await page.goto(`/staff/guests/${id}`);
  const show = page.getByRole('button', { name: t('staff-guests:show_number') });
  await show.waitFor();
  await setRoles(app.ctx, admin.id, ['Editor']);
  await show.click();
  await page.getByText(t('staff:missing_right.text', { right: t('staff:rights.identity.read') })).waitFor();
  await page.getByRole('heading', { level: 1, name: t('staff:missing_right.title') }).waitFor();
  expect(
    await page
      .getByRole('navigation', { name: t('staff:nav.label') })
      .getByRole('link')
      .allTextContents(),
  ).not.toContain(t('staff:nav.guests'));
});

test('the other roles find their places, and the address of another one names the right', async () => {
  const app = await startTestSite();
  for (const role of roles.slice(0, -1)) await seePlaces(app, role);
});

test('Manager, Money and Editor come by the menu to each screen of theirs, and none has a fault', async () => {
  const app = await startTestSite();
  await sell(app);
  await createUser(app.ctx, { status: 'Pending' });
  await app.api().enquiries.rental({ body: joinEnquiry('rental', rentalForm) });
  const goThrough = async ({ role, paths }: (typeof roles)[number]) => {
    const { page, t } = await openConsole(app, { language: 'ka', width: 390, roles: [role] });
    await page.goto('/staff');
    for (const path of paths.filter((each) => each !== 'help')) {
      await page.getByRole('button', { name: t('staff:bar.more') }).press('Enter');
      await page.getByRole('dialog').locator(`a[href="/staff/${path}"]`).last().press('Enter');
      await page.waitForURL(new RegExp(`/staff/${path}`));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('#main [aria-busy]').first().waitFor({ state: 'detached' });
      await expectSound(page, `${path} ${role}`);
    }
  };
  await Promise.all(roles.filter(({ wide }) => wide !== undefined).map(goThrough));
});
