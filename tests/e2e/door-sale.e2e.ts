import { connect, createServer } from 'node:net';
import type { Route } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { openDoorSale, walker } from '#tests/factories/door-sale.ts';
import { listening } from '#tests/setup/listening.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { arrive, openShop } from './guest.ts';
import { overflowing } from './layout.ts';
import { translatorOf, visit } from './site.ts';
import { expect, orLast, rare, test } from './test.ts';

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

for (const [language, width] of orLast(['en', 390], ['ka', 320]))
  test(`from the QR code at the door to a ticket on the phone, by touch and keyboard (${language} ${width})`, async () => {
    const { app, origin } = await startSiteBehind();
    const { id } = await openDoorSale(app, EVENT);
    const t = await translatorOf(language);
    const { page: staff } = await openConsole(app, { language, width: 390 });
    await staff.goto(`/staff/nights/${id}/door-sale`);
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

test(
  'the bank asks for what the button says: a cart with another sum opens itself, another number of places is taken over',
  rare,
  async () => {
    const app = await openShop();
    const [{ id }, { id: other }] = [await openDoorSale(app, EVENT), await createEvent(app.ctx)];
    const { page, t, accessToken } = await arrive(app, { width: 390 });
    const { cart } = app.api(accessToken);
    const pay = async (price: string) => {
      await page.locator('[name=acceptTerms]').check();
      await page.getByRole('button', { name: t('door-sale:pay', { price }) }).click();
    };
    await cart.addTicket({ eventId: other });
    await page.goto(paths.doorSale(id));
    await pay('40,00\u{a0}₾');
    await page.waitForURL(`**${paths.cart}`);
    expect((await cart.get()).ticketItems).toMatchObject([{ eventId: other }, { eventId: id, quantity: 1 }]);

    await cart.removeTicket({ eventId: other });
    await page.goto(paths.doorSale(id));
    await page.getByLabel(t('door-sale:quantity')).selectOption('3');
    await pay('120,00\u{a0}₾');
    await page.waitForURL(/fake-bank/);
    expect((await cart.get()).ticketItems).toMatchObject([{ eventId: id, quantity: 3 }]);
  },
);

test('who has an account logs in and comes back; outside of its time the page says when it sells', rare, async () => {
  const app = await startTestSite();
  const { id } = await openDoorSale(app, EVENT);
  const guest = await createUser(app.ctx);
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.goto(paths.doorSale(id));
  await page.getByRole('button', { name: t('door-sale:have_account') }).click();
  await page.waitForURL(/login/);
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(guest.email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(guest.password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.getByRole('link', { name: t('accounts:way_back.link') }).click();
  await page.waitForURL(`**${paths.doorSale(id)}`);
  await page.getByText(t('door-sale:signed_in')).waitFor();
  await app.owner.execute(`update events set starts_at = starts_at + interval '3 hours' where id = ${id}`);
  app.dropCaches();
  await page.reload();
  await page.getByRole('link', { name: t('door-sale:to_event') }).waitFor();
});
