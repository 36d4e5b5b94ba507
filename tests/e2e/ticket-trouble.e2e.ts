import type { Route } from 'playwright-core';
import { translatorOf } from './site.ts';
import { test } from './test.ts';
import { openProfile } from './ticket-trouble.steps.ts';

const OWN = /Tickets\/my-tickets$/i;
const answer = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });

test('tickets that do not come are fetched again, and a list that is none says so [§4.tickets-format §8.tickets]', async () => {
  const { page, open } = await openProfile('ka');
  const t = await translatorOf('ka');
  const tickets = page.locator('#my-tickets');
  await page.route(OWN, answer(500, {}));
  await open();
  await tickets.getByText(t('tickets:fetch_failed'), { exact: true }).first().waitFor();
  await page.unroute(OWN);
  await tickets.getByRole('button', { name: t('common:try_again') }).click();
  await page.getByRole('article').waitFor();
  await page.route(OWN, answer(200, { tickets: [] }));
  await open();
  await tickets.getByText(t('tickets:unexpected_format'), { exact: true }).first().waitFor();
});

test('a ticket without its event or its price says so on its card [§2.ticket-price §8.ticket-card]', async () => {
  const { page, open } = await openProfile('ka');
  const t = await translatorOf('ka');
  const card = page.getByRole('article');
  const plain = { qrCodeUrl: 'data:image/svg+xml,<svg/>', isUsedTicket: false, code: '' };
  await page.route(OWN, answer(200, [{ id: 7, basket: { price: null }, ...plain }]));
  await open();
  await card.getByText(t('tickets:event_missing')).waitFor();
  await card.getByText(t('tickets:no_price'), { exact: true }).waitFor();
  await page.unroute(OWN);
  await page.route(/Events\/\d+$/i, answer(404, {}));
  await open();
  await card.getByText(t('tickets:event_failed')).waitFor();
  await page.unroute(/Events\/\d+$/i);
  await card.getByRole('button', { name: t('common:try_again') }).click();
  await card.getByRole('link', { name: t('tickets:to_event') }).waitFor();
});
