import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';

test('where storage is forbidden a visitor who wants a ticket comes to the login, signs in and finds the way back', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx);
  const user = await createUser(app.ctx);
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.clock.install({ time: app.clock.now() });
  await page.addInitScript(() => {
    const forbid = {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, forbid);
  });
  await page.goto(paths.event(id));
  await page.getByRole('button', { name: t('events:get_ticket') }).click();
  await page.waitForURL(/login$/);
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(user.email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(user.password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.waitForURL(/profile$/);
  await page.getByRole('link', { name: t('accounts:way_back.link') }).click();
  await page.waitForURL(new RegExp(`${paths.event(id)}$`));
  await page.getByRole('button', { name: t('events:get_ticket') }).click();
  await page.getByText(t('events:in_cart')).first().waitFor();
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(['lang', 'rkali_device', 'rkali_refresh']);
});
