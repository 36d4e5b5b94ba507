import { connect, createServer } from 'node:net';
import type { Route } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { openDoorSale, walker } from '#tests/factories/door-sale.ts';
import { listening } from '#tests/setup/listening.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { overflowing } from './layout.ts';
import { translatorOf, visit } from './site.ts';
import { expect, testInEachView } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', allocation: 20 };

/** Starts a site behind a proxy: the fake bank must know the return address before the site's port is known. */
async function startSiteBehind() {
  const port = { of: 0 };
  const front = createServer((incoming) => {
    const onward = connect(port.of, '127.0.0.1');
    incoming.on('error', () => onward.destroy());
    onward.on('error', () => incoming.destroy());
    incoming.pipe(onward).pipe(incoming);
  });
  const origin = `http://127.0.0.1:${await listening(front)}`;
  const app = await startTestSite({ env: { PUBLIC_URL: origin } });
  port.of = Number(new URL(app.url).port);
  return { app, origin };
}

testInEachView('from the QR code at the door to a ticket on the phone, by touch and keyboard', async ({ language }) => {
  const width = language === 'ka' ? 320 : 390;
  const { app, origin } = await startSiteBehind();
  const { id } = await openDoorSale(app, EVENT);
  const t = await translatorOf(language);
  const { page: staff } = await openConsole(app, { language, width: 390 });
  await staff.goto(`/staff/events/${id}/door-sale`);
  await staff.getByRole('img', { name: t('staff-tonight:door_sale.alt') }).waitFor();
  await expectNoViolations(staff, 'the code of the door sale');

  const page = await visit({ origin, folder: '' }, { language, width, allowed: /ERR_FAILED/ });
  const begun = Date.now();
  await page.goto(paths.doorSale(id));
  const label = (key: 'first_name' | 'last_name' | 'phone_number' | 'email') =>
    page.getByLabel(t(`accounts:fields.${key}`), { exact: true });
  await label('first_name').fill(walker.firstName);
  await label('last_name').fill(walker.lastName);
  await label('email').fill('luka@');
  await label('phone_number').fill(walker.phoneNumber);
  const [day, month, year] = ['17', '5', '1998'];
  const boxes = page.getByRole('group', { name: t('accounts:fields.birthdate') }).getByRole('textbox');
  await boxes.nth(0).fill(day);
  await boxes.nth(1).fill(month);
  await boxes.nth(2).fill(year);
  const pay = page.getByRole('button', { name: t('door-sale:pay', { price: '40,00 ₾' }) });
  await pay.click();
  await page.getByText(t('door-sale:terms')).waitFor();
  await page.locator('[name=acceptTerms]').check();
  await pay.click();
  // The error is at its field, and the other fields keep their values.
  await page.getByText(t('forms:validation.invalid_email')).first().waitFor();
  expect(await label('first_name').inputValue()).toBe(walker.firstName);
  await expectNoViolations(page, 'a ticket at the door with an error');
  expect(await overflowing(page)).toEqual([]);
  await label('email').fill(walker.email);
  // The account is created, but the answer is lost.
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(`**/api/Events/${id}/door-sale`, loseAnswer, { times: 1 });
  await pay.click();
  await page.getByText(t('door-sale:failed')).waitFor();
  await pay.click();
  await page.waitForURL(/fake-bank/);
  await page.locator('button[name=outcome][value=approve]').click();
  await page.waitForURL(/successpayment/);
  await page
    .locator('#main')
    .getByRole('link', { name: t('orders:to_tickets') })
    .click();
  await page.getByRole('button', { name: new RegExp(t('tickets:enlarge_qr', { id: '\\d+' })) }).waitFor();
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.info(`Walk-up (${language} ${width}): ${seconds} s from the QR code to the ticket, the typing of a machine.`);
});
