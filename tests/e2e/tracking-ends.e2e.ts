import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { translatorOf } from './site.ts';
import { bar, enter, waitForBanner, press, settle, startTracked, watchForeign } from './tracked-site.ts';
import { expect, rare, test } from './test.ts';

test('an answer given in one tab holds in the others', rare, async () => {
  const app = await startTracked();
  const visitor = await enter(app, { width: 1440 });
  const { page } = visitor;
  await page.goto(paths.about);
  const other = await watchForeign(await page.context().newPage(), app.url);
  await other.page.goto(paths.terms);
  await (await bar(other)).waitFor();
  await press(visitor, 'accept');
  await (await bar(other)).waitFor({ state: 'detached' });
  await expect.poll(() => other.foreign.length).toBeGreaterThan(3);

  await page
    .getByRole('button', { name: (await translatorOf('en'))('common:nav.tracking') })
    .first()
    .click();
  const loaded = other.page.waitForEvent('load');
  await settle(page, () => press(visitor, 'decline'));
  await loaded;
  other.foreign.length = 0;
  await waitForBanner(other.page);
  expect(await (await bar(other)).count()).toBe(0);
  expect(other.foreign).toEqual([]);
});

test('a page whose address carries a token is reported to no tracker, also after consent, and neither is the next page', async () => {
  const app = await startTracked();
  const visitor = await enter(app, { width: 1440, allowed: /Password forms/ });
  const { page, foreign } = visitor;
  await page.addInitScript(() => localStorage.setItem('trackingChoice', 'accepted'));
  for (const path of [`${paths.changePassword}?token=secret`, `${paths.paymentSuccess}?orderId=secret`, paths.paymentFailure]) {
    await page.goto(path);
    await waitForBanner(page);
  }
  await page.locator(`header a[href="${paths.about}"]`).first().click();
  await page.waitForURL(/about/);
  expect(foreign).toEqual([]);
});

test('a tracker that runs on a public page comes along neither to the login, nor to the profile, nor to the console', rare, async () => {
  const app = await startTracked();
  const t = await translatorOf('en');
  const visitor = await enter(app, { width: 1440 });
  const { page, foreign } = visitor;
  const admin = await createAdmin(app.ctx);
  await page.clock.setFixedTime(app.clock.now());
  await page.goto(paths.about);
  await press(visitor, 'accept');
  const runs = () => page.evaluate(() => 'fbq' in globalThis || 'dataLayer' in globalThis);
  await expect.poll(runs).toBe(true);
  await expect.poll(() => foreign.length).toBeGreaterThan(3);
  await page.locator(`header a[href="${paths.login}"]`).first().click();
  await page.waitForURL(/login$/);
  // React Router numbers the history entries once the page is hydrated.
  await page.waitForFunction(() => Reflect.has(history.state ?? {}, 'idx'));
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(admin.email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(admin.password);
  foreign.length = 0;
  expect(await runs()).toBe(false);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page
    .locator('#main')
    .getByRole('link', { name: t('accounts:profile.console') })
    .click();
  await page.getByRole('heading', { level: 1, name: t('staff:sections.start') }).waitFor();
  expect(await runs()).toBe(false);
  // No page loads one for a signed-in user.
  await settle(page, () => page.goto(paths.home));
  await waitForBanner(page);
  expect([await runs(), foreign]).toEqual([false, []]);
});

/** Stores a token as a login does; its lifetime counts from when it was received. */
function keepToken(token: string): void {
  localStorage.setItem('accessTokenReceivedAt', String(Date.now()));
  localStorage.setItem('accessToken', token);
}

test('a page with a tracker is loaded anew without it when somebody signs in in another tab', rare, async () => {
  const app = await startTracked();
  const { accessToken } = await createUser(app.ctx);
  const visitor = await enter(app);
  const { page } = visitor;
  await page.goto(paths.about);
  await press(visitor, 'accept');
  await expect.poll(() => page.evaluate(() => 'fbq' in globalThis)).toBe(true);
  const other = await page.context().newPage();
  await other.goto(paths.changePassword);
  const loaded = page.waitForEvent('load');
  await other.evaluate(keepToken, accessToken);
  await loaded;
  await waitForBanner(page);
  expect(await page.evaluate(() => 'fbq' in globalThis)).toBe(false);
});

for (const what of ['somebody signs in', 'the consent is withdrawn'])
  test(`a half-written enquiry stays when, in another tab, ${what}`, rare, async () => {
    const app = await startTracked();
    const t = await translatorOf('en');
    const { url } = app;
    const { accessToken } = await createUser(app.ctx);
    const visitor = await enter(app, { width: 1440 });
    const { page } = visitor;
    await page.goto(paths.djs);
    await press(visitor, 'accept');
    await expect.poll(() => page.evaluate(() => 'fbq' in globalThis)).toBe(true);
    const written = { stageName: 'DJ Ana', musicLink: '', motivation: 'Long sets & more\nand 100% vinyl' };
    for (const [name, value] of Object.entries(written)) await page.locator(`form [name=${name}]`).fill(value);
    const other = await watchForeign(await page.context().newPage(), url);
    await other.page.goto(what === 'somebody signs in' ? paths.changePassword : paths.terms);
    await waitForBanner(other.page);
    const loaded = page.waitForEvent('load');
    if (what === 'somebody signs in') await other.page.evaluate(keepToken, accessToken);
    else {
      await other.page
        .getByRole('button', { name: t('common:nav.tracking') })
        .first()
        .click();
      await press(other, 'decline');
    }
    await loaded;
    await waitForBanner(page);
    expect(await page.evaluate(() => 'fbq' in globalThis)).toBe(false);
    for (const [name, value] of Object.entries(written))
      await expect.poll(() => page.locator(`form [name=${name}]`).inputValue()).toBe(value);

    await page.locator('form [name=fullName]').fill('Ana B');
    await page.locator('form [name=socialLink]').fill('@ana.dj');
    await page.locator('form [name=musicLink]').fill('soundcloud.com/ana');
    await page.getByRole('button', { name: t('pages:djs.submit'), exact: true }).click();
    await page.getByText(t('pages:djs.sent')).waitFor();
    const bodies = (await app.ctx.db.select().from(enquiries)).map(({ body }) => body);
    expect(bodies).toEqual([expect.stringContaining(`Motivation: ${written.motivation}`)]);
    // A plain reload does not restore the form.
    await settle(page, () => page.reload());
    expect(await page.locator('form [name=motivation]').inputValue()).toBe('');
  });
