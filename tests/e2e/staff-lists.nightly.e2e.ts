import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { chooseFilter, openConsole } from './console.ts';
import { expect, test } from './test.ts';

const lists = [
  ['/staff/guests', 'staff:nav.guests', 'staff:status', 'accounts:status.Check_Later'],
  ['/staff/site/inbox', 'staff:nav.inbox', 'staff-inbox:kind', 'staff-inbox:kinds_many.dj'],
  ['/staff/sales/orders', 'staff:nav.orders', 'staff:status', 'staff-orders:payments.states.paid'],
] as const;

test('a filter of a list leaves the title of its page as it is', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app);
  for (const [path, heading, filter, choice] of lists) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: t(heading), exact: true }).waitFor();
    const title = `${t(heading)} · ${t('staff:title')}`;
    expect([path, await page.title()]).toEqual([path, title]);
    await chooseFilter(page, t(filter), new RegExp(t(choice)));
    await page.waitForURL(/\?/);
    expect([path, await page.title()]).toEqual([path, title]);
  }
});

test('a section that is left gives its title back to the page that follows', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app);
  await page.goto('/staff/sales/orders');
  await page.getByRole('heading', { level: 1, name: t('staff:nav.orders') }).waitFor();
  await page.getByRole('link', { name: t('staff:to_site') }).click();
  await page.waitForURL(app.url);
  await expect.poll(() => page.title()).toBe('Rkali');
  await page.goBack();
  await expect.poll(() => page.title()).toBe(`${t('staff:nav.orders')} · ${t('staff:title')}`);
});

test('who goes back before the page that follows is drawn finds the title of the section', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app);
  await page.goto('/staff/sales/orders');
  await page.getByRole('heading', { level: 1, name: t('staff:nav.orders') }).waitFor();
  await page.evaluate(() => {
    addEventListener('popstate', () => Reflect.set(window, 'wentBack', true), { once: true });
    const pushState = history.pushState.bind(history);
    history.pushState = (...values) => {
      pushState(...values);
      history.back();
    };
  });
  await page.getByRole('link', { name: t('staff:to_site') }).click();
  await page.waitForFunction(() => Reflect.has(window, 'wentBack'));
  await page.waitForLoadState('networkidle');
  expect(page.url()).toBe(`${app.url}/staff/sales/orders`);
  expect(await page.title()).toBe(`${t('staff:nav.orders')} · ${t('staff:title')}`);
});

test('a filter that is changed on a later page of a list asks for its first page, and for no other', async () => {
  const app = await startTestSite();
  for (let number = 0; number < 60; number += 1) await createUser(app.ctx);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/guests');
  await page.getByRole('button', { name: t('staff:more') }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(50);
  const urls: string[] = [];
  page.on('request', (request) => {
    if (/api\/staff\/guests\?/.test(request.url())) urls.push(request.url());
  });
  await chooseFilter(page, t('staff:status'), new RegExp(t('accounts:status.Check_Later')));
  await page.waitForURL(/\?/);
  await expect.poll(() => urls.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(urls.map((url) => new URL(url).search)).toEqual(['?status=Check_Later']);
});
