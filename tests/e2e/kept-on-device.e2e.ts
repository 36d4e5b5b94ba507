import { cacheKeyOf, STORES } from '#shared/offline.ts';
import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { enter, openEvent, see } from './kept-pages.ts';
import { expect, test } from './test.ts';

test('nothing about a person is kept: no call, no page behind the login, no address with a token', async () => {
  const { app } = await openEvent();
  const guest = await createUser(app.ctx);
  const page = await enter(app, 'en', 1440, /status of 400|Password forms should/);
  await see(page, '/', 'en');
  await page.goto(paths.login);
  await page.locator('input[name=email]').fill(guest.email);
  await page.locator('input[name=password]').fill(guest.password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.includes('login'));
  for (const path of [
    paths.profile,
    paths.cart,
    `${paths.changePassword}?token=secret`,
    `${paths.invitation}?token=secret`,
    `${paths.emailProof}?token=secret`,
    `${paths.paymentSuccess}?order=secret`,
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  await see(page, paths.about, 'en');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, addresses: lists.flat().map(({ url }) => url.replace(location.origin, '')) };
  });
  expect(kept.names.sort()).toEqual(Object.values(STORES).sort());
  const kinds = /^\/(assets\/|locales\/|media\/|language-shown$|(about|offline|profile)?\?lang=(en|ka)$)/;
  expect(kept.addresses.filter((address) => !kinds.test(address))).toEqual([]);
  expect(kept.addresses).toContain(cacheKeyOf(paths.about, 'en'));
});
