import type { Page } from 'playwright-core';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { djForm, rentalForm } from '#tests/factories/enquiries.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { expect, orLast, test } from './test.ts';

const t = await translatorOf('en');

const enter = ({ url }: TestApp): Promise<Page> =>
  visit({ origin: url, folder: '' }, { language: 'en', width: 1440, allowed: /status of (404|409|500)/ });

// The links as people type them, and as they are stored.
const shortLinks = { ...djForm, socialLink: '@ana.dj', musicLink: 'soundcloud.com/ana' };
const wholeLinks = { ...djForm, socialLink: 'https://www.instagram.com/ana.dj', musicLink: 'https://soundcloud.com/ana' };

for (const [screen, path, fields, sent] of orLast(
  ['djs', paths.djs, shortLinks, joinEnquiry('dj', wholeLinks)],
  ['rentals', paths.rentals, rentalForm, joinEnquiry('rental', rentalForm)],
))
  test(`the form of ${screen} keeps its fields when it fails and clears them when it went well [§2.rental-form §2.dj-form §4.forms §8.forms]`, async () => {
    const app = await startTestSite();
    const page = await enter(app);
    await page.goto(path);
    const submit = page.getByRole('button', { name: t(`pages:${screen}.submit`), exact: true });
    const values = () =>
      page.locator('form [name]:visible:not([tabindex="-1"])').evaluateAll((all) => all.map((field) => Reflect.get(field, 'value')));
    await submit.click();
    expect(await page.getByRole('alert').getByRole('listitem').count()).toBe(Object.keys(fields).length);

    for (const [name, value] of Object.entries(fields)) await page.locator(`form [name=${name}]`).fill(value);
    await page.route('**/api/email/*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
    await submit.click();
    await page.getByText(t(`pages:${screen}.failed`)).waitFor();
    expect(await values()).toEqual(Object.values(fields));

    await submit.click();
    await page.getByText(t(`pages:${screen}.sent`)).waitFor();
    expect(await values()).toEqual(Object.values(fields).map(() => ''));
    expect((await app.ctx.db.select().from(enquiries)).map(({ body }) => body)).toEqual([sent]);
  });

test('a second ticket for a night is refused with a warning [§5.second-ticket §8.add-ticket]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.clock.setFixedTime(app.clock.now());
  const guest = await createUser(app.ctx);
  const { id: eventId } = await createEvent(app.ctx);
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  await page.addInitScript((token) => localStorage.setItem('accessToken', token), guest.accessToken);
  await page.goto(paths.event(eventId));
  await page.getByRole('button', { name: t('events:get_ticket') }).click();
  await page
    .getByRole('region', { name: t('common:toasts') })
    .getByText(t('errors:ticket_in_cart'))
    .waitFor();
  expect((await app.api(guest.accessToken).cart.get()).ticketItems).toHaveLength(1);
});

test('a payment page without an order says what its address says and leads on [§2.payment-links]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.goto(paths.paymentSuccess);
  await page.getByRole('heading', { level: 1, name: t('orders:title.success') }).waitFor();
  await page.getByText(t('orders:text.success')).waitFor();
  // The user's own tickets are open there.
  expect(await page.getByRole('main').getByRole('link').first().getAttribute('href')).toBe(paths.myTickets);
  await page.goto(paths.paymentFailure);
  await page.getByRole('heading', { level: 1, name: t('orders:title.failure') }).waitFor();
  expect(await page.getByRole('main').getByRole('link').first().getAttribute('href')).toBe(paths.allEvents);
});
