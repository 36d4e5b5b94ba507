import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';
import { expectNoViolations } from './axe.ts';

test('while an event runs, the console opens on it for those who run the door, and its own links still lead to the start page', async () => {
  const app = await startTestSite();
  const now = app.clock.now().getTime();
  await createEvent(app.ctx, { nameLat: 'Nulovani', startsAt: new Date(now - 3_600_000), endsAt: new Date(now + 3_600_000) });
  const { page, t } = await openConsole(app, { roles: ['DoorLead'] });
  await page.goto(paths.staff);
  await page.waitForURL('**/staff/tonight');
  await page.getByRole('heading', { level: 1, name: 'Nulovani' }).waitFor();
  const start = page.getByRole('heading', { level: 1, name: t('staff:nav.home') });
  await page
    .getByRole('navigation', { name: t('staff:nav.label') })
    .getByRole('link', { name: t('staff:nav.home') })
    .press('Enter');
  await start.waitFor();
  await page.reload();
  await start.waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.staff);

  // The role Money does not run the door, and the Owner still has to set up banks and mail.
  for (const role of ['Money', 'Owner'] as const) {
    const other = await openConsole(app, { roles: [role] });
    await other.page.goto(paths.staff);
    await other.page.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
    expect(new URL(other.page.url()).pathname).toBe(paths.staff);
  }
});

test('a long list keeps its head in view on a wide screen', async () => {
  const app = await startTestSite();
  for (let place = 0; place < 40; place += 1) await createUser(app.ctx);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/guests');
  const head = page.getByRole('columnheader').first();
  await head.waitFor();
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => head.evaluate((cell) => cell.getBoundingClientRect().top)).toBe(0);
  await page.getByRole('heading', { level: 1, name: t('staff:nav.guests') }).waitFor({ state: 'attached' });
});

test('an address of the console that does not exist says so inside it', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { language: 'ka', width: 390 });
  for (const path of ['/staff/nothing/here', '/staff/sales/orders/abc', '/staff/guests/0', '/staff/events/x/line-up']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: t('staff:not_found') }).waitFor();
    await page.getByRole('link', { name: t('staff:to_home') }).press('Enter');
    await page.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
  }
});

test('a section that the network keeps away says so inside the console, and comes with the network', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { allowed: /ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/ });
  await page.goto('/staff/settings/activity');
  await page.getByRole('heading', { level: 1, name: t('staff:nav.activity') }).waitFor();
  await page.context().setOffline(true);
  const sections = page.getByRole('navigation', { name: t('staff:nav.label') });
  await sections.getByRole('link', { name: t('staff:nav.club') }).click();
  await page.locator('#main').getByText(t('errors:network')).waitFor();
  expect(await sections.isVisible()).toBe(true);
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: t('staff:nav.club') }).waitFor();
});

test('a link of the site leads to the start of the console, and from there to every section', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app);
  await page.goto('/profile');
  await page
    .locator('#main')
    .getByRole('link', { name: t('accounts:profile.console') })
    .click();
  await page.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
  const sections = page.getByRole('navigation', { name: t('staff:nav.label') });
  for (const section of ['tonight', 'events', 'guests'] as const) {
    await sections.getByRole('link', { name: t(`staff:nav.${section}`), exact: true }).click();
    await page.waitForURL(new RegExp(`/staff/${section}$`));
    await page.locator('#main h1').waitFor();
  }
  // The navigation marks the section in any letter case.
  for (const [path, section] of [
    ['/staff/', 'home'],
    ['/Staff/Guests/', 'guests'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: t(`staff:nav.${section}`) }).waitFor();
    expect(await sections.locator('[aria-current]').first().textContent()).toBe(t(`staff:nav.${section}`));
  }
});

test('a signed-out visitor comes to the login, a guest to the profile, and neither fetches the console', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const guest = await createUser(app.ctx);
  for (const accessToken of [undefined, guest.accessToken]) {
    const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
    await page.clock.setFixedTime(app.clock.now());
    const kept = { accessToken, accessTokenReceivedAt: String(app.clock.now().getTime()) };
    if (accessToken)
      await page.addInitScript((entries) => {
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, String(value));
      }, kept);
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto('/staff/settings/club');
    await page.waitForURL(accessToken ? /profile$/i : /login$/i);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(urls.filter((url) => /api\/staff/.test(url))).toEqual([]);
    expect(await page.getByText(t('staff:title'), { exact: true }).count()).toBe(0);
  }
});

test('a collapsed sidebar stays collapsed after a reload, and the parts of the place stand above the page', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app);
  await page.goto('/staff/sales/orders');
  const places = page.getByRole('navigation', { name: t('staff:nav.label') });
  await places.getByRole('link', { name: t('staff:nav.reports') }).waitFor();
  await page.getByRole('button', { name: t('staff:sidebar') }).press('Enter');
  await page.reload();
  const parts = page.getByRole('navigation', { name: t('staff:nav.sales') });
  await parts.getByRole('link', { name: t('staff:nav.promoters') }).press('Enter');
  await page.waitForURL('**/staff/sales/promoters');
  expect(await places.getByRole('link', { name: t('staff:nav.reports') }).count()).toBe(0);
  await expectNoViolations(page, 'a collapsed sidebar');
  await page.getByRole('button', { name: t('staff:sidebar') }).press('Enter');
  await places.getByRole('link', { name: t('staff:nav.reports') }).waitFor();
});
