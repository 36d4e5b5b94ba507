import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, sendForm } from './no-script.steps.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('screens that are nothing without script say that they need it', async ({ language }) => {
  const app = await startTestSite();
  const t = await translatorOf(language);
  const page = await enter(app, language);
  for (const path of [
    paths.login,
    paths.register,
    paths.forgotPassword,
    `${paths.changePassword}?token=none`,
    `${paths.invitation}?token=none`,
    `${paths.emailProof}?token=none`,
    paths.profile,
    paths.cart,
    paths.staff,
  ]) {
    await page.goto(path);
    expect([path, await page.locator('main noscript').innerText()]).toEqual([path, t('common:needs_script')]);
  }
});

test('the form of rentals says what is wrong, keeps the rest, and is stored and mailed when it is right [§4.forms]', () =>
  sendForm('rentals'));

test('the result of a form that was sent before the script ran is taken over by the script', async () => {
  const app = await startTestSite();
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1280, allowed: /status of 422/ });
  await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto(paths.rentals, { waitUntil: 'load' });
  await page.locator('[name=name]').fill('Nino');
  await page.unroute(/\/assets\/.*\.js/);
  await page.getByRole('button', { name: 'Send message', exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
  expect(await page.locator('[name=name]').inputValue()).toBe('Nino');
  expect(await page.getByRole('alert').getByRole('listitem').count()).toBe(2);
  await page.locator('[name=email]').fill('nino@example.com');
  await page.locator('[name=eventDescription]').fill('A birthday');
  await page.getByRole('button', { name: 'Send message', exact: true }).click();
  await page.getByText('Your message has been sent successfully!').waitFor();
  expect(await page.title()).toBe('Rent the venue · Rkali');
  await page.locator(`header a[href="${paths.djs}"]`).first().click();
  await page.getByRole('heading', { level: 1, name: 'Play here' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect((await app.ctx.db.select().from(enquiries)).map(({ body }) => body)).toEqual([
    'Name: Nino||Email: nino@example.com||Event Description: A birthday',
  ]);
});
