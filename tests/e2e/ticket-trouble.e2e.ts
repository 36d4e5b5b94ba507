import type { Route } from 'playwright-core';
import { translatorOf } from './site.ts';
import { test } from './test.ts';
import { openProfile } from './ticket-trouble.steps.ts';

const answer = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });

test('what goes wrong with tickets is said where it went wrong, and tried again [§2.ticket-price §4.tickets-format §8.tickets §8.ticket-card]', async () => {
  const { page, open } = await openProfile('ka');
  const t = await translatorOf('ka');
  const own = /Tickets\/my-tickets/i;
  const says = (text: string) => page.locator('#my-tickets').getByText(text, { exact: true }).first().waitFor();

  await page.route(own, answer(500, {}));
  await open();
  await says(t('tickets:fetch_failed'));
  await page.unroute(own);
  await page
    .locator('#my-tickets')
    .getByRole('button', { name: t('common:try_again') })
    .click();
  await page.getByRole('article').waitFor();

  await page.route(own, answer(200, { tickets: [] }));
  await open();
  await says(t('tickets:unexpected_format'));
  await page.unroute(own);

  const plain = { qrCodeUrl: 'data:image/svg+xml,<svg/>', isUsedTicket: false, code: '' };
  await page.route(own, answer(200, [{ id: 7, basket: { price: null }, ...plain }]));
  await open();
  await page.getByRole('article').getByText(t('tickets:event_missing')).waitFor();
  await page.getByRole('article').getByText(t('tickets:no_price'), { exact: true }).waitFor();
  await page.unroute(own);

  await page.route(/Events\/\d+$/i, answer(404, {}));
  await open();
  await page.getByRole('article').getByText(t('tickets:event_failed')).waitFor();
  await page.unroute(/Events\/\d+$/i);
  await page
    .getByRole('article')
    .getByRole('button', { name: t('common:try_again') })
    .click();
  await page
    .getByRole('article')
    .getByRole('link', { name: t('tickets:to_event') })
    .waitFor();
});
